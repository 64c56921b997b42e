import { NONE, type PromptSettings } from "../../scenario/schema/scenario.ts";
import type { FieldOrder } from "../scaffold/render.ts";
import type { House } from "./house.ts";

/** Stands in forms for a document's name; no document has this name. */
export const NO_DOCUMENT = "name-of-document";

/** Says what belongs there and never gives an example, so that a copy of the form can be told from an answer. */
const PLACEHOLDERS = {
  speaker: "your own name",
  to: "name of the one you address; leave the tag out to address all",
  ref: `${NO_DOCUMENT}#Lfrom-Lto`,
  quote: "the words that stand there",
  movedBy: "id of that message: words that stand in it",
  verdict: "one of the verdicts below",
  reasoning: "your reasons, in one or two sentences",
  wouldChange: "the fact or the argument that would change your verdict",
  confidence: "a number from 0 to 1",
  content: "your words to the meeting",
} as const;

const NO_VERDICT_RULE = noneRule("verdict", "reasoning");

export function noneRule(verdict: string, reasons: string): string {
  return `Where the documents do not let you decide, your ${verdict} is ${NONE}, and your ${reasons} says what is missing.`;
}

export function replyForm({ form, withdraws }: House, { scaffold = "verdict-first" }: PromptSettings): string {
  return form === "json" ? IN_JSON : messageForm(withdraws, scaffold);
}

const IN_JSON = `How to reply
Every cue asks for JSON and says which. Reply with that one JSON value and nothing around it, and put your own words in the place of what it says belongs there. Cite a place in a document as name-of-document#Lfrom-Lto.`;

function messageForm(withdraws: boolean, order: FieldOrder): string {
  const verdict = `<Verdict>${PLACEHOLDERS.verdict}</Verdict>`;
  const reasons = `<VerdictReasoning>${PLACEHOLDERS.reasoning}</VerdictReasoning>`;
  const stance = [
    ...(order === "verdict-last" ? [reasons, verdict] : [verdict, reasons]),
    `<WouldChange>${PLACEHOLDERS.wouldChange}</WouldChange>`,
    `<Confidence>${PLACEHOLDERS.confidence}</Confidence>`,
  ];
  const content = `<Content>${PLACEHOLDERS.content}</Content>`;
  const form = [
    "<Message>",
    `<Speaker>${PLACEHOLDERS.speaker}</Speaker>`,
    `<SpeakingTo>${PLACEHOLDERS.to}</SpeakingTo>`,
    `<Artifacts><Artifact ref="${PLACEHOLDERS.ref}">${PLACEHOLDERS.quote}</Artifact></Artifacts>`,
    ...(order === "verdict-first" ? [...stance, content] : [content, ...stance]),
    "</Message>",
  ];
  const notes = [
    "What stands between these tags says what belongs there: put your own in its place, or leave the tag out.",
    "Leave Verdict, VerdictReasoning, WouldChange and Confidence out until you have a verdict, and when yours has not changed.",
    NO_VERDICT_RULE,
    `Where your verdict is another than before because of what somebody said, name it: <MovedBy>${PLACEHOLDERS.movedBy}</MovedBy>.`,
    ...(withdraws ? ["<Withdrawn>true</Withdrawn> withdraws you after this message."] : []),
    "<Pass>true</Pass> in place of the content says nothing this turn.",
    'To lay something of your own on the table: <Artifact type="note" title="...">text</Artifact>, also type table or chart; others can cite it.',
    "Write & and < in prose as &amp; and &lt;. The tags count only here, never inside the content.",
  ];
  return [
    "How to write",
    "Reply with exactly one message in this form and nothing around it; with JSON alone where the cue asks for JSON.",
    ...form,
    ...notes.map((note) => `- ${note}`),
  ].join("\n");
}

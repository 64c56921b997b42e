import { knownOf, ownOf } from "../../../lists.ts";
import { NONE } from "../../../scenario/schema/scenario.ts";
import type { Names } from "../../perspective/names.ts";
import { escapeText, type FieldName } from "../../scaffold/fields.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Cue } from "../contract/floor.ts";
import type { FieldChoice, FieldKind, FieldSchema, FormField } from "../form/kind.ts";

/** What one speaker is asked for at one point of the meeting. */
export type Question = {
  readonly state: MeetingState;
  readonly names: Pick<Names, "displayed">;
  readonly speaker: string;
  readonly cue: Pick<
    Cue,
    "ballot" | "topic" | "topics" | "topicNames" | "topicRequired" | "addressed" | "mayWithdraw" | "takesReady"
  >;
};

export function messageFields(question: Question): readonly FormField[] {
  const { state, speaker, cue } = question;
  const isBallot = cue.ballot !== undefined;
  const stance = knownOf(state.members, speaker).seat.kind === "member" ? stanceFields(question) : [];
  if (isBallot) return stance;
  return [
    textField("content", "your words", "what you say to the others", true),
    ...stance,
    ...talkFields(question),
  ];
}

function stanceFields({ state, speaker, cue }: Question): readonly FormField[] {
  const { verdicts, positions } = knownOf(state.members, speaker);
  const isBallot = cue.ballot !== undefined;
  const options = state.scenario.verdicts.map(({ id }): FieldChoice => ({ value: id }));
  const why = "why you take it, or why you have none";
  const needed = isBallot ? why : `${why}; needed with a ${verdicts.length === 0 ? "" : "new "}verdict`;
  const isVoiced = state.entries.some(
    (entry) => entry.kind === "interjection" || (entry.kind === "message" && entry.message.speaker !== speaker),
  );
  return [
    choiceField(
      "verdict",
      "the position you take",
      [...options, { value: NONE, label: "no verdict" }],
      isBallot,
    ),
    textField("reasoning", "why", needed, isBallot),
    textField("wouldChange", "what would change it", "a fact that would change your verdict"),
    ...(positions.length > 0 && isVoiced ? [MOVED] : []),
    {
      ...{ name: "confidence", label: "how sure you are", about: "how sure you are, 0 to 1", required: false },
      kind: { is: "number", least: 0, most: 1 },
    },
  ];
}

const MOVED = textField(
  "movedBy",
  "moved by",
  "if your verdict has changed: a message and exact words from it, such as m14: two years late",
);

function talkFields({ state, names, speaker, cue }: Question): readonly FormField[] {
  const others = [...state.members.values()].filter(
    ({ seat, status }) => seat.id !== speaker && status !== "withdrawn",
  );
  const listeners = others.map(({ seat }): FieldChoice => ({ value: names.displayed(seat.id) }));
  const topics = (cue.topic === undefined ? (cue.topics ?? []) : []).map((id): FieldChoice => {
    const label = cue.topicNames && ownOf(cue.topicNames, id);
    return { value: id, ...(label !== undefined && { label }) };
  });
  return [
    choiceField("to", "who you are addressing; default everyone", listeners, cue.addressed),
    ...(topics.length > 0
      ? [choiceField("topic", "what your words belong to", topics, cue.topicRequired)]
      : []),
    {
      ...{ name: "cite", label: "passages", about: "a passage; its lines are quoted for you", required: false },
      kind: { is: "list", item: { is: "text" } },
    },
    ...(cue.takesReady ? [mark("ready", "the phase may end for your part")] : []),
    ...(cue.mayWithdraw === false ? [] : [mark("withdraw", "you leave the debate; your verdict is kept")]),
    mark("pass", "you say nothing this time"),
  ];
}

function textField(name: string, label: string, about: string, required = false): FormField {
  return { name, label, about, required, kind: { is: "text" } };
}

function choiceField(name: string, about: string, of: readonly FieldChoice[], required = false): FormField {
  return { name, label: name, about, required, kind: { is: "choice", of } };
}

function mark(name: string, about: string): FormField {
  return { name, label: name, about, required: false, kind: { is: "yes-no" } };
}

/** Characters of a text that a server lets a model write. llama-server takes no larger repetition. */
const MOST_CHARACTERS = 2_000;

/** The JSON Schema of the answer to this question. It has no `pass`: a text is always required. */
export function schemaOf(question: Question): FieldSchema {
  const fields = messageFields(question).filter(({ name }) => name !== "pass");
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ name, about, kind }) => [
        name,
        { ...kindSchema(kind as FieldKind), ...(about !== undefined && { description: about }) },
      ]),
    ),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function kindSchema(kind: FieldKind): FieldSchema {
  switch (kind.is) {
    case "choice":
      return { enum: kind.of.map(({ value }) => String(value)) };
    case "number":
      return { type: "number", minimum: kind.least ?? 0, maximum: kind.most ?? 1 };
    case "yes-no":
      return { type: "boolean" };
    case "list":
      return { type: "array", items: kindSchema(kind.item) };
    default:
      return { type: "string", minLength: 1, maxLength: MOST_CHARACTERS };
  }
}

const TAGS: Readonly<Record<string, FieldName>> = {
  content: "Content",
  verdict: "Verdict",
  reasoning: "VerdictReasoning",
  wouldChange: "WouldChange",
  movedBy: "MovedBy",
  confidence: "Confidence",
  to: "SpeakingTo",
  topic: "Topic",
  ready: "Ready",
  withdraw: "Withdrawn",
  pass: "Pass",
};

/** The scaffold for this question in GBNF, for servers that hold replies to a grammar. */
export function grammarOf(question: Question): string {
  const { state, names, speaker, cue } = question;
  const fields = messageFields(question).filter(({ name }) => name !== "cite");
  const parts = (...named: readonly string[]) =>
    named.flatMap((name) => {
      const field = fields.find((each) => each.name === name);
      return field === undefined ? [] : [field.required ? name : `${name}?`];
    });
  const isLast = state.scenario.prompt.scaffold === "verdict-last";
  const verdict = isLast ? "reasoning verdict" : "verdict reasoning";
  const grounds = [verdict, ...parts("wouldChange", "movedBy", "confidence")].join(" ");
  const stance = fields.some(({ name }) => name === "verdict") ? [`(${grounds})${cue.ballot ? "" : "?"}`] : [];
  const marks = parts("ready", "withdraw");
  const message = isLast ? ["content", ...stance, ...marks] : [...stance, ...marks, "content"];
  const body = cue.ballot ? stance : [...parts("to", "topic"), "artifacts?", `(${message.join(" ")} | pass)`];
  return [
    `root ::= "<Message>" ws speaker ${body.join(" ")} "</Message>"`,
    `speaker ::= "<Speaker>" ${literal(names.displayed(speaker))} "</Speaker>" ws`,
    ...fields.map(({ name, kind }) => {
      const tag = knownTag(name);
      return `${name} ::= "<${tag}>" ${kindRule(kind as FieldKind, name)} "</${tag}>" ws`;
    }),
    'artifacts ::= "<Artifacts>" ws artifact* "</Artifacts>" ws',
    'artifact ::= "<Artifact " [^<>]* ">" [^<]* "</Artifact>" ws',
    `text ::= ws [^< \\t\\n] [^<]{0,${MOST_CHARACTERS - 1}}`,
    'unit ::= "0" ("." [0-9]{1,4})? | "1"',
    "ws ::= [ \\t\\n]{0,8}",
  ].join("\n");
}

function knownTag(name: string): FieldName {
  return ownOf(TAGS, name) ?? "Content";
}

function kindRule(kind: FieldKind, name: string): string {
  if (kind.is === "choice") return `(${kind.of.map(({ value }) => literal(String(value))).join(" | ")})`;
  if (kind.is === "number") return "unit";
  if (kind.is === "yes-no") return name === "pass" ? '"true"' : '("true" | "false")';
  return "text";
}

function literal(text: string): string {
  return JSON.stringify(escapeText(text));
}

import { checkCitation } from "../../../scenario/documents/citations.ts";
import type { Document } from "../../../scenario/schema/scenario.ts";
import { blockquote, heading, list, type Markdown, md, paragraphs, verbatim } from "../../../text/markdown.ts";
import type { CrossReply, PanelAnswer } from "../facts.ts";

type NameOf = (id: string) => string;

export function answerParts(
  answer: PanelAnswer,
  nameOf: NameOf,
  documents: readonly Document[],
): readonly Markdown[] {
  const { panelist, model, status, stance, confidence, confidenceAsGiven, reasoning, evidence } = answer;
  const title = heading(3, `${nameOf(panelist)} (${model})`);
  if (status === "absent") return [title, md`No answer: ${answer.error ?? "no reason given"}`];
  if (status === "unparsed") {
    return [title, paragraphs("The answer was not in the form asked for; as it came:"), verbatim(answer.raw)];
  }
  const isAsGiven = confidenceAsGiven === null || confidenceAsGiven === confidence;
  const as = isAsGiven ? md`` : md` (given as ${confidenceAsGiven})`;
  const items = evidence.map(({ ref, quote, says }) => {
    const { found } = checkCitation({ ref, quote }, documents);
    return `${ref} "${quote}": ${says}${found === "absent" ? " (NOT FOUND in the documents)" : ""}`;
  });
  return [
    title,
    md`Stance: **${stance ?? "none"}**. Confidence: ${confidence ?? "not told"}${as}.${flagged(answer.flags)}`,
    blockquote(reasoning),
    ...(items.length > 0 ? [list(items)] : []),
  ];
}

export function replyParts(reply: CrossReply, nameOf: NameOf): readonly Markdown[] {
  const { panelist, status, label, response, counterArgument, finalStance, finalConfidence, flags } = reply;
  const title = heading(3, nameOf(panelist));
  if (status === "absent")
    return [title, md`No reply: ${reply.error ?? "no reason given"}. The first answer stands.`];
  const said =
    status === "unparsed"
      ? [paragraphs("Not in the form asked for; as it came:"), verbatim(reply.raw)]
      : [blockquote(response)];
  return [
    title,
    md`Label: **${label ?? "none"}**${flagged(flags)}. Stands at ${finalStance}, confidence ${finalConfidence ?? "not told"}.`,
    ...said,
    ...(counterArgument?.trim() ? [paragraphs("Counter-argument:"), blockquote(counterArgument)] : []),
  ];
}

function flagged(flags: readonly string[]): Markdown {
  return flags.length === 0 ? md`` : md` (${flags.join(", ")})`;
}

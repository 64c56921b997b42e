import { finalVerdict } from "../engine/meeting/decision/decide.ts";
import { type MeetingState, memberOf } from "../engine/transcript/state.ts";
import { makeDocument, normaliseText } from "../scenario/documents/document-text.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import { oneLine } from "../text/plain.ts";
import { outcomeInWords } from "./words.ts";

export function isSameQuestion(one: string, other: string): boolean {
  return oneLine(one).toLowerCase() === oneLine(other).toLowerCase();
}

/** An earlier meeting as a document, cited by the head hash of its transcript. `own`: its protocol's part. */
export function priorMeeting(
  state: MeetingState,
  {
    head,
    question,
    own,
  }: { readonly head: string; readonly question: string; readonly own: readonly string[] },
): Document {
  const { scenario, outcome, protocol } = state;
  const lines = [
    `# Earlier meeting: ${oneLine(scenario.title)}`,
    "",
    `Held at ${state.startedAt} by ${protocol.split("@")[0]}; transcript head ${head}.`,
    ...(state.simulated ? ["Simulated: no language model used."] : []),
    "",
    ...(isSameQuestion(scenario.question, question)
      ? []
      : ["It was asked another question than this meeting."]),
    `- Question: ${oneLine(scenario.question)}`,
    `- Outcome: ${outcome === null ? "not concluded" : oneLine(`${outcomeInWords(outcome)}; ${outcome.reason}`)}`,
    "",
    "## Who stood where",
    "",
    ...scenario.members.map(({ id, persona }) => `- ${oneLine(persona.name)}: ${standing(state, id)}`),
    ...own,
  ];
  return makeDocument({
    name: `prior-${scenario.name}-${head.slice(0, 8)}.md`,
    title: `Earlier meeting ${head.slice(0, 12)}`,
    subject: false,
    text: normaliseText(lines.join("\n")),
  });
}

function standing(state: MeetingState, id: string): string {
  const { verdict, reasoning, confidence } = finalVerdict(memberOf(state, id));
  const sure = confidence === null ? "" : `, confidence ${confidence}`;
  return `${verdict ?? "no verdict"}${sure}${reasoning === null ? "" : `. ${oneLine(reasoning)}`}`;
}

/** An earlier meeting as a document of another one: its question, outcome, positions and what a person recorded later. */

import { findFinalVerdict } from "../engine/meeting/decide.ts";
import { getMember, type MeetingState } from "../engine/transcript/state.ts";
import { nameOutcome } from "../engine/words/figures.ts";
import { dropMissing } from "../lists.ts";
import {
  makeDocument,
  normaliseText,
  toDocumentName,
} from "../scenario/documents/document-text.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import type { Article } from "../text/article.ts";
import { listLines } from "../text/article-lines.ts";
import { collapseSpace } from "../text/plain.ts";

export function isSameQuestion(one: string, other: string): boolean {
  return collapseSpace(one).toLowerCase() === collapseSpace(other).toLowerCase();
}

/** An earlier meeting as a document, cited by the head hash of its transcript. `own`: its protocol's part. */
export function createPriorDocument(
  state: MeetingState,
  {
    head,
    question,
    own,
    turnedOut,
  }: {
    head: string;
    question: string;
    own: Article;
    /** The later result, as a person recorded it. */
    turnedOut: string | null;
  },
): Document {
  const { scenario, outcome, protocol } = state;
  const lines = dropMissing([
    `# Earlier meeting: ${collapseSpace(scenario.title)}`,
    "",
    `Held at ${state.startedAt} by ${protocol.split("@")[0]}; transcript head ${head}.`,
    state.simulated && "Simulated: no language model used.",
    "",
    !isSameQuestion(scenario.question, question) &&
      "It was asked another question than this meeting.",
    `- Question: ${collapseSpace(scenario.question)}`,
    `- Outcome: ${outcome === null ? "not concluded" : collapseSpace(`${nameOutcome(outcome, scenario)}; ${outcome.reason}`)}`,
    turnedOut !== null && `- Later result: ${collapseSpace(turnedOut)}`,
    "",
    "## Who stood where",
    "",
    ...scenario.members.map(
      ({ id, persona }) => `- ${collapseSpace(persona.name)}: ${describeStand(state, id)}`,
    ),
    ...listLines(own).flatMap(({ text, isHeading }) =>
      isHeading ? ["", `## ${text}`, ""] : [text],
    ),
  ]);
  return makeDocument({
    name: toDocumentName(`prior-${scenario.name}-${head.slice(0, 8)}.md`),
    title: `Earlier meeting ${head.slice(0, 12)}`,
    subject: false,
    text: normaliseText(lines.join("\n")),
  });
}

function describeStand(state: MeetingState, id: string): string {
  const { verdict, reasoning, confidence } = findFinalVerdict(getMember(state, id));
  const sure = confidence === null ? "" : `, confidence ${confidence}`;
  return `${verdict ?? "no verdict"}${sure}${reasoning === null ? "" : `. ${collapseSpace(reasoning)}`}`;
}

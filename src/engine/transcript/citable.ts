import { ownOf } from "../../lists.ts";
import type { Citable, Sources } from "../../scenario/documents/citations.ts";
import { excerptOf, type LineSpan, type PrivateDocument } from "../../scenario/schema/private-evidence.ts";
import type { CheckedCitation } from "./event-fields.ts";
import type { Entry, MeetingState } from "./state.ts";

export function sourcesOf(
  {
    documents,
    entries,
    scenario,
    members,
  }: Pick<MeetingState, "documents" | "entries" | "scenario" | "members">,
  seat: string,
): Sources {
  const said = () => entries.flatMap(wordsOf);
  if (!scenario.private) return { documents, said };
  const quoted = [...members.values()].flatMap(({ citations }) =>
    citations.flatMap((each) => (each.ballot ? [] : [each])),
  );
  return { documents: [...documents, ...evidenceFor(scenario.private, seat, quoted)], said };
}

export function evidenceFor(
  evidence: readonly PrivateDocument[],
  seat: string,
  quoted: readonly CheckedCitation[],
): Citable[] {
  return evidence.map((each) => {
    const aloud = quoted.flatMap(({ found, place }): LineSpan[] =>
      place?.document === each.name && (found === "exact" || found === "near") ? [[place.from, place.to]] : [],
    );
    return excerptOf(each, [...(ownOf(each.shownTo, seat) ?? []), ...aloud]);
  });
}

function wordsOf(entry: Entry): readonly string[] {
  if (entry.kind === "message") return wordsSaid(entry.message);
  return entry.kind === "notice" || entry.kind === "interjection" ? [entry.text] : [];
}

export function wordsSaid({
  content,
  reasoning,
  wouldChange,
}: {
  readonly content: string;
  readonly reasoning: string | null;
  readonly wouldChange: string | null;
}): string[] {
  return [content, reasoning, wouldChange].filter((text) => text !== null);
}

import type { Outcome } from "../../engine/transcript/events.ts";
import { type Library, placeOf } from "../../showing/passages.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import type { Ground } from "./parts/words.tsx";

/** Of the passages that a member cited and that were found, the one quoted in the final reasoning, else the last. */
export function lastCited({ citations, reasoning }: MemberRow, library: Library): Ground | null {
  const found = citations.flatMap((citation) => {
    const place = citation.found === "absent" || citation.quote === "" ? null : placeOf(citation, library);
    return place ? [{ quote: citation.quote, place }] : [];
  });
  return found.findLast(({ quote }) => reasoning?.includes(quote)) ?? found.at(-1) ?? null;
}

export type StrongestLine = Ground & { readonly members: readonly MemberRow[] };

/** For and against what prevailed: the line that most members of each cited last, the first of equals. Options
 * without sides have neither: a line may be about any of them. */
export function strongestLines(table: VerdictTable, library: Library) {
  const { outcome, members, scenario } = table;
  if (scenario.sides === "none") return { for: null, against: null };
  const isFor = (row: MemberRow) => prevails(row, outcome);
  return {
    for: strongestOf(members.filter(isFor), library),
    against: strongestOf(
      members.filter((row) => row.final !== null && !isFor(row)),
      library,
    ),
  };
}

function prevails({ final, side }: MemberRow, outcome: Outcome | null): boolean {
  if (outcome?.option != null) return final === outcome.option;
  return side === (outcome?.side ?? "for");
}

function strongestOf(members: readonly MemberRow[], library: Library): StrongestLine | null {
  const groups = new Map<string, { readonly ground: Ground; readonly members: MemberRow[] }>();
  for (const row of members) {
    const ground = lastCited(row, library);
    if (!ground) continue;
    const key = `${ground.place.document} ${ground.place.from}`;
    const group = groups.get(key) ?? { ground, members: [] };
    group.members.push(row);
    groups.set(key, group);
  }
  const [most] = [...groups.values()].toSorted((a, b) => b.members.length - a.members.length);
  return most ? { ...most.ground, members: most.members } : null;
}

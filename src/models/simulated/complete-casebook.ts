import { coveredDocuments, joinCasebooks } from "../../scenario/casebook/casebook-parts.ts";
import type { Casebook, Requirement } from "../../scenario/schema/casebook.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import { foreignLanguage } from "./rules/language.ts";
import { type Reading, readByRules } from "./rules/read.ts";

/** A scenario whose casebook is of all its documents: those that it was not made from are read by rules. */
export function completeCasebook(scenario: Scenario): Scenario {
  const { casebook, documents, criteria } = scenario;
  const covered = coveredDocuments(casebook, documents);
  const unread = documents.filter(({ name }) => !covered.has(name));
  if (casebook && unread.length === 0) return scenario;
  const open = (casebook?.requirements ?? []).filter(({ met, by }) => met === "open" && by === undefined);
  const reading = readByRules({ documents, criteria, asked: open });
  if (!casebook) return { ...scenario, casebook: reading.casebook };
  return { ...scenario, casebook: joinCasebooks(casebook, addedBy(reading, casebook, unread, open.length)) };
}

/** What rules read in documents that were unread, and what they found of as many requirements that were open. */
function addedBy(
  { casebook: read, statements }: Reading,
  known: Casebook,
  unread: readonly Document[],
  open: number,
): Casebook {
  const names = new Set(unread.map(({ name }) => name));
  const isUnread = ({ ref }: { readonly ref: string }) => names.has(ref.slice(0, ref.lastIndexOf("#")));
  const kept = read.points.filter(isUnread);
  const idOf = freshIds(kept, known.points);
  const own = read.requirements.slice(open).filter(isUnread);
  const ownIdOf = freshIds(own, known.requirements);
  const found = [
    ...read.requirements.slice(0, open),
    ...own.map((each) => ({ ...each, id: ownIdOf.get(each.id)! })),
  ];
  const weighable = statements.filter((each) => names.has(each.document) && each.weighable);
  const [language] = unread.flatMap(({ text }) => foreignLanguage(text) ?? []);
  return {
    documents: Object.fromEntries(unread.map(({ name, sha256 }) => [name, sha256])),
    read: {
      by: "rules",
      statements: weighable.length,
      weighed: weighable.filter(({ point }) => point !== null).length,
      ...(language !== undefined && { language }),
    },
    requirements: found.map((each) => shownBy(each, idOf)),
    points: kept.map((point) => ({
      ...point,
      id: idOf.get(point.id)!,
      against: point.against.flatMap((id) => idOf.get(id) ?? []),
    })),
  };
}

function shownBy({ by, ...requirement }: Requirement, idOf: ReadonlyMap<string, string>): Requirement {
  const id = by === undefined ? undefined : idOf.get(by);
  return id === undefined ? requirement : { ...requirement, by: id };
}

type Named = { readonly id: string };

/** Ids that none of the known ones is. */
function freshIds(added: readonly Named[], known: readonly Named[]): ReadonlyMap<string, string> {
  const taken = new Set(known.map(({ id }) => id));
  return new Map(
    added.map(({ id }) => {
      let fresh = id;
      for (let n = 2; taken.has(fresh); n++) fresh = `${id}-${n}`;
      taken.add(fresh);
      return [id, fresh];
    }),
  );
}

import { knownOf } from "../../lists.ts";
import { coveredDocuments, freshId, joinCasebooks } from "../../scenario/casebook/casebook-parts.ts";
import type { Casebook } from "../../scenario/schema/casebook.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import { areNotes, pointsOfNotes } from "./notes.ts";
import { foreignLanguage } from "./rules/language.ts";
import { type RulesReading, readByRules } from "./rules/read.ts";

/** A scenario whose casebook is of all its documents. */
export function completeCasebook(scenario: Scenario): Scenario {
  const casebook = wholeCasebook(scenario);
  return casebook === scenario.casebook ? scenario : { ...scenario, casebook };
}

/** The casebook of all documents of a scenario: those that its own was not made from are read by rules. */
export function wholeCasebook(scenario: Scenario): Casebook {
  const notes = scenario.documents.filter(areNotes);
  if (notes.length === 0) return casebookOf(scenario);
  const papers = scenario.documents.filter((each) => !areNotes(each));
  const casebook = casebookOf({ ...scenario, documents: papers });
  const points = notes.flatMap((each) => pointsOfNotes(each, scenario.criteria));
  return { ...casebook, points: [...casebook.points, ...points] };
}

function casebookOf({ casebook, documents, criteria, question, verdicts }: Scenario): Casebook {
  const covered = coveredDocuments(casebook, documents);
  const unread = documents.filter(({ name }) => !covered.has(name));
  if (casebook && unread.length === 0) return casebook;
  const open = (casebook?.requirements ?? []).filter(({ met, by }) => met === "open" && by === undefined);
  const reading = readByRules({ documents, criteria, asked: open, matter: { question, verdicts } });
  return casebook ? joinCasebooks(casebook, addedBy(reading, casebook, unread, open.length)) : reading.casebook;
}

/** What rules read in documents that were unread, and what they found of as many requirements that were open. */
function addedBy(
  { casebook: read, statements }: RulesReading,
  known: Casebook,
  unread: readonly Document[],
  open: number,
): Casebook {
  const names = new Set(unread.map(({ name }) => name));
  const isUnread = ({ ref }: { readonly ref: string }) => names.has(ref.slice(0, ref.lastIndexOf("#")));
  const points = read.points.filter(isUnread);
  const requirements = read.requirements.filter((each, at) => at < open || isUnread(each));
  const pointId = freshIds(points, known.points);
  const requirementId = freshIds(requirements.slice(open), known.requirements);
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
    requirements: requirements.map(({ by, ...each }, at) => {
      const shown = pointId.get(by ?? "");
      const id = at < open ? each.id : knownOf(requirementId, each.id);
      return { ...each, id, ...(shown !== undefined && { by: shown }) };
    }),
    points: points.map((point) => ({
      ...point,
      id: knownOf(pointId, point.id),
      against: point.against.flatMap((id) => pointId.get(id) ?? []),
    })),
  };
}

type NamedParts = readonly { readonly id: string }[];

/** Ids that none of the known ones is. */
function freshIds(added: NamedParts, known: NamedParts): ReadonlyMap<string, string> {
  const taken = new Set(known.map(({ id }) => id));
  return new Map(added.map(({ id }) => [id, freshId(id, taken)]));
}

import { parseReference } from "../documents/citations.ts";
import type { Casebook, Coverage, Requirement } from "../schema/casebook.ts";
import type { Document } from "../schema/scenario.ts";

/** Names of the documents that a casebook was made from: those that it lists, and those that it quotes. */
export function documentsIn({ documents = {}, points, requirements }: Casebook): ReadonlySet<string> {
  return new Set([...Object.keys(documents), ...[...points, ...requirements].map(documentCited)]);
}

function documentCited({ ref }: { readonly ref: string }): string {
  return parseReference(ref)?.name ?? ref;
}

/** Names of the documents that need no more reading: one by hand that does not say is of all there are. */
export function coveredDocuments(
  casebook: Casebook | undefined,
  documents: readonly Pick<Document, "name">[],
): ReadonlySet<string> {
  if (!casebook) return new Set();
  const isOfAll = casebook.read === undefined && casebook.documents === undefined;
  return isOfAll ? new Set(documents.map(({ name }) => name)) : documentsIn(casebook);
}

/** A casebook without all that stands on some documents, and without what pointed there. */
export function withoutDocuments(casebook: Casebook, gone: ReadonlySet<string>): Casebook {
  const stays = (cites: { readonly ref: string }) => !gone.has(documentCited(cites));
  if (![...documentsIn(casebook)].some((name) => gone.has(name))) return casebook;
  const points = casebook.points.filter(stays);
  const left = new Set(points.map(({ id }) => id));
  const { documents, read } = casebook;
  return {
    ...casebook,
    ...(documents && {
      documents: Object.fromEntries(Object.entries(documents).filter(([name]) => !gone.has(name))),
    }),
    ...(read && { read: scaled(read, points.length, casebook.points.length) }),
    requirements: casebook.requirements.filter(stays).map((each) => stillMet(each, left)),
    points: points.map((point) => ({ ...point, against: point.against.filter((id) => left.has(id)) })),
  };
}

/** Without the point that showed it, whether a requirement is met is open again. */
function stillMet(requirement: Requirement, points: ReadonlySet<string>): Requirement {
  const { by, ...rest } = requirement;
  return by !== undefined && points.has(by) ? requirement : { ...rest, met: "open" };
}

/** What was read is not known document by document: it is taken to go with the points. */
function scaled(read: Coverage, kept: number, all: number): Coverage {
  const share = all === 0 ? 0 : kept / all;
  return {
    ...read,
    statements: Math.round(read.statements * share),
    weighed: Math.round(read.weighed * share),
  };
}

/** Two casebooks of one case as one; what the second says of a requirement of the first stands. */
export function joinCasebooks(first: Casebook, second: Casebook): Casebook {
  const { documents, requirements } = second;
  const anew = new Set(requirements.map(({ id }) => id));
  const read = first.read || second.read ? joinCoverage(readOf(first), readOf(second)) : undefined;
  return {
    ...((first.documents || documents) && { documents: { ...first.documents, ...documents } }),
    ...(read && { read }),
    requirements: [...first.requirements.filter(({ id }) => !anew.has(id)), ...requirements],
    points: [...first.points, ...second.points],
  };
}

/** How much a casebook holds of its documents; one that does not say was written by hand, and holds it all. */
export function readOf({ read, points }: Pick<Casebook, "read" | "points">): Coverage {
  return read ?? { by: "hand", statements: points.length, weighed: points.length };
}

/** What several readings come to together; who read nothing of weight is not named. */
function joinCoverage(...readings: readonly Coverage[]): Coverage {
  const telling = readings.filter(({ statements, language }) => statements > 0 || language !== undefined);
  const of = telling.length > 0 ? telling : readings.slice(0, 1);
  const distinct = (all: readonly (string | undefined)[]) =>
    [...new Set(all.filter((each) => each !== undefined))].join(" and ");
  const language = distinct(of.map((each) => each.language));
  return {
    by: distinct(of.map(({ by }) => by)),
    statements: of.reduce((sum, { statements }) => sum + statements, 0),
    weighed: of.reduce((sum, { weighed }) => sum + weighed, 0),
    ...(language !== "" && { language }),
  };
}

/** How a copy of a case differs from it: what its words, and its documents' names, became. */
export type CaseMapping = {
  readonly text: (text: string) => string;
  readonly name: (name: string) => string;
};

/** A casebook for a copy of its case, such as a blinded one; ids and digests stay those of what was read. */
export function mapCasebook(casebook: Casebook, { text, name }: CaseMapping): Casebook {
  const refIn = (ref: string) => ref.replace(/^[^#]+/, name);
  const { documents, read } = casebook;
  return {
    ...(documents && {
      documents: Object.fromEntries(Object.entries(documents).map(([each, digest]) => [name(each), digest])),
    }),
    ...(read && { read }),
    requirements: casebook.requirements.map((each) => ({
      ...each,
      text: text(each.text),
      ref: refIn(each.ref),
    })),
    points: casebook.points.map(({ asks, settles, holds, tests, ...each }) => ({
      ...each,
      ref: refIn(each.ref),
      quote: text(each.quote),
      says: text(each.says),
      ...(asks !== undefined && { asks: text(asks) }),
      ...(settles !== undefined && { settles: text(settles) }),
      ...(holds !== undefined && { holds: text(holds) }),
      ...(tests && { tests: tests.map((test) => ({ ...test, text: text(test.text) })) }),
    })),
  };
}

/** An id, with a number where it is taken; it is taken from then on. */
export function freshId(id: string, taken: Set<string>): string {
  let fresh = id;
  for (let n = 2; taken.has(fresh); n++) fresh = `${id}-${n}`;
  taken.add(fresh);
  return fresh;
}

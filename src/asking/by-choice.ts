import { stringify } from "yaml";
import { readByRules } from "../models/simulated/rules/read.ts";
import type { Casebook, Point } from "../scenario/schema/casebook.ts";
import type { Criterion, Document } from "../scenario/schema/scenario.ts";
import { escapeRegExp } from "../text/plain.ts";
import type { NamedChoice } from "./choices.ts";

/** What is known of the choices beside what rules read: documents that are not read, and points on them. */
type KnownBefore = { readonly documents: readonly Document[]; readonly points: readonly Point[] };

/**
 * A casebook in which each point speaks of the one choice that its line, its heading or its document names: so that
 * simulated members choose among them. Null where no point names one.
 */
export function casebookByChoice(
  documents: readonly Document[],
  criteria: readonly Criterion[],
  choices: readonly NamedChoice[],
  known: KnownBefore = { documents: [], points: [] },
): string | null {
  const { casebook, statements } = readByRules({ documents, criteria });
  const points = casebook.points.flatMap((point) => {
    const statement = statements.find((each) => each.point?.id === point.id);
    const document = documents.find(({ name }) => name === statement?.document);
    if (!statement || !document) return [];
    const line = document.text.split("\n")[statement.line - 1] ?? "";
    const places = [`${statement.text} ${line}`, statement.section, `${document.title} ${document.name}`];
    const spoken = places.map((place) => choices.filter(({ name }) => isNamed(place, name)));
    const [one, ...more] = spoken.find((found) => found.length > 0) ?? [];
    return one && more.length === 0 ? [{ ...point, candidate: one.id }] : [];
  });
  if (points.length + known.points.length === 0) return null;
  const kept = new Set(points.map(({ id }) => id));
  const bound = points.map((point) => ({ ...point, against: point.against.filter((id) => kept.has(id)) }));
  const digests = known.documents.map(({ name, sha256 }) => [name, sha256] as const);
  const value: Casebook = {
    ...casebook,
    documents: { ...casebook.documents, ...Object.fromEntries(digests) },
    requirements: [],
    points: [...bound, ...known.points],
  };
  return `# Read by rules, each point with the choice that its line, heading or document names. Edit it freely.\n${stringify(value, { lineWidth: 110 })}`;
}

function isNamed(place: string, name: string): boolean {
  const escaped = escapeRegExp(name);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(place);
}

import { stringify } from "yaml";
import { readByRules, type Statement } from "../models/simulated/rules/read.ts";
import type { Casebook, Coverage, Point } from "../scenario/schema/casebook.ts";
import type { Criterion, Document } from "../scenario/schema/scenario.ts";
import { escapeRegExp } from "../text/plain.ts";
import type { NamedChoice } from "./choices.ts";
import { pricePoints } from "./prices.ts";

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
  const spoken = statements.flatMap((statement) => {
    const choice = choiceOf(statement, documents, choices);
    return choice === null ? [] : [{ statement, choice }];
  });
  const read = spoken.flatMap(({ statement: { point }, choice }) =>
    point ? [{ ...point, candidate: choice.id }] : [],
  );
  const priced = pricePoints(spoken, criteria);
  const points = [...read, ...priced];
  if (points.length + known.points.length === 0) return null;
  const kept = new Set(points.map(({ id }) => id));
  const bound = points.map((point) => ({ ...point, against: point.against.filter((id) => kept.has(id)) }));
  const digests = known.documents.map(({ name, sha256 }) => [name, sha256] as const);
  const value: Casebook = {
    ...casebook,
    ...(casebook.read && { read: withPrices(casebook.read, priced.length) }),
    documents: { ...casebook.documents, ...Object.fromEntries(digests) },
    requirements: [],
    points: [...bound, ...known.points],
  };
  return `# Read by rules, each point with the choice that its line, heading or document names. Edit it freely.\n${stringify(value, { lineWidth: 110 })}`;
}

/** The one choice that a statement's line, its heading or its document names; null where none or several are. */
function choiceOf(
  { document: of, line: at, text, section }: Statement,
  documents: readonly Document[],
  choices: readonly NamedChoice[],
): NamedChoice | null {
  const document = documents.find(({ name }) => name === of);
  if (!document) return null;
  const line = document.text.split("\n")[at - 1] ?? "";
  const places = [`${text} ${line}`, section, `${document.title} ${document.name}`];
  const spoken = places.map((place) => choices.filter(({ name }) => isNamed(place, name)));
  const [one, ...more] = spoken.find((found) => found.length > 0) ?? [];
  return one && more.length === 0 ? one : null;
}

/** Prices that are compared are read. */
function withPrices(read: Coverage, priced: number): Coverage {
  return { ...read, weighed: Math.min(read.statements, read.weighed + priced) };
}

function isNamed(place: string, name: string): boolean {
  const escaped = escapeRegExp(name);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(place);
}

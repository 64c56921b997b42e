import { parseReference } from "../../scenario/documents/citations.ts";
import { type Casebook, type Point, type Requirement, WHOLE_CASE } from "../../scenario/schema/casebook.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import { pointKey } from "./point-key.ts";

/** A point of the casebook, ready to be argued with. */
export type Fact = {
  readonly index: number;
  readonly point: Point;
  /** What draws are made by: the same for equal substance under other names. */
  readonly key: string;
  /** What it shows, by index of the criterion. */
  readonly bears: readonly number[];
  /** The criterion it bears on most. */
  readonly criterion: number;
  readonly document: string;
  readonly first: number;
  readonly last: number;
  /** `line 31`, or `line 12 of the job description` where that is not what is judged. */
  readonly line: string;
  /** Facts it is weighed against, and those that weigh against it. */
  readonly against: readonly number[];
  /** Its sentences and question in lower case, by which it is known when spoken of. */
  readonly saying: string;
  readonly asking: string | null;
  /** What it says is the quote over again: one of the two is enough. */
  readonly isEcho: boolean;
};

/** A requirement, and how prose calls its place. */
export type Asked = Requirement & { readonly line: string };

/** Everything members can know of a matter; the same for all who were shown the same documents. */
export type Book = {
  readonly criteria: readonly { readonly id: string; readonly name: string }[];
  readonly facts: readonly Fact[];
  readonly requirements: readonly Asked[];
  /** Share of the statements that were read, 0 to 1. */
  readonly coverage: number;
  readonly read: NonNullable<Casebook["read"]>;
  /** Documents that plead their own cause have to show more: added against, 0 to 0.4. */
  readonly bar: number;
  /** The facts choose among candidates: each verdict for is one. */
  readonly isChoice: boolean;
};

/** The book of a scenario whose casebook is complete. */
export function makeBook(scenario: Scenario, casebook: Casebook, documents: readonly Document[]): Book {
  const criteria =
    scenario.criteria.length > 0
      ? scenario.criteria.map(({ id, name }) => ({ id, name }))
      : [{ id: WHOLE_CASE, name: "the case as a whole" }];
  const placeOf = placesIn(documents);
  const standing = casebook.points.filter(({ ref }) => placeOf(ref) !== null);
  const at = new Map(standing.map(({ id }, index) => [id, index]));
  const against = standing.map(() => new Set<number>());
  standing.forEach(({ against: ids }, index) => {
    for (const id of ids) {
      const other = at.get(id);
      if (other === undefined) continue;
      against[index]!.add(other);
      against[other]!.add(index);
    }
  });
  const facts = standing.map((point, index): Fact => {
    const bears = criteria.map(({ id }) => point.bears[id] ?? 0);
    const strength = bears.map(Math.abs);
    return {
      index,
      point,
      key: pointKey(point),
      bears,
      criterion: strength.indexOf(Math.max(...strength)),
      ...placeOf(point.ref)!,
      against: [...against[index]!],
      saying: point.says.toLowerCase(),
      asking: point.asks?.toLowerCase() ?? null,
      isEcho: isEcho(point),
    };
  });
  const requirements = casebook.requirements.flatMap((each) => {
    const place = placeOf(each.ref);
    return place === null ? [] : [{ ...each, line: place.line }];
  });
  const read = casebook.read ?? { by: "hand", statements: facts.length, weighed: facts.length };
  return {
    criteria,
    facts,
    requirements,
    read,
    coverage: read.statements === 0 ? 0 : Math.min(1, read.weighed / read.statements),
    bar: read.by === "hand" ? 0 : barOf(facts),
    isChoice: facts.some(({ point }) => point.candidate !== undefined),
  };
}

/** Words by which rules make a clause of a line. */
const GLUE = new Set(
  "the a an candidate candidate's company company's file lists says their they them was were is are has had".split(
    " ",
  ),
);
const ECHO = 0.7;

function isEcho({ says, quote }: Point): boolean {
  const [own, there] = [says, quote].map((text) => new Set(wordsOf(text).filter((word) => !GLUE.has(word))));
  const shared = [...own!].filter((word) => there!.has(word)).length;
  return shared >= ECHO * Math.max(own!.size, there!.size);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** A page of praise may be all there is; many pages of it were written to persuade. */
const MANY = 40;

function barOf(facts: readonly Fact[]): number {
  const all = facts.flatMap(({ bears }) => bears);
  const sum = all.reduce((total, each) => total + each, 0);
  const weighed = all.reduce((total, each) => total + Math.abs(each), 1);
  const share = Math.min(1, facts.length / MANY);
  return Math.max(0, Math.min(0.4, 0.45 * (sum / weighed) * share));
}

type Place = Pick<Fact, "document" | "first" | "last" | "line">;

/** Where a reference leads, and what prose calls it; null where its document is not there. */
function placesIn(documents: readonly Document[]): (ref: string) => Place | null {
  const main = documents.find(({ subject }) => subject) ?? (documents.length === 1 ? documents[0] : undefined);
  return (ref) => {
    const parsed = parseReference(ref);
    const document = documents.find(({ name }) => name === parsed?.name);
    if (parsed === null || document === undefined) return null;
    const { from: first, to: last } = parsed;
    const line = document === main ? `line ${first}` : `line ${first} of ${titleInProse(document)}`;
    return { document: document.name, first, last, line };
  };
}

const TWO_NAMES = /\p{Lu}[\p{Ll}'’-]+\s+\p{Lu}\p{Ll}/u;
const MOST_NOUN_WORDS = 5;

/** `Job description` is called `the job description`, `Candidate A` candidate A; a name or a whole phrase keeps its capitals. */
export function titleInProse({ title, name }: Pick<Document, "title" | "name">): string {
  const named = /^\p{Lu}\p{Ll}+ \p{Lu}(?=: )/u.exec(title)?.[0];
  if (named !== undefined) return named[0]!.toLowerCase() + named.slice(1);
  const head = title
    .replace(/\s+(?:of|for|on|by|from|about)\s.*$/i, "")
    .replace(/[:,(–—].*$/, "")
    .trim();
  if (head === "" || /\.\w{1,5}$/.test(head)) return name;
  if (/^\p{Lu}\p{Ll}+ (?:\p{Lu}|\d+)$/u.test(head)) return `${head[0]!.toLowerCase()}${head.slice(1)}`;
  if (head.startsWith("The ")) return `the ${head.slice(4)}`;
  if (TWO_NAMES.test(head) || head.split(/\s+/).length > MOST_NOUN_WORDS) return `the text headed ${head}`;
  return /^\p{Lu}\p{Ll}/u.test(head) ? `the ${head[0]!.toLowerCase()}${head.slice(1)}` : `the ${head}`;
}

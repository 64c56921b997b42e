import { ownOf } from "../../lists.ts";
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
  /** Of each criterion, by index: the facts that bear on it. */
  readonly bearing: readonly (readonly Fact[])[];
  readonly requirements: readonly Asked[];
  /** Share of the statements that were read, 0 to 1. */
  readonly coverage: number;
  readonly read: NonNullable<Casebook["read"]>;
  /** The facts choose among candidates: each verdict for is one. */
  readonly isChoice: boolean;
};

const WHOLE = [{ id: WHOLE_CASE, name: "the case as a whole" }];

/** The book of a scenario whose casebook is complete. */
export function makeBook(scenario: Scenario, casebook: Casebook, documents: readonly Document[]): Book {
  const criteria = scenario.criteria.length > 0 ? scenario.criteria : WHOLE;
  const placeOf = placesIn(documents);
  const standing = casebook.points.flatMap((point) => {
    const place = placeOf(point.ref);
    return place === null ? [] : [{ point, place }];
  });
  const facts = standing.map(({ point, place }, index): Fact => {
    const bears = criteria.map(({ id }) => ownOf(point.bears, id) ?? 0);
    const strength = bears.map(Math.abs);
    return {
      index,
      point,
      key: pointKey(point),
      bears,
      criterion: strength.indexOf(Math.max(...strength)),
      ...place,
      against: standing.flatMap(({ point: { id, against } }, at) =>
        point.against.includes(id) || against.includes(point.id) ? [at] : [],
      ),
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
    bearing: criteria.map((_, at) => facts.filter(({ bears }) => bears[at] !== 0)),
    requirements,
    read,
    coverage: read.statements === 0 ? 0 : Math.min(1, read.weighed / read.statements),
    isChoice: facts.some(({ point }) => point.candidate !== undefined),
  };
}

/** Share of the words of both that says the quote over again. */
const ECHO = 0.7;

function isEcho({ says, quote }: Point): boolean {
  const [own, there] = [tellingWords(says), tellingWords(quote)];
  const shared = [...own].filter((word) => there.has(word)).length;
  return shared >= ECHO * Math.max(own.size, there.size);
}

function tellingWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{L}{4,}|\p{N}[\p{N}.,]*/gu));
}

type FactPlace = Pick<Fact, "document" | "first" | "last" | "line">;

/** Where a reference leads, and what prose calls it; null where its document is not there. */
function placesIn(documents: readonly Document[]): (ref: string) => FactPlace | null {
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

/** Two words with capitals side by side. */
const NAMED = /\p{Lu}[\p{Ll}'’-]+\s+\p{Lu}\p{Ll}/u;
const QUESTION = /^(?:What|How|Why|Who|Where|When)\b/;

/** `Job description` is called `the job description`, `Candidate A: ...` candidate A, `Your own notes ...` the notes; a name or a whole phrase keeps its capitals. */
export function titleInProse({ title, name }: Pick<Document, "title" | "name">): string {
  const small = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  const lettered = /^\p{Lu}\p{Ll}+ (?:\p{Lu}|\d+)(?=:|$)/u.exec(title)?.[0];
  if (lettered !== undefined) return small(lettered);
  const whole = title
    .replace(/^Your own /, "")
    .replace(/[:,(–—].*$/, "")
    .trim();
  const short = whole.replace(/\s+(?:of|for|on|by|from|about)\s.*$/i, "");
  // `Head of Emergency Services` is called by all of it, and `Proposal of the head of support` the proposal.
  const head = !short.includes(" ") && NAMED.test(whole) ? whole : short;
  if (head === "" || /\.\w{1,5}$/.test(head)) return name;
  const isNamed = NAMED.test(head) || head.split(/\s+/).length > 5;
  if ((isNamed && !head.startsWith("The ")) || QUESTION.test(head)) return `the text headed ${head}`;
  return /^The |^\p{Lu}\p{Ll}/u.test(head) ? `the ${small(head.replace(/^The /, ""))}` : `the ${head}`;
}

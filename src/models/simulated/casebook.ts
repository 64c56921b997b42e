import type { Scenario } from "../../scenario/scenario.ts";
import { hashText } from "./chance.ts";
import { bearing, type Yardstick, yardsticksOf } from "./criteria.ts";
import { handleOf } from "./handle.ts";
import { type Kind, kindOf, polarityOf } from "./lexicon.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { readDocuments, readQuestion, type SentDocument } from "./prompt.ts";
import { countWords, excerptOf, glimpseOf } from "./quote.ts";
import { neighboursOf } from "./relations.ts";
import { subjectName, titleInProse } from "./subject.ts";
import { stemsOf, wordsOf } from "./words.ts";

/** A passage that speaks for or against, ready to be argued with. */
export type Fact = {
  readonly index: number;
  readonly document: string;
  /** As prose calls its document, such as `the job description`. */
  readonly place: string;
  readonly isSubject: boolean;
  readonly line: number;
  /** `resume.md#L12`. */
  readonly ref: string;
  readonly text: string;
  /** Word for word from the line. */
  readonly quote: string;
  /** `the disputed pages`, or empty. */
  readonly handle: string;
  /** The quotation's first few words, for want of a handle. */
  readonly glimpse: string;
  /** What it shows, where the scenario says so. */
  readonly claim: string | null;
  readonly polarity: number;
  readonly kind: Kind;
  /** Index of the criterion it bears on most. */
  readonly criterion: number;
  /** Share of each criterion, by index; sums to 1. */
  readonly shares: readonly number[];
  readonly stems: ReadonlySet<string>;
  readonly years: readonly number[];
  /** Tells facts apart in draws. */
  readonly hash: number;
};

/** What the case is asked for in a document that sets the terms, such as a job description. */
export type Requirement = {
  readonly passage: Passage;
  readonly place: string;
  readonly criterion: number;
  readonly stems: ReadonlySet<string>;
};

/** The words of a requirement that a certain fact can be held against. */
export type Asked = {
  readonly ref: string;
  readonly line: number;
  readonly place: string;
  readonly quote: string;
};

/** Everything a member can find in the documents; the same for all members of a meeting. */
export type Casebook = {
  readonly yardsticks: readonly Yardstick[];
  readonly facts: readonly Fact[];
  /** Facts by `document#line`. */
  readonly byLine: ReadonlyMap<string, readonly Fact[]>;
  readonly requirements: readonly Requirement[];
  /** For each fact, those on the same matter that point the other way, nearest first. */
  readonly counters: readonly (readonly number[])[];
  /** For each fact, those on the same matter that point the same way, nearest first. */
  readonly allies: readonly (readonly number[])[];
  /** For each fact, what it is measured against, nearest first. */
  readonly asked: readonly (readonly Asked[])[];
  /** How much a shared word ties two passages together, by stem. */
  readonly rarity: ReadonlyMap<string, number>;
  /** What the whole document has to exceed: one written to persuade has to show more before it convinces. */
  readonly bar: number;
  /** What prose calls the judged: a name, or `the candidate`, `the company`, `the case`. */
  readonly subject: string;
  /** The document that lines are counted in where none is named. */
  readonly main: string;
};

const KEPT = 6;
const cache = new Map<string, { readonly scenario: Scenario; readonly book: Casebook }>();

/** Reads the documents out of what a member was sent; the last few results are kept. */
export function casebookOf(sent: string, scenario: Scenario): Casebook {
  const known = cache.get(sent);
  if (
    known !== undefined &&
    known.scenario.criteria === scenario.criteria &&
    known.scenario.evidence === scenario.evidence
  )
    return known.book;
  const book = readCase(sent, scenario);
  cache.delete(sent);
  cache.set(sent, { scenario, book });
  if (cache.size > KEPT) cache.delete(cache.keys().next().value!);
  return book;
}

function readCase(sent: string, scenario: Scenario): Casebook {
  const documents = readDocuments(sent);
  const main = documents.find((each) => each.subject) ?? documents[0];
  const yardsticks = yardsticksOf(scenario.criteria, documents);
  const setsTerms = (each: SentDocument): boolean =>
    main?.subject === true && each !== main && isNormative(each);
  const drafts = documents
    .filter((each) => !setsTerms(each))
    .flatMap((each) => draftsOf(each, yardsticks, main));
  const facts = withEvidence(drafts, scenario, yardsticks).map((draft, index) => ({
    ...draft,
    index,
    hash: hashText(draft.ref, index),
  }));
  const requirements = documents
    .filter(setsTerms)
    .flatMap((each) => passagesOf(each).map((passage) => requirementOf(passage, yardsticks)))
    .filter((each) => each !== null);
  const byLine = new Map<string, Fact[]>();
  for (const fact of facts) byLine.set(fact.ref, [...(byLine.get(fact.ref) ?? []), fact]);
  return {
    yardsticks,
    facts,
    byLine,
    requirements,
    ...neighboursOf(facts, requirements),
    bar: barOf(facts),
    subject: subjectName(main, readQuestion(sent)),
    main: main?.name ?? "",
  };
}

type Draft = Omit<Fact, "index" | "hash">;

const LEAST_POLARITY = 0.2;

/** A passage without a keyword bears on what its section is mostly about. */
function draftsOf(
  document: SentDocument,
  yardsticks: readonly Yardstick[],
  main: SentDocument | undefined,
): Draft[] {
  const passages = passagesOf(document).filter(({ isPreface }) => !isPreface);
  const shares = passages.map(({ text, section }) => sharesOf(text, section, yardsticks));
  const bySection = new Map<string, number[]>();
  passages.forEach(({ section }, index) => {
    const sums = bySection.get(section) ?? yardsticks.map(() => 0);
    shares[index]?.forEach((share, at) => {
      sums[at]! += share;
    });
    bySection.set(section, sums);
  });
  return passages
    .map((passage, index) => {
      const own = shares[index] ?? themeOf(bySection.get(passage.section)!);
      return own === null ? null : draftOf(passage, own, yardsticks, main);
    })
    .filter((each) => each !== null);
}

function themeOf(sums: readonly number[]): number[] | null {
  const most = Math.max(...sums);
  const total = sums.reduce((sum, each) => sum + each, 0);
  return most >= 2 && most > total * 0.4 ? sums.map((each) => (each === most ? 1 : 0)) : null;
}

function draftOf(
  passage: Passage,
  shares: readonly number[],
  yardsticks: readonly Yardstick[],
  main: SentDocument | undefined,
): Draft | null {
  const { text, document } = passage;
  if (countWords(text) < 4 || text.endsWith("?") || text.endsWith(":")) return null;
  const polarity = polarityOf(text);
  if (Math.abs(polarity) < LEAST_POLARITY) return null;
  const criterion = shares.indexOf(Math.max(...shares));
  const telling = tellingFor(yardsticks[criterion]!, polarity);
  const excerpt = excerptOf(text, telling);
  const line = passage.lineAt(excerpt.start);
  if (line !== passage.lineAt(excerpt.start + excerpt.text.length - 1)) return null;
  if (countWords(excerpt.text) < 3) return null;
  return {
    document: document.name,
    place: titleInProse(document),
    isSubject: document === main,
    line,
    ref: `${document.name}#L${line}`,
    text,
    quote: excerpt.text,
    handle: handleOf(text, excerpt.text, telling),
    glimpse: glimpseOf(excerpt.text),
    claim: null,
    polarity,
    kind: kindOfPassage(text, excerpt.text, polarity),
    criterion,
    shares,
    stems: stemsOf(text),
    years: [...text.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => Number(year)),
  };
}

function requirementOf(passage: Passage, yardsticks: readonly Yardstick[]): Requirement | null {
  const shares = sharesOf(passage.text, passage.section, yardsticks);
  const asks = ASKS.test(passage.text) || ASKING_SECTION.test(passage.section);
  if (shares === null || !asks || passage.isPreface || countWords(passage.text) < 4) return null;
  const criterion = shares.indexOf(Math.max(...shares));
  return { passage, place: titleInProse(passage.document), criterion, stems: stemsOf(passage.text) };
}

/** Shares of the criteria a passage bears on, the two strongest only; null where it bears on none. */
function sharesOf(text: string, section: string, yardsticks: readonly Yardstick[]): number[] | null {
  const lower = text.toLowerCase();
  const words = wordsOf(text);
  const scores = yardsticks.map((yard) => bearing(lower, words, section, yard));
  if (yardsticks.length === 1 && scores[0] === 0) scores[0] = 1;
  const [first = 0, second = 0] = [...scores].sort((a, b) => b - a);
  if (first === 0) return null;
  const least = second >= first * 0.6 ? second : first;
  let kept = 0;
  const strong = scores.map((score) => (score >= least && score > 0 && kept++ < 2 ? score : 0));
  const sum = strong.reduce((total, score) => total + score, 0);
  return strong.map((score) => score / sum);
}

function tellingFor(yard: Yardstick, polarity: number): (text: string) => number {
  return (text) => {
    const lower = text.toLowerCase();
    let score = /\d/.test(text) ? 0.5 : 0;
    for (const word of wordsOf(text)) if (yard.single.has(word)) score += 1;
    for (const phrase of yard.phrases) if (lower.includes(phrase)) score += 1;
    const own = polarityOf(text);
    return score + (own * polarity > 0 ? Math.abs(own) * 2.5 : -Math.abs(own));
  };
}

/** Evidence the scenario lists by hand takes the place of what was read from the same line. */
function withEvidence(drafts: readonly Draft[], scenario: Scenario, yardsticks: readonly Yardstick[]): Draft[] {
  if (scenario.evidence.length === 0) return [...drafts];
  const given = new Map<string, (typeof scenario.evidence)[number]>();
  for (const each of scenario.evidence) given.set(each.ref.replace(/-L\d+$/, ""), each);
  return drafts.map((draft) => {
    const evidence = given.get(draft.ref);
    const criterion = yardsticks.findIndex((yard) => yard.id === evidence?.criterion);
    if (evidence === undefined || criterion === -1 || !speaksOf(draft, evidence.claim)) return draft;
    const shares = yardsticks.map((_, index) => (index === criterion ? 1 : 0));
    const kind = kindOfPassage(draft.text, draft.quote, evidence.strength);
    return { ...draft, polarity: evidence.strength, claim: evidence.claim, criterion, shares, kind };
  });
}

/** A listed claim counts only where the line still speaks of the same thing: the document may have been exchanged. */
function speaksOf(draft: Draft, claim: string): boolean {
  for (const each of stemsOf(claim)) if (draft.stems.has(each)) return true;
  return false;
}

const SETS_TERMS =
  /\b(?:description|policy|policies|guidelines?|criteria|mandate|thesis|rules?|standards?|requirements?|brief|statute|code|charter|terms of reference)\b/i;
const ASKS =
  /\b(?:must|at least|at most|requires?|required|should|shall|expects?|expected|needs?|below|above|preferred)\b/i;

const ASKING_SECTION =
  /\b(?:must|nice to have|success|looks? for|needs?|requirements?|criteria|expect\w*|standards?|conditions?|protection|qualifications?|should)\b/i;

function isNormative(document: SentDocument): boolean {
  if (SETS_TERMS.test(document.title) || SETS_TERMS.test(document.name)) return true;
  const lines = document.lines.filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.filter((line) => ASKS.test(line)).length > lines.length / 3;
}

function barOf(facts: readonly Fact[]): number {
  const sum = facts.reduce((total, { polarity }) => total + polarity, 0);
  const weighed = facts.reduce((total, { polarity }) => total + Math.abs(polarity), 1);
  return Math.max(0.04, Math.min(0.4, 0.05 + 0.45 * (sum / weighed)));
}

/** The words that will be quoted say best what a passage reports. */
function kindOfPassage(text: string, quote: string, polarity: number): Kind {
  const kind = kindOf(quote, polarity);
  return kind === "other" ? kindOf(text, polarity) : kind;
}

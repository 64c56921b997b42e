import type { Scenario } from "../../../scenario/scenario.ts";
import { hashText } from "../chance.ts";
import { absencesIn } from "./absences.ts";
import { type Yardstick, yardsticksOf } from "./criteria.ts";
import { type Draft, draftsOf, evidenceOf, type Reading, withEvidence } from "./facts.ts";
import type { Kind } from "./kind.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { readDocuments, readQuestion, type SentDocument } from "./prompt.ts";
import { countWords } from "./quote.ts";
import { neighboursOf } from "./relations.ts";
import { sharesOf } from "./shares.ts";
import { subjectName, titleInProse } from "./subject.ts";
import { stemsOf } from "./words.ts";

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
    known.scenario.casebook === scenario.casebook
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
  const requirements = documents
    .filter(setsTerms)
    .flatMap((each) => passagesOf(each).map((passage) => requirementOf(passage, yardsticks)))
    .filter((each) => each !== null);
  const isTrial = scenario.options.trial !== undefined;
  const judged = documents.filter((each) => !setsTerms(each));
  const evidence = evidenceOf(scenario.casebook);
  const drafts = draftsIn(judged, { yardsticks, main, requirements, evidence });
  const facts = withEvidence(drafts, evidence, yardsticks).map((draft, index) => ({
    ...draft,
    kind: isTrial ? ("proof" as const) : draft.kind,
    index,
    hash: hashText(draft.ref, index),
  }));
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

/**
 * Fewer facts than this give nobody enough to argue from: a second reading is generous, and counts what is asked for
 * where nothing speaks for the matter.
 */
const FEW = 20;
const ENOUGH_MERIT = 0.5;

function draftsIn(judged: readonly SentDocument[], reading: Reading): Draft[] {
  const plain = judged.flatMap((each) => draftsOf(each, reading));
  if (plain.length >= FEW) return plain;
  const generous = judged.flatMap((each) => draftsOf(each, { ...reading, isGenerous: true }));
  const merits = generous.filter(({ polarity }) => polarity > 0);
  const meritOn = reading.yardsticks.map(() => 0);
  for (const { criterion, polarity } of merits) meritOn[criterion]! += polarity;
  const open = reading.requirements.filter(({ criterion }) => meritOn[criterion]! < ENOUGH_MERIT);
  const said = { passages: judged.flatMap(passagesOf), merits };
  return [...generous, ...absencesIn(open, said, reading.yardsticks)];
}

function requirementOf(passage: Passage, yardsticks: readonly Yardstick[]): Requirement | null {
  const shares = sharesOf(passage.text, passage.section, yardsticks);
  const asks = ASKS.test(passage.text) || ASKING_SECTION.test(passage.section);
  if (shares === null || !asks || passage.isPreface || countWords(passage.text) < 4) return null;
  const criterion = shares.indexOf(Math.max(...shares));
  return { passage, place: titleInProse(passage.document), criterion, stems: stemsOf(passage.text) };
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

/** A page of praise may be all there is; many pages of it were written to persuade. */
const MANY = 40;

function barOf(facts: readonly Fact[]): number {
  const sum = facts.reduce((total, { polarity }) => total + polarity, 0);
  const weighed = facts.reduce((total, { polarity }) => total + Math.abs(polarity), 1);
  const share = Math.min(1, facts.length / MANY);
  return Math.max(0.04, Math.min(0.4, (0.02 + 0.45 * (sum / weighed)) * share));
}

import type { Scenario } from "../../../scenario/scenario.ts";
import type { Fact, Requirement } from "./casebook.ts";
import type { Yardstick } from "./criteria.ts";
import { handleOf } from "./handle.ts";
import { kindOf } from "./kind.ts";
import { type Passage, passagesOf } from "./passages.ts";
import type { SentDocument } from "./prompt.ts";
import { countWords, excerptOf, glimpseOf } from "./quote.ts";
import { sharesOf, tellingFor } from "./shares.ts";
import { titleInProse } from "./subject.ts";
import { LEAST_TONE, toneOf } from "./tone.ts";
import { stemsOf } from "./words.ts";

export type Draft = Omit<Fact, "index" | "hash">;

/** What a document is read with. */
export type Reading = {
  readonly yardsticks: readonly Yardstick[];
  /** The document that is judged. */
  readonly main: SentDocument | undefined;
  readonly evidence: readonly Evidence[];
  readonly requirements: readonly Requirement[];
  /** Plain words count too, and a kindred word is enough to tell what a passage bears on. */
  readonly isGenerous?: boolean;
};

/** A passage without a keyword bears on what its section is mostly about; one that the scenario lists as evidence always counts. */
export function draftsOf(document: SentDocument, reading: Reading): Draft[] {
  const { yardsticks, evidence } = reading;
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
      const listed = listedStrength(passage, evidence);
      const theme = shares[index] ?? themeOf(bySection.get(passage.section)!) ?? kindred(passage, reading);
      const own = theme ?? (listed === null ? null : yardsticks.map(() => 1 / yardsticks.length));
      return own === null ? null : draftOf(passage, own, reading, listed);
    })
    .filter((each) => each !== null);
}

/** The criterion whose words, or whose requirements, a passage shares most with. */
function kindred({ text }: Passage, { yardsticks, requirements, isGenerous }: Reading): number[] | null {
  if (isGenerous !== true) return null;
  const stems = stemsOf(text);
  const shared = (others: ReadonlySet<string>) => [...stems].filter((stem) => others.has(stem)).length;
  const scores = yardsticks.map((yard) => shared(yard.stems));
  for (const { criterion, stems: asked } of requirements) {
    const common = shared(asked);
    if (common > 1) scores[criterion]! += common / 2;
  }
  const most = Math.max(...scores);
  const best = scores.indexOf(most);
  return most === 0 ? null : scores.map((_, index) => (index === best ? 1 : 0));
}

function themeOf(sums: readonly number[]): number[] | null {
  const most = Math.max(...sums);
  const total = sums.reduce((sum, each) => sum + each, 0);
  return most >= 2 && most > total * 0.4 ? sums.map((each) => (each === most ? 1 : 0)) : null;
}

/** Strength of the evidence listed for a passage's first line, where its claim still speaks of the same thing. */
function listedStrength({ document, text, lineAt }: Passage, evidence: readonly Evidence[]): number | null {
  const ref = `${document.name}#L${lineAt(0)}`;
  const listed = evidence.find((each) => each.ref.replace(/-L\d+$/, "") === ref);
  return listed && speaksOf({ stems: stemsOf(text) }, listed.claim) ? listed.strength : null;
}

/** `listed` is the strength that the scenario gives, in place of the passage's own tone; null where it gives none. */
function draftOf(
  passage: Passage,
  shares: readonly number[],
  { yardsticks, main, isGenerous }: Reading,
  listed: number | null,
): Draft | null {
  const { text, document } = passage;
  if (countWords(text) < (isGenerous ? 3 : 4) || text.endsWith("?") || text.endsWith(":")) return null;
  const polarity = listed ?? toneOf(text, isGenerous === true);
  if (listed === null && Math.abs(polarity) < LEAST_TONE) return null;
  const criterion = shares.indexOf(Math.max(...shares));
  const telling = tellingFor(yardsticks[criterion]!, polarity);
  const excerpt = excerptOf(text, telling);
  const line = passage.lineAt(excerpt.start);
  if (line !== passage.lineAt(excerpt.start + excerpt.text.length - 1)) return null;
  if (countWords(excerpt.text) < 3) return null;
  // What was said stands between marks that a quotation cannot hold: without it the sentence says nothing.
  if (/^\s["“]/.test(text.slice(excerpt.start + excerpt.text.length))) return null;
  // Quoted by itself it would be read the other way.
  if (listed === null && toneOf(excerpt.text, false) * Math.sign(polarity) <= -LEAST_TONE) return null;
  const kind = kindOf(excerpt.text, polarity);
  const handle = handleOf(text, excerpt.text, telling);
  return {
    document: document.name,
    place: titleInProse(document),
    isSubject: document === main,
    line,
    ref: `${document.name}#L${line}`,
    text,
    quote: excerpt.text,
    handle: kind === "testimony" && !opensWith(excerpt.text, handle) ? "" : handle,
    glimpse: glimpseOf(excerpt.text),
    claim: null,
    polarity,
    kind,
    criterion,
    shares,
    stems: stemsOf(text),
    years: [...text.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => Number(year)),
  };
}

/** What people say is called by who says it: what they speak of is another matter. */
function opensWith(quote: string, handle: string): boolean {
  const [, ...head] = handle.toLowerCase().split(" ");
  return quote
    .toLowerCase()
    .replace(/^(?:the|a|an) /, "")
    .startsWith(head.join(" "));
}

/** A claim on a line, and how strongly it speaks by one criterion. */
export type Evidence = {
  readonly criterion: string;
  readonly ref: string;
  readonly strength: number;
  readonly claim: string;
};

/** Each point of a casebook by the criterion that it bears on most. */
export function evidenceOf(casebook: Scenario["casebook"]): readonly Evidence[] {
  return (casebook?.points ?? []).map(({ ref, says, bears }) => {
    const all = Object.entries(bears).toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a));
    const [criterion, strength] = all[0]!;
    return { criterion, ref, strength, claim: says };
  });
}

/** What a casebook says of a line takes the place of what was read from the same line. */
export function withEvidence(
  drafts: readonly Draft[],
  evidence: readonly Evidence[],
  yardsticks: readonly Yardstick[],
): Draft[] {
  if (evidence.length === 0) return [...drafts];
  const given = new Map<string, Evidence>();
  for (const each of evidence) given.set(each.ref.replace(/-L\d+$/, ""), each);
  return drafts.map((draft) => {
    const listed = given.get(draft.ref);
    const criterion = yardsticks.findIndex((yard) => yard.id === listed?.criterion);
    if (listed === undefined || criterion === -1 || !speaksOf(draft, listed.claim)) return draft;
    const shares = yardsticks.map((_, index) => (index === criterion ? 1 : 0));
    const kind = kindOf(draft.quote, listed.strength);
    return { ...draft, polarity: listed.strength, claim: listed.claim, criterion, shares, kind };
  });
}

/** A listed claim counts only where the line still speaks of the same thing: the document may have been exchanged. */
function speaksOf(draft: Pick<Draft, "stems">, claim: string): boolean {
  for (const each of stemsOf(claim)) if (draft.stems.has(each)) return true;
  return false;
}

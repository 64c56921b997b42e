import type { Scenario } from "../../scenario/scenario.ts";
import type { Fact } from "./casebook.ts";
import type { Yardstick } from "./criteria.ts";
import { handleOf } from "./handle.ts";
import { type Kind, kindOf, polarityOf } from "./lexicon.ts";
import { type Passage, passagesOf } from "./passages.ts";
import type { SentDocument } from "./prompt.ts";
import { countWords, excerptOf, glimpseOf } from "./quote.ts";
import { sharesOf, tellingFor } from "./shares.ts";
import { titleInProse } from "./subject.ts";
import { stemsOf } from "./words.ts";

export type Draft = Omit<Fact, "index" | "hash">;

const LEAST_POLARITY = 0.2;

/** A passage without a keyword bears on what its section is mostly about; one that the scenario lists as evidence always counts. */
export function draftsOf(
  document: SentDocument,
  yardsticks: readonly Yardstick[],
  main: SentDocument | undefined,
  evidence: Scenario["evidence"] = [],
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
      const listed = listedStrength(passage, evidence);
      const theme = shares[index] ?? themeOf(bySection.get(passage.section)!);
      const own = theme ?? (listed === null ? null : yardsticks.map(() => 1 / yardsticks.length));
      return own === null ? null : draftOf(passage, own, { yardsticks, main, listed });
    })
    .filter((each) => each !== null);
}

function themeOf(sums: readonly number[]): number[] | null {
  const most = Math.max(...sums);
  const total = sums.reduce((sum, each) => sum + each, 0);
  return most >= 2 && most > total * 0.4 ? sums.map((each) => (each === most ? 1 : 0)) : null;
}

/** Strength of the evidence listed for a passage's first line, where its claim still speaks of the same thing. */
function listedStrength({ document, text, lineAt }: Passage, evidence: Scenario["evidence"]): number | null {
  const ref = `${document.name}#L${lineAt(0)}`;
  const listed = evidence.find((each) => each.ref.replace(/-L\d+$/, "") === ref);
  return listed && speaksOf({ stems: stemsOf(text) }, listed.claim) ? listed.strength : null;
}

type Reading = {
  readonly yardsticks: readonly Yardstick[];
  readonly main: SentDocument | undefined;
  /** In place of the passage's own tone; null where none is listed. */
  readonly listed: number | null;
};

function draftOf(
  passage: Passage,
  shares: readonly number[],
  { yardsticks, main, listed }: Reading,
): Draft | null {
  const { text, document } = passage;
  if (countWords(text) < 4 || text.endsWith("?") || text.endsWith(":")) return null;
  const polarity = listed ?? polarityOf(text);
  if (listed === null && Math.abs(polarity) < LEAST_POLARITY) return null;
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

/** The words that will be quoted say best what a passage reports. */
function kindOfPassage(text: string, quote: string, polarity: number): Kind {
  const kind = kindOf(quote, polarity);
  return kind === "other" ? kindOf(text, polarity) : kind;
}

/** Evidence the scenario lists by hand takes the place of what was read from the same line. */
export function withEvidence(
  drafts: readonly Draft[],
  scenario: Scenario,
  yardsticks: readonly Yardstick[],
): Draft[] {
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
function speaksOf(draft: Pick<Draft, "stems">, claim: string): boolean {
  for (const each of stemsOf(claim)) if (draft.stems.has(each)) return true;
  return false;
}

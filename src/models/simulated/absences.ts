import type { Fact, Requirement } from "./casebook.ts";
import type { Yardstick } from "./criteria.ts";
import type { Draft } from "./facts.ts";
import type { Passage } from "./passages.ts";
import { excerptOf, glimpseOf } from "./quote.ts";
import { stemsOf, wordsOf } from "./words.ts";

/** A requirement is answered by a passage that speaks of so much of it. */
const ANSWERED = 0.4;
/** Or by a merit that shares words with it that other requirements do not have. */
const MET = 1.5;
const MUST = -0.5;
const WISHED = -0.3;
/** What will be expected later cannot be shown yet, and terms are what is offered. */
const IS_LATER = /\b(?:success|after|first year|goals?|terms)\b/i;
const CALLED = ["the unmet demand", "the open request", "the unanswered point"] as const;
const IS_WISHED = /\b(?:nice to have|preferred|desirable|bonus|plus|optional)\b/i;

/** What the judged documents say, and what of it speaks for them. */
export type Said = { readonly passages: readonly Passage[]; readonly merits: readonly Draft[] };

/**
 * What is asked for and not spoken of anywhere in what is judged: where the pages say little, that is what there is to
 * argue from. Each is cited by the line that asks for it.
 */
export function absencesIn(
  requirements: readonly Requirement[],
  { passages, merits }: Said,
  yardsticks: readonly Yardstick[],
): Draft[] {
  const said = passages.map(({ text }) => stemsOf(text));
  const asked = new Map<string, number>();
  for (const { stems } of requirements) for (const stem of stems) asked.set(stem, (asked.get(stem) ?? 0) + 1);
  const rarity = (stem: string) => 1 / asked.get(stem)!;
  const alike = () => 1;
  return requirements
    .filter(({ passage }) => !IS_LATER.test(passage.section))
    .filter(({ stems }) => !said.some((each) => shared(stems, each, alike) >= stems.size * ANSWERED))
    .filter(({ stems }) => !merits.some((each) => shared(stems, each.stems, rarity) >= MET))
    .flatMap((requirement) => absenceOf(requirement, yardsticks));
}

function shared(
  asked: ReadonlySet<string>,
  said: ReadonlySet<string>,
  weight: (stem: string) => number,
): number {
  let sum = 0;
  for (const stem of asked) if (said.has(stem)) sum += weight(stem);
  return sum;
}

function absenceOf(
  { passage, place, criterion, stems }: Requirement,
  yardsticks: readonly Yardstick[],
): Draft[] {
  const { document, text, section, lineAt } = passage;
  const yard = yardsticks[criterion]!;
  const excerpt = excerptOf(text, (part) => wordsOf(part).filter((word) => yard.single.has(word)).length);
  const line = lineAt(excerpt.start);
  if (line !== lineAt(excerpt.start + excerpt.text.length - 1)) return [];
  const absence: Draft = {
    document: document.name,
    place,
    isSubject: false,
    line,
    ref: `${document.name}#L${line}`,
    text,
    quote: excerpt.text,
    handle: CALLED[line % CALLED.length]!,
    glimpse: glimpseOf(excerpt.text),
    claim: null,
    polarity: IS_WISHED.test(section) ? WISHED : MUST,
    kind: "absence",
    criterion,
    shares: yardsticks.map((_, index) => (index === criterion ? 1 : 0)),
    stems,
    years: [],
  };
  return [absence];
}

/** How a ground is named in the reasons for a verdict: its words, or the want of them. */
export function groundOf({ kind }: Pick<Fact, "kind">, quotation: string): string {
  return kind === "absence" ? `the want of ${quotation}` : quotation;
}

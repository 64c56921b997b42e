import type { Fact, Requirement } from "./casebook.ts";
import type { Yardstick } from "./criteria.ts";
import type { Draft } from "./facts.ts";
import type { Passage } from "./passages.ts";
import { type Excerpt, excerptOf, glimpseOf } from "./quote.ts";
import { stemsOf, wordsOf } from "./words.ts";

/** A requirement is answered by a passage that speaks of so much of what would be quoted of it. */
const ANSWERED = 0.4;
/** Or by a merit that shares words with it that other requirements do not have. */
const MET = 1.5;
const MUST = -0.5;
const WISHED = -0.3;
/** What will be expected later cannot be shown yet, and terms are what is offered. */
export const IS_LATER = /\b(?:success|after|first year|goals?|terms)\b/i;
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
  const said = passages.map(({ text }) => apart(text));
  const asked = new Map<string, number>();
  for (const { stems } of requirements) for (const stem of stems) asked.set(stem, (asked.get(stem) ?? 0) + 1);
  const rarity = (stem: string) => 1 / asked.get(stem)!;
  return requirements
    .filter(({ passage }) => !IS_LATER.test(passage.section))
    .filter((each) => !waysToMeet(each, yardsticks).some((way) => isSpokenOf(way, said)))
    .filter(({ stems }) => !merits.some((each) => shared(stems, each.stems, rarity) >= MET))
    .flatMap((requirement) => absenceOf(requirement, yardsticks));
}

/** What would be quoted of a requirement, and each of the things between which it leaves the choice. */
function waysToMeet(requirement: Requirement, yardsticks: readonly Yardstick[]): Set<string>[] {
  const { text } = excerptIn(requirement, yardsticks);
  return [text, ...(text.includes(" or ") ? text.split(" or ") : [])].map(apart);
}

function isSpokenOf(asked: ReadonlySet<string>, said: readonly ReadonlySet<string>[]): boolean {
  return said.some((each) => shared(asked, each, () => 1) >= Math.max(1, asked.size * ANSWERED));
}

/** `first-author papers` speaks of papers as a first author. */
function apart(text: string): Set<string> {
  return stemsOf(text.replace(/(?<=\p{L})-(?=\p{L})/gu, " "));
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

function excerptIn({ passage, criterion }: Requirement, yardsticks: readonly Yardstick[]): Excerpt {
  const { single } = yardsticks[criterion]!;
  return excerptOf(passage.text, (part) => wordsOf(part).filter((word) => single.has(word)).length);
}

function absenceOf(requirement: Requirement, yardsticks: readonly Yardstick[]): Draft[] {
  const { passage, place, criterion, stems } = requirement;
  const { document, text, section, lineAt } = passage;
  const excerpt = excerptIn(requirement, yardsticks);
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
    handle: `the open question of ${matterOf(excerpt.text)}`,
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

const QUANTIFIED = /^(?:at (?:least|most)|a minimum of|up to) /i;
const JOINED =
  /^(.*?) (?=(?:of|in|as|with|or|that|who|which|at|on|to|for|from|by|above|below|between|under|over|after|before|during|within|and|shown)\b)/i;
const CLAUSE = /^(?:that|who|which) (?:\S+ ){2,4}?\S+(?= (?:at|in|on|of|and|or|for|with)\b|[,;:]|$)/;
const COMPLEMENT =
  /^(?:of|in|as|with|or) (?:\S+ ){0,4}?\S+(?= (?:at|in|on|of|and|or|for|with|to|after|shown|during|deployed)\b|[,;:]|$)/;
/** What somebody is, named without an article. */
const ROLE =
  /^(?:\p{L}+ )?(?:investigator|manager|chair|author|director|leader|engineer|scientist|nurse|teacher|founder)\b/iu;
/** From so many words on a noun phrase says by itself what is asked. */
const PLAIN_ENOUGH = 3;

/** What is asked for, as a noun phrase of a few words: `experience in managing managers`. */
export function matterOf(quote: string): string {
  const text = quote.replace(QUANTIFIED, "").replace(/[,;:].*$/, "");
  const head = JOINED.exec(text)?.[1] ?? text;
  const rest = text.slice(head.length).trimStart();
  const words = head.split(/[ -]/).filter((word) => !/^(?:an?|the)$/i.test(word));
  const more = words.length < PLAIN_ENOUGH ? (CLAUSE.exec(rest) ?? COMPLEMENT.exec(rest))?.[0] : undefined;
  const matter = (more === undefined ? head : `${head} ${more}`).replace(/(?<=\S \S+) (?:deployed|shown)$/, "");
  if (ROLE.test(matter)) return `a ${matter[0]!.toLowerCase()}${matter.slice(1)}`;
  return /^\p{Lu}\p{Ll}/u.test(matter) || /^A /.test(matter)
    ? matter[0]!.toLowerCase() + matter.slice(1)
    : matter;
}

/** How a ground is named in the reasons for a verdict: its words, or the want of them. */
export function groundOf({ kind }: Pick<Fact, "kind">, quotation: string): string {
  return kind === "absence" ? `the want of ${quotation}` : quotation;
}

/**
 * The names that members have in prompts, and who is meant by a name in a reply. With an anonymous
 * view, labels replace the names in every text, and the reply's labels are replaced by names again.
 */

import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { escapeRegExp } from "../../text/plain.ts";
import { shuffle } from "../routing/select.ts";

export type Names = {
  getName: (seat: string) => string;
  /** By id, then by name without titles, case or diacritics. */
  resolve: (claim: string) => string | null;
  mask: (text: string) => string;
  /** Runs before a reply is parsed. */
  reveal: (text: string) => string;
};

export function openNames(seats: readonly Seat[]): Names {
  const names = new Map(seats.map((seat) => [seat.id, seat.persona.name]));
  const resolve = createResolver(seats);
  return {
    getName: (seat) => names.get(seat) ?? seat,
    resolve,
    mask: (text) => text,
    reveal: (text) => text,
  };
}

/** Labels follow an order drawn once from the seed; process agents keep their names. A single name among `known` (lower case) is never masked. */
export function createAnonymousNames(
  seats: readonly Seat[],
  order: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Names {
  const open = openNames(seats);
  const labels = new Map(order.map((id, index) => [id, `Member ${toLetter(index)}`]));
  const byLabel = new Map([...labels].map(([id, label]) => [label.toLowerCase(), id]));
  const people = seats.flatMap(({ id, persona }) => {
    const label = labels.get(id);
    return label === undefined ? [] : [{ label, words: splitName(persona.name) }];
  });
  return {
    getName: (seat) => labels.get(seat) ?? open.getName(seat),
    resolve: (claim) => byLabel.get(claim.trim().toLowerCase()) ?? open.resolve(claim),
    mask: createMasker(people, known),
    reveal: (text) =>
      text.replace(LABEL, (label) => {
        const id = byLabel.get(label.toLowerCase());
        return id === undefined ? label : open.getName(id);
      }),
  };
}

/** The names that prompts show: with an anonymous view, labels in an order drawn from the first seed. */
export function createPromptNames({ scenario, seed }: SeededScenario, seats: readonly Seat[]) {
  const ids = scenario.members.map(({ id }) => id);
  const order = shuffle(ids, seed, "labels");
  if (scenario.prompt.view !== "anonymous") return { ...openNames(seats), order };
  return { ...createAnonymousNames(seats, order, collectWords(scenario)), order };
}

type SeededScenario = { scenario: Scenario; seed: string };

function foldName(name: string): string {
  return dropDiacritics(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^(?:(?:dr|prof|professor|mr|mrs|ms|sir|dame|hon|judge)\s+)+/u, "");
}

function createResolver(seats: readonly Seat[]): (claim: string) => string | null {
  const ids = new Map(seats.map((seat) => [seat.id, seat.id]));
  const names = keepUnambiguous(seats.map((seat) => [foldName(seat.persona.name), seat.id]));
  const surnames = keepUnambiguous(
    seats.map((seat) => [getLastWord(foldName(seat.persona.name)), seat.id]),
  );
  const find = (claim: string): string | null => {
    const folded = foldName(claim);
    return ids.get(claim.trim().toLowerCase()) ?? names.get(folded) ?? surnames.get(folded) ?? null;
  };
  const asWritten = new Map(seats.map(({ persona: { name } }) => [name, find(name)]));
  return (claim) => asWritten.get(claim) ?? find(claim);
}

/** Two seats of one name resolve to neither. */
function keepUnambiguous(pairs: readonly (readonly [string, string])[]): Map<string, string> {
  const found = new Map<string, string>();
  const twice = new Set<string>();
  for (const [name, id] of pairs) {
    if (found.has(name)) twice.add(name);
    found.set(name, id);
  }
  for (const name of twice) found.delete(name);
  found.delete("");
  return found;
}

/** The letter is always a capital: "gives each member a say" names no member. */
const LABEL = /(?<![\p{L}\p{N}])(?:Member|member|MEMBER) [A-Z]+(?![\p{L}\p{N}])/gu;

export function listSpellings(label: string): readonly string[] {
  return [label, label.replace(/^M/, "m"), label.toUpperCase()];
}

function getLastWord(text: string): string {
  return text.slice(text.lastIndexOf(" ") + 1);
}

function toLetter(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : `${toLetter(Math.floor(index / 26) - 1)}${toLetter(index % 26)}`;
}

const kept = new WeakMap<object, ReadonlySet<string>>();

export function collectWords(scenario: Scenario): ReadonlySet<string> {
  const known = kept.get(scenario);
  if (known) return known;
  const {
    title,
    question,
    context = "",
    verdicts,
    criteria,
    documents,
    private: own = [],
  } = scenario;
  const texts = [
    title,
    question,
    context,
    ...verdicts.flatMap(({ id, meaning = "" }) => [id, meaning]),
    ...criteria.flatMap(({ name, question: asked = "" }) => [name, asked]),
    ...[...documents, ...own].flatMap((document) => [document.title, document.text]),
  ];
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  kept.set(scenario, words);
  return words;
}

const BEFORE = "(?<![\\p{L}\\p{N}])";
const AFTER = "(?![\\p{L}\\p{N}])";
const TITLE = "(?:dr|doctor|prof|professor|mr|mister|mrs|ms|sir|dame|hon|judge)\\.?";
/** `Will Smith Jr.`, `Ada Koval, PhD`. */
const SUFFIX = "(?:jr|sr|ii|iii|iv|ph\\.?d|md|mba|esq)\\.?";
/** `van der Berg`. */
const PARTICLE = /^(?:van|von|der|den|ter|ten|de|da|do|dos|del|della|di|du|la|le|bin|ibn|al|el)$/i;
const GAP = "[\\s\\u00a0_-]+";

type Named = { label: string; words: readonly string[] };

function createMasker(
  people: readonly Named[],
  known: ReadonlySet<string>,
): (text: string) => string {
  const masks = people.map((person) => {
    const others = people
      .filter(({ label }) => label !== person.label)
      .flatMap(({ words }) => words.map(foldName));
    return createMask(person, known, new Set(others));
  });
  return (text) => masks.reduce((masked, mask) => mask(masked), text);
}

/**
 * Masks a name in any case with a title, an initial or more than one of its words: Dr. Field, M. Field, Field, Mark. Masks a single
 * word as it is written, unless the matter itself or another member has it.
 */
function createMask(
  { label, words }: Named,
  known: ReadonlySet<string>,
  others: ReadonlySet<string>,
) {
  const [first = "", last = ""] = [words[0], words.at(-1)];
  const part = [
    ...words.map(toSpellingPattern),
    ...words.map(([letter = ""]) => `${escapeRegExp(letter)}\\.`),
  ].join("|");
  const run = `(?:${TITLE}${GAP}){0,4}(?:${part})(?:${GAP}(?:${part}))*(?:,?${GAP}${SUFFIX})?`;
  const pattern = `${BEFORE}(?:${toSpellingPattern(last)},${GAP}${toSpellingPattern(first)}|${run})${AFTER}`;
  const names = new RegExp(pattern, "giu");
  const own = new Set(
    words.filter((word) => word.length > 1 && !PARTICLE.test(word)).map(foldName),
  );
  const spellings = new Set(
    words.flatMap((word) => [
      normalizeApostrophes(word),
      dropDiacritics(normalizeApostrophes(word)),
    ]),
  );
  const isMeant = (found: string) => {
    const parts = found.split(new RegExp(`,?${GAP}`, "u"));
    const [main, ...more] = parts.map(foldName).filter((each) => own.has(each));
    if (main === undefined) return false;
    if (more.length === 0 && others.has(main)) return false;
    return (
      parts.length > 1 ||
      (spellings.has(normalizeApostrophes(found)) && !known.has(found.toLowerCase()))
    );
  };
  return (text: string) => text.replace(names, (found) => (isMeant(found) ? label : found));
}

/** The words of a name, without titles and suffixes. A double name has two. */
function splitName(name: string): readonly string[] {
  const other = new RegExp(`^(?:${TITLE}|${SUFFIX})$`, "i");
  const words = name.trim().split(/[\s,-]+/);
  const own = words.filter((word) => word !== "" && !other.test(word));
  return own.length > 0 ? own : [name];
}

/** With or without its diacritics, with either apostrophe. */
function toSpellingPattern(word: string): string {
  const bare = dropDiacritics(word);
  const written =
    bare === word ? escapeRegExp(word) : `(?:${escapeRegExp(word)}|${escapeRegExp(bare)})`;
  return written.replaceAll(/['’]/g, "['’]");
}

function dropDiacritics(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "");
}

function normalizeApostrophes(word: string): string {
  return word.replaceAll("’", "'");
}

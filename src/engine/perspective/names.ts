import { isNonEmpty, knownOf, lastOf, type NonEmpty } from "../../lists.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { escapeRegExp } from "../../text/plain.ts";

export type Names = {
  readonly displayed: (seat: string) => string;
  /** By id, then by name without titles, case or diacritics. */
  readonly resolve: (claim: string) => string | null;
  readonly mask: (text: string) => string;
  /** Runs before a reply is parsed. */
  readonly unmask: (text: string) => string;
};

export function openNames(seats: readonly Seat[]): Names {
  const names = new Map(seats.map((seat) => [seat.id, seat.persona.name]));
  const resolve = resolver(seats);
  return {
    displayed: (seat) => names.get(seat) ?? seat,
    resolve,
    mask: (text) => text,
    unmask: (text) => text,
  };
}

/** Labels follow an order drawn once from the seed; process agents keep their names. A single name among `known` (lower case) is never masked. */
export function anonymousNames(
  seats: readonly Seat[],
  order: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Names {
  const open = openNames(seats);
  const labels = new Map(order.map((id, index) => [id, `Member ${letter(index)}`]));
  const byLabel = new Map([...labels].map(([id, label]) => [label.toLowerCase(), id]));
  const members = seats.filter((seat) => labels.has(seat.id));
  const people = members.map(({ id, persona }) => ({ name: persona.name, label: knownOf(labels, id) }));
  const written = [...labels].flatMap(([id, label]) =>
    asWritten(label).map((source) => ({ source, label: open.displayed(id) })),
  );
  return {
    displayed: (seat) => labels.get(seat) ?? open.displayed(seat),
    resolve: (claim) => byLabel.get(claim.trim().toLowerCase()) ?? open.resolve(claim),
    mask: masker(people, known),
    unmask: replacer(written, "gu"),
  };
}

function foldName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^(?:(?:dr|prof|professor|mr|mrs|ms|sir|dame|hon|judge)\s+)+/u, "");
}

function resolver(seats: readonly Seat[]): (claim: string) => string | null {
  const ids = new Map(seats.map((seat) => [seat.id, seat.id]));
  const names = unambiguous(seats.map((seat) => [foldName(seat.persona.name), seat.id]));
  const surnames = unambiguous(seats.map((seat) => [lastWord(foldName(seat.persona.name)), seat.id]));
  const find = (claim: string): string | null => {
    const folded = foldName(claim);
    return ids.get(claim.trim().toLowerCase()) ?? names.get(folded) ?? surnames.get(folded) ?? null;
  };
  const asWritten = new Map(seats.map(({ persona: { name } }) => [name, find(name)]));
  return (claim) => asWritten.get(claim) ?? find(claim);
}

/** Two seats of one name resolve to neither. */
function unambiguous(pairs: readonly (readonly [string, string])[]): Map<string, string> {
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
export function asWritten(label: string): readonly string[] {
  return [label, label.replace(/^M/, "m"), label.toUpperCase()];
}

function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(" ") + 1);
}

function letter(index: number): string {
  return index < 26
    ? String.fromCharCode(65 + index)
    : `${letter(Math.floor(index / 26) - 1)}${letter(index % 26)}`;
}

const kept = new WeakMap<object, ReadonlySet<string>>();

export function knownWords(scenario: Scenario): ReadonlySet<string> {
  const known = kept.get(scenario);
  if (known) return known;
  const { title, question, context = "", verdicts, criteria, documents, private: own = [] } = scenario;
  const texts = [
    ...[title, question, context],
    ...verdicts.flatMap(({ id, meaning = "" }) => [id, meaning]),
    ...criteria.flatMap(({ name, question: asked = "" }) => [name, asked]),
    ...[...documents, ...own].flatMap((document) => [document.title, document.text]),
  ];
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  kept.set(scenario, words);
  return words;
}

type Spoken = { readonly name: string; readonly label: string };

/** Masks whole names and titled surnames in any case, and a single name as it is written, unless the matter itself speaks of it. */
function masker(people: readonly Spoken[], known: ReadonlySet<string>): (text: string) => string {
  const single = singleNames(people).filter(({ name }) => !known.has(name.toLowerCase()));
  const whole = replacer(people.flatMap(wholeNames), "giu");
  const alone = replacer(
    single.map(({ name, label }) => ({ source: spelt(name), label })),
    "gu",
  );
  return (text) => alone(whole(text));
}

type NamePattern = { readonly source: string; readonly label: string };

const BEFORE = "(?<![\\p{L}\\p{N}])";
const AFTER = "(?![\\p{L}\\p{N}])";
const TITLE = "(?:dr|doctor|prof|professor|mr|mister|mrs|ms|sir|dame|hon|judge)";
/** `Will Smith Jr.`, `Ada Koval, PhD`. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|ph\.?d|md|mba|esq)\.?$/i;
/** `van der Berg`. */
const PARTICLE = /^(?:van|von|der|den|ter|ten|de|da|do|dos|del|della|di|du|la|le|bin|ibn|al|el)$/i;
const GAP = "[\\s\\u00a0_-]+";

/** `Dr. Mark Field`: Mark Field, Dr. Field, Professor Field, M. Field, Mark F., Field, Mark. */
function wholeNames({ name, label }: Spoken): readonly NamePattern[] {
  const words = wordsOf(name);
  const [first, last] = [words[0], lastOf(words)];
  const titled = (surname: string) => `(?:${TITLE}\\.?${GAP})+${surname}`;
  if (words.length < 2) return [{ source: titled(spelt(last)), label }];
  const surname = surnameOf(words);
  const sources = [
    ...(surname.length > 1
      ? [surname, [first, ...surname]]
          .map((part) => part.map(spelt).join(GAP))
          .flatMap((part) => [titled(part), part])
      : []),
    ...halvesOf(last).map((half) => titled(spelt(half))),
    `(?:dr|doctor|prof|professor)\\.?${GAP}${spelt(first)}`,
    `(?:${TITLE}\\.?${GAP})*${words.map(spelt).join(GAP)}${suffixOf(name)}`,
    `(?:${TITLE}\\.?${GAP})*${spelt(first)}${GAP}${spelt(last)}`,
    titled(spelt(last)),
    `${initial(first)}\\.${GAP}?${spelt(last)}`,
    `${spelt(first)}${GAP}${initial(last)}\\.`,
    `${spelt(last)},${GAP}${spelt(first)}`,
  ];
  return sources.map((source) => ({ source, label }));
}

/** A name that several share shows only that a member is meant. */
function singleNames(people: readonly Spoken[]): readonly Spoken[] {
  const labels = new Map<string, Set<string>>();
  for (const { name, label } of people) {
    const words = wordsOf(name);
    for (const word of [words[0], lastOf(words), ...halvesOf(lastOf(words))]) {
      if (word.length > 1) labels.set(word, (labels.get(word) ?? new Set()).add(label));
    }
  }
  return [...labels].map(([name, [label = "", ...others]]) => ({
    name,
    label: others.length === 0 ? label : "a member",
  }));
}

function surnameOf(words: NonEmpty<string>): readonly string[] {
  const before = words.slice(1, -1);
  const own = before.findLastIndex((word) => !PARTICLE.test(word));
  return [...before.slice(own + 1), lastOf(words)];
}

function halvesOf(last: string): readonly string[] {
  const halves = last.split("-").filter((half) => half.length > 2);
  return halves.length > 1 ? halves : [];
}

function suffixOf(name: string): string {
  const [last = ""] = name
    .trim()
    .split(/[\s,]+/)
    .slice(-1);
  return SUFFIX.test(last) ? `(?:,?${GAP}${escapeRegExp(last)})?` : "";
}

function wordsOf(name: string): NonEmpty<string> {
  const all = name.trim().split(/[\s,]+/);
  const named = all.findLastIndex((word) => !SUFFIX.test(word));
  const words = named === -1 ? all : all.slice(0, named + 1);
  const isTitle = (word: string) => new RegExp(`^${TITLE}\\.?$`, "i").test(word);
  const first = words.findIndex((word) => !isTitle(word));
  const untitled = first === -1 ? words : words.slice(first);
  return isNonEmpty(untitled) ? untitled : [name];
}

/** With or without its diacritics, with either apostrophe. */
function spelt(word: string): string {
  const bare = word.normalize("NFD").replace(/\p{M}/gu, "");
  const written = bare === word ? escapeRegExp(word) : `(?:${escapeRegExp(word)}|${escapeRegExp(bare)})`;
  return written.replaceAll(/['’]/g, "['’]");
}

function initial(word: string): string {
  const [first = ""] = word;
  return escapeRegExp(first);
}

/** Longest first, so that no part of a name is taken for the whole. */
function replacer(patterns: readonly NamePattern[], flags: string) {
  if (patterns.length === 0) return (text: string) => text;
  const ordered = [...patterns].sort((a, b) => b.source.length - a.source.length);
  const names = new RegExp(
    `${BEFORE}(?:${ordered.map(({ source }) => `(${source})`).join("|")})${AFTER}`,
    flags,
  );
  return (text: string) =>
    text.replace(names, (name: string, ...groups: unknown[]) => {
      const which = groups.findIndex((group) => typeof group === "string");
      return ordered[which]?.label ?? name;
    });
}

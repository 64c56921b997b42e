import { isNonEmpty, lastOf, type NonEmpty } from "../../lists.ts";
import { escapeRegExp } from "../../text/plain.ts";
import { ORDINARY_NAMES } from "./ordinary-names.ts";

type Spoken = { readonly name: string; readonly label: string };

/** Masks whole names, surnames after a title or initial, and single names. A single name that is also a word is masked only with a capital; one among `known` never. */
export function masker(people: readonly Spoken[], known: ReadonlySet<string>): (text: string) => string {
  const isWord = ({ name }: Spoken) => ORDINARY_NAMES.has(name.toLowerCase());
  const free = singleNames(people).filter(({ name }) => !known.has(name.toLowerCase()));
  const always = [...people.flatMap(wholeNames), ...free.filter((each) => !isWord(each)).map(plain)];
  const everywhere = replacer(always, "giu");
  const capital = replacer(free.filter(isWord).map(plain), "gu");
  return (text) => capital(everywhere(text));
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

function plain({ name, label }: Spoken): NamePattern {
  return { source: spelt(name), label };
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

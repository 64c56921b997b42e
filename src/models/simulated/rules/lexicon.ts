import { z } from "zod";
import { knownOf } from "../../../lists.ts";
import { wordsIn } from "../words/words.ts";

const words = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ""));
const lists = z.record(z.string(), words);
const lexiconSchema = z.strictObject({
  verbs: lists,
  nouns: lists,
  adjectives: lists,
  patterns: z.record(z.enum(["good", "bad", "silent", "grave"]), z.array(z.string())),
  severe: lists,
  small: lists,
  hedge: words,
  future: words,
  belittle: words,
  claims: words,
  concepts: lists,
  empty: words,
  general: words,
  kin: z.array(words),
  languages: lists,
  marks: z.record(z.string(), z.string()),
  questions: z.array(
    z.strictObject({ side: z.enum(["good", "bad"]), words, asks: z.string(), settles: z.string() }),
  ),
});

/** What a word may be; several at once, since "falls" is both a measure and a change. */
type Lexicon = {
  /** Classes of a word as it stands in a text, such as `verb.win` or `noun.bad`. */
  readonly classes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly concepts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Turns of speech by the word that they begin with, and under @ those that begin with a class or a number. */
  /** What one would ask of a point with one of the words, on its side, and what would settle it. */
  readonly questions: z.infer<typeof lexiconSchema>["questions"];
  readonly patterns: ReadonlyMap<string, readonly Pattern[]>;
  readonly empty: ReadonlySet<string>;
  /** Stems of a requirement that name nothing, and of what meets each other. */
  readonly general: ReadonlySet<string>;
  readonly kin: readonly ReadonlySet<string>[];
  readonly languages: ReadonlyMap<string, ReadonlySet<string>>;
  readonly marks: ReadonlyMap<string, RegExp>;
};

/** Words in a row: of each place the words, or after @ the class, that may stand there; # is any number. */
type Pattern = { readonly shows: Shows; readonly places: readonly PatternPlace[] };
export type Shows = "good" | "bad" | "silent" | "grave";
export type PatternPlace = {
  readonly words: ReadonlySet<string>;
  readonly classes: readonly string[];
  readonly isOptional: boolean;
};

let read: Lexicon | null = null;

/** The words that the rules go by, read once. */
export function lexicon(): Lexicon {
  read ??= compile(wordsIn("lexicon", lexiconSchema));
  return read;
}

function compile(source: z.infer<typeof lexiconSchema>): Lexicon {
  const classes = new Map<string, Set<string>>();
  const put = (form: string, name: string) =>
    classes.set(form, (classes.get(form) ?? new Set<string>()).add(name));
  for (const [name, list] of Object.entries(source.verbs))
    for (const entry of list)
      for (const { form, tense } of verbForms(entry)) {
        put(form, `verb.${name}`);
        put(form, tense);
      }
  for (const [name, list] of Object.entries(source.nouns))
    for (const word of list) for (const form of [word, plural(word)]) put(form, `noun.${name}`);
  for (const [kind, groups] of [
    ["adj", source.adjectives],
    ["severe", source.severe],
    ["w", source.small],
  ] as const)
    for (const [name, list] of Object.entries(groups)) for (const word of list) put(word, `${kind}.${name}`);
  for (const name of ["hedge", "future", "belittle", "claims"] as const)
    for (const word of source[name]) put(word, name);
  const concepts = new Map<string, Set<string>>();
  for (const [concept, list] of Object.entries(source.concepts))
    for (const word of list) concepts.set(stem(word), (concepts.get(stem(word)) ?? new Set()).add(concept));
  return {
    classes,
    concepts,
    patterns: patternsOf(source.patterns),
    questions: source.questions,
    empty: new Set(source.empty),
    general: new Set(source.general.map(stem)),
    kin: source.kin.map((group) => new Set(group.map(stem))),
    languages: new Map(Object.entries(source.languages).map(([name, list]) => [name, new Set(list)])),
    marks: new Map(Object.entries(source.marks).map(([name, each]) => [name, anyOf(each)])),
  };
}

/** Whole words, whatever their case. */
function anyOf(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");
}

/** What shows a kind of mark in a text. */
export function markOf(kind: string): RegExp {
  return knownOf(lexicon().marks, kind);
}

/** Whether one of some kinds of marks stands in a text. */
export function marked(text: string, ...kinds: readonly string[]): boolean {
  return kinds.some((kind) => markOf(kind).test(text));
}

/** Whether a text begins with a mark of a kind. */
export function beginsWith(text: string, kind: string): boolean {
  return markOf(kind).exec(text)?.index === 0;
}

/** Whether a text is a mark of a kind and nothing else. */
export function isMark(text: string, kind: string): boolean {
  return markOf(kind).exec(text)?.[0] === text;
}

function patternsOf(source: Readonly<Record<Shows, readonly string[]>>): Map<string, Pattern[]> {
  const patterns = new Map<string, Pattern[]>();
  for (const [shows, list] of Object.entries(source))
    for (const text of list) {
      const pattern = { shows: shows as Shows, places: text.split(" ").map(placeOf) };
      const [first] = pattern.places;
      const keys = !first || first.classes.length > 0 || first.words.has("#") ? ["@"] : [...first.words];
      for (const key of keys) patterns.set(key, [...(patterns.get(key) ?? []), pattern]);
    }
  return patterns;
}

function placeOf(place: string): PatternPlace {
  const all = place.replace(/\?$/, "").split("|");
  const isClass = (each: string) => each.startsWith("@");
  return {
    words: new Set(all.filter((each) => !isClass(each))),
    classes: all.filter(isClass).map((each) => each.slice(1)),
    isOptional: place.endsWith("?"),
  };
}

type VerbForm = { readonly form: string; readonly tense: "base" | "third" | "past" | "gerund" };

function verbForms(entry: string): VerbForm[] {
  const [base = "", irregular] = entry.split(":");
  const past = irregular === undefined ? regularPast(base) : irregular.split(",");
  const gerunds =
    base.endsWith("e") && !/[eo]e$/.test(base) ? [`${base.slice(0, -1)}ing`] : doubled(base, "ing");
  return [
    { form: base, tense: "base" },
    { form: plural(base), tense: "third" },
    ...past.map((form) => ({ form, tense: "past" as const })),
    ...gerunds.map((form) => ({ form, tense: "gerund" as const })),
  ];
}

function regularPast(base: string): string[] {
  if (base.endsWith("e")) return [`${base}d`];
  return /[^aeiou]y$/.test(base) ? [`${base.slice(0, -1)}ied`] : doubled(base, "ed");
}

/** Both spellings where the last letter may be doubled: `cancelled` and `canceled`. */
function doubled(base: string, ending: string): string[] {
  const plain = `${base}${ending}`;
  return /[^aeiou][aeiou][bdgklmnprt]$/.test(base) ? [plain, `${base}${base.at(-1)}${ending}`] : [plain];
}

function plural(word: string): string {
  if (/(?:[sxz]|ch|sh)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** What inflected and derived forms of a word share: `managers` and `management` are one, `deliveries` and `delivered`. */
export function stem(word: string): string {
  let base = word.toLowerCase().replace(/['’]s?$/, "");
  if (base.length > 4)
    base = base.replace(/ies$|ied$/, "y").replace(/(?:ments?|ations?|ions?|ings?|ers?|ors?|ed|es|ly|s)$/, "");
  if (base.length > 4) base = base.replace(/(?:ment|ation|ion|er|or)$/, "");
  if (/([^aeiouls])\1$/.test(base)) base = base.slice(0, -1);
  return base.length > 3 ? base.replace(/[ey]$/, "") : base;
}

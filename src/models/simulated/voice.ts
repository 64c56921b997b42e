import { z } from "zod";
import type { Persona } from "../../scenario/schema/persona.ts";
import { stemsOf } from "./mind.ts";
import { allWords, sentences, wordsIn } from "./words/words.ts";

/** What a sentence does, such as `bringFor`: a key of every file of words. */
export type Move = string;
type Moves = Readonly<Record<Move, readonly string[]>>;

/** A way of speaking. */
export type Manner = {
  /** Words of a persona's file that show it. */
  readonly signs: ReadonlySet<string>;
  readonly address: "first" | "formal";
  readonly moves: Moves;
};

/** What anybody may say. */
export const COMMON: Moves = wordsIn("common", z.record(z.string(), sentences));

const mannerShape = z.object({ signs: z.string(), address: z.enum(["first", "formal"]) }).catchall(sentences);
const MANNERS: readonly Manner[] = Object.keys(allWords())
  .filter((file) => file.startsWith("manners/"))
  .map((file) => {
    const { signs, address, ...moves } = wordsIn(file, mannerShape);
    return { signs: new Set(signs.split(/\s+/)), address, moves };
  });

/** A noun phrase in which a persona names what convinces or worries it. */
export type Conviction = { readonly text: string; readonly stems: ReadonlySet<string> };

/** How a persona talks, by its own file. */
export type Voice = {
  readonly manner: Manner;
  readonly convinced: readonly Conviction[];
  readonly worried: readonly Conviction[];
};

const voices = new WeakMap<Persona, Voice>();

/** Read once of each persona. */
export function voiceOf(persona: Persona): Voice {
  const voice = voices.get(persona) ?? readVoice(persona);
  voices.set(persona, voice);
  return voice;
}

/** Reads a manner and convictions out of a persona's own fields. */
function readVoice(persona: Persona): Voice {
  const prose = persona.background.replace(/\s+/g, " ");
  return {
    manner: mannerOf(persona),
    convinced: convictions(prose, /What (?:convinces|persuades|impresses|moves) \S+(?: \S+)?: ([^.]+)\./),
    worried: convictions(prose, /What (?:worries|troubles|alarms|frightens|bothers) \S+(?: \S+)?: ([^.]+)\./),
  };
}

/** The manner most of whose signs stand in the speaking style, twice as telling there as elsewhere. */
function mannerOf({ speakingStyle, personality, expertise, title }: Persona): Manner {
  const words = [speakingStyle, speakingStyle, personality, ...expertise, title].join(" ").toLowerCase();
  const all = words.match(/[\p{L}-]+/gu) ?? [];
  const count = ({ signs }: Manner) => all.filter((word) => signs.has(word)).length;
  return MANNERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Items of a list such as `What worries her: a, b, c.` that can be said in the first person. */
function convictions(background: string, pattern: RegExp): Conviction[] {
  const list = pattern.exec(background)?.[1] ?? "";
  return list
    .split(list.includes(";") ? /;\s+(?:and\s+)?/ : /,\s+(?:and\s+)?/)
    .map((item) => item.trim())
    .filter((item) => item.split(" ").length >= 3 && !OF_OTHERS.test(item))
    .map((text) => ({ text, stems: stemsOf(text) }));
}

const OF_OTHERS = /["“”]|\b(?:she|he|they|him|her|his|their|himself|herself)\b/i;
const TITLE = /^((?:Dr|Prof|Professor|Mr|Mrs|Ms|Sir|Dame|Hon|Judge)\.?)\s+/;

/** `Dr. Sarah Chen` is `Sarah` to some and `Dr. Chen` to others; a label such as `Member A` stays as it is. */
export function addressed(name: string, { address }: Manner): string {
  if (/^Member [A-Z]{1,2}$/.test(name)) return name;
  const title = TITLE.exec(name)?.[1];
  const words = (title === undefined ? name : name.slice(title.length).trim()).split(/\s+/);
  const [first = name] = words;
  if (words.length < 2) return name;
  return address === "first" || title === undefined ? first : `${title} ${words.at(-1)}`;
}

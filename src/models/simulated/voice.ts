import type { Persona } from "../../scenario/schema/persona.ts";
import { stemsOf } from "./mind.ts";
import { MANNERS, type Manner } from "./moves.ts";

/** A noun phrase in which a persona names what convinces or worries it. */
export type Conviction = { readonly text: string; readonly stems: ReadonlySet<string> };

/** How a persona talks, by its own file. */
export type Voice = {
  readonly manner: Manner;
  readonly convinced: readonly Conviction[];
  readonly worried: readonly Conviction[];
};

const known = new WeakMap<Persona, Voice>();

/** Reads a manner and convictions out of a persona's own fields. */
export function voiceOf(persona: Persona): Voice {
  const voice = known.get(persona) ?? readVoice(persona);
  known.set(persona, voice);
  return voice;
}

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
  const style = plainWords(speakingStyle);
  const rest = plainWords(`${personality} ${expertise.join(" ")} ${title}`);
  const count = ({ signs }: Manner) => {
    const of = (words: readonly string[]) => words.filter((word) => signs.has(word)).length;
    return 2 * of(style) + of(rest);
  };
  return MANNERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
}

/** Items of a list such as `What worries her: a, b, c.` that can be said in the first person. */
function convictions(background: string, pattern: RegExp): Conviction[] {
  const list = pattern.exec(background)?.[1];
  if (list === undefined) return [];
  return list
    .split(list.includes(";") ? /;\s+(?:and\s+)?/ : /,\s+(?:and\s+)?/)
    .map((item) => item.trim())
    .filter(
      (item) =>
        item.split(" ").length >= 3 &&
        !/["“”]|\b(?:she|he|they|him|her|his|their|himself|herself)\b/i.test(item),
    )
    .map((text) => ({ text, stems: stemsOf(text) }));
}

const TITLE = /^((?:Dr|Prof|Professor|Mr|Mrs|Ms|Sir|Dame|Hon|Judge)\.?)\s+/;

/** `Dr. Sarah Chen` is `Sarah` to some and `Dr. Chen` to others; a label such as `Member A` stays as it is. */
export function addressed(name: string, { address }: Manner): string {
  if (/^Member [A-Z]{1,2}$/.test(name)) return name;
  const title = TITLE.exec(name)?.[1];
  const words = (title === undefined ? name : name.slice(title.length).trim()).split(/\s+/);
  if (words.length < 2) return name;
  return address === "first" || title === undefined ? words[0]! : `${title} ${words.at(-1)}`;
}

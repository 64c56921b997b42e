import { z } from "zod";
import type { Slots, Tongue } from "../tongue.ts";
import { sentences, wordsIn } from "../words/words.ts";

/** The words of one protocol, by what a sentence does; those of a sheet by `sheet.field`. */
type OwnWords = Readonly<Record<string, readonly string[]>>;

const shape = z.record(z.string(), z.union([sentences, z.record(z.string(), sentences)]));

/** A file of words in which a sheet lists its fields. */
export function ownWords(file: string): OwnWords {
  const all = Object.entries(wordsIn(file, shape)).flatMap(([name, own]) =>
    Array.isArray(own)
      ? [[name, own as readonly string[]] as const]
      : Object.entries(own).map(([field, list]) => [`${name}.${field}`, list] as const),
  );
  return Object.fromEntries(all);
}

/** Speaks in a protocol's own words. */
export type Phrasing = {
  /** A sentence whose slots are all there; of the `Plain` kind where no other can be filled. */
  readonly say: (move: string, slots?: Slots) => string;
  /** All fields of a sheet. */
  readonly fill: (sheet: string, slots?: Slots) => Readonly<Record<string, string>>;
};

export function phrasing(words: OwnWords, tongue: Pick<Tongue, "say">, common: Slots = {}): Phrasing {
  const say: Phrasing["say"] = (move, slots = {}) => {
    // What a procedure asks for is said once more rather than not at all.
    const filled = { says: "", ...common, ...slots };
    const [own, plain] = [words[move], words[`${move}Plain`]];
    return (own && tongue.say(own, filled)) || (plain && tongue.say(plain, filled)) || "";
  };
  const fieldsOf = (sheet: string) =>
    Object.keys(words).filter((key) => key.startsWith(`${sheet}.`) && !key.endsWith("Plain"));
  const fill: Phrasing["fill"] = (sheet, slots) =>
    Object.fromEntries(fieldsOf(sheet).map((key) => [key.slice(sheet.length + 1), say(key, slots)]));
  return { say, fill };
}

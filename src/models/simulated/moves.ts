import { z } from "zod";
import { allWords, sentences, wordsIn } from "./words.ts";

/** What a sentence does, such as `bringFor`: a key of every file of words. */
export type Move = string;

/** A way of speaking. */
export type Manner = {
  readonly name: string;
  /** Words of a persona's file that show it. */
  readonly signs: ReadonlySet<string>;
  readonly address: "first" | "formal";
  readonly moves: Readonly<Record<Move, readonly string[]>>;
};

const moves = z.record(z.string(), sentences);
const mannerShape = z.object({ signs: z.string(), address: z.enum(["first", "formal"]) }).catchall(sentences);

/** What anybody may say. */
export const COMMON: Readonly<Record<Move, readonly string[]>> = wordsIn("common", moves);

export const MANNERS: readonly Manner[] = Object.keys(allWords())
  .filter((file) => file.startsWith("manners/"))
  .map((file) => {
    const { signs, address, ...own } = wordsIn(file, mannerShape);
    return { name: file.slice("manners/".length), signs: new Set(signs.split(/\s+/)), address, moves: own };
  });

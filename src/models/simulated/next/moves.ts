import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

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

const ROOT = new URL("../words/", import.meta.url);
const read = (file: string) => parse(readFileSync(new URL(file, ROOT), "utf8")) as Record<string, never>;

/** What anybody may say. */
export const COMMON: Readonly<Record<Move, readonly string[]>> = read("common.yaml");

export const MANNERS: readonly Manner[] = readdirSync(new URL("manners/", ROOT))
  .sort()
  .map((file) => {
    const { signs, address, ...moves } = read(`manners/${file}`) as unknown as {
      readonly signs: string | readonly string[];
      readonly address: "first" | "formal";
    };
    const list = typeof signs === "string" ? signs.split(/\s+/) : signs;
    return { name: file.replace(".yaml", ""), signs: new Set(list), address, moves };
  });

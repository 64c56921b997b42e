import { createHash } from "node:crypto";
import type { Block } from "./wire-blocks.ts";

/** What a provider keeps of the requests it has read. */
export type PromptCache = {
  /** Characters from the beginning of a request that were kept before. */
  read(blocks: readonly Block[]): number;
  write(blocks: readonly Block[]): void;
};

/** Keeps every request up to the end of each of its blocks. */
export function blockCache(): PromptCache {
  const kept = new Set<string>();
  return {
    read: (blocks) => longest(prefixesOf(blocks).filter(({ key }) => kept.has(key))),
    write(blocks) {
      for (const { key } of prefixesOf(blocks)) kept.add(key);
    },
  };
}

/** Blocks before a breakpoint in which the Messages API looks for what it has kept. */
const LOOK_BACK = 20;

/** As the Messages API documents it: a prefix is kept at each breakpoint, and found from one or shortly before it. */
export function breakpointCache(): PromptCache {
  const kept = new Set<string>();
  return {
    read(blocks) {
      const prefixes = prefixesOf(blocks);
      const inReach = prefixes.filter((_, index) =>
        blocks.slice(index, index + LOOK_BACK + 1).some(({ isBreakpoint }) => isBreakpoint),
      );
      return longest(inReach.filter(({ key }) => kept.has(key)));
    },
    write(blocks) {
      for (const [index, { key }] of prefixesOf(blocks).entries()) {
        if (blocks[index]!.isBreakpoint) kept.add(key);
      }
    },
  };
}

/** Keeps every request to its last character, as a provider does that matches tokens and knows no blocks. */
export function characterCache(): PromptCache {
  const kept: string[] = [];
  return {
    read(blocks) {
      const text = textOf(blocks);
      return kept.reduce((most, known) => Math.max(most, sharedStart(text, known)), 0);
    },
    write(blocks) {
      kept.push(textOf(blocks));
    },
  };
}

type Prefix = { key: string; characters: number };

/** The request up to the end of each block. */
function prefixesOf(blocks: readonly Block[]): readonly Prefix[] {
  const hash = createHash("sha256");
  let characters = 0;
  return blocks.map(({ role, text }) => {
    hash.update(JSON.stringify([role, text]));
    characters += text.length;
    return { key: hash.copy().digest("hex"), characters };
  });
}

function longest(prefixes: readonly Prefix[]): number {
  return prefixes.at(-1)?.characters ?? 0;
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join("");
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}

import type { Command } from "commander";
import { COLLECTING } from "./settings/flag-values.ts";
import { usage } from "./terminal/usage.ts";

/** Makes a command refuse a flag that takes one value and is given two: the first would be dropped without a word. */
export function refuseTwice(command: Command): void {
  for (const option of command.options) {
    if (option.isBoolean() || COLLECTING.has(option.parseArg)) continue;
    let given: string | null = null;
    command.on(`option:${option.name()}`, (value: string) => {
      if (given === null) {
        given = value;
        return;
      }
      throw usage(
        `${option.long} is given twice: ${given}, then ${value}`,
        REMEDIES[option.long ?? ""] ?? "It takes one value: leave one of them out.",
      );
    });
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  "--document":
    "A meeting judges one document: hold one for each, then set them side by side with boardroom verdicts. What is to be read beside it goes to --attach.",
};

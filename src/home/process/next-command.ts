import type { Io } from "./io.ts";

export function commandLine(words: readonly string[]): string {
  return ["boardroom", ...words].map(shellWord).join(" ");
}

export function nextLine(...words: readonly string[]): string {
  return `Next: ${commandLine(words)}`;
}

export function calledWith({ argv }: Pick<Io, "argv">, ...flags: readonly string[]): string {
  return commandLine([...(argv ?? ["..."]), ...flags]);
}

/** Quotes what a shell would not take for one plain word. */
function shellWord(word: string): string {
  if (/^[\p{L}\p{M}\p{N}@%+:,./_-][\p{L}\p{M}\p{N}@%+=:,./_-]*$/u.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

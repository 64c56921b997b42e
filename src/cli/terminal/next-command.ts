import type { Io } from "./io.ts";

/** A command of this program as it can be pasted into a shell. */
export function commandLine(words: readonly string[]): string {
  return ["boardroom", ...words].map(shellWord).join(" ");
}

/** The line that says how to go on. */
export function nextLine(...words: readonly string[]): string {
  return `Next: ${commandLine(words)}`;
}

/** What was called, with more flags; as far as is known. */
export function calledWith({ argv }: Pick<Io, "argv">, ...flags: readonly string[]): string {
  return commandLine([...(argv ?? ["..."]), ...flags]);
}

/** In quotation marks where a shell would take it for more than one word, or for something else. */
function shellWord(word: string): string {
  if (/^[\p{L}\p{M}\p{N}@%+:,./_-][\p{L}\p{M}\p{N}@%+=:,./_-]*$/u.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

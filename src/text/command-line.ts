/** Commands that the program prints for a user to paste: every word is quoted for the shell, never put together by hand. */
export function commandLine(words: readonly string[]): string {
  return ["boardroom", ...words].map(shellWord).join(" ");
}

/** Quotes what a shell would not take for one plain word. */
function shellWord(word: string): string {
  if (/^[\p{L}\p{M}\p{N}@%+:,./_-][\p{L}\p{M}\p{N}@%+=:,./_-]*$/u.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

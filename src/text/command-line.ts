// Formats the commands that the program prints for a user to paste. Every word is quoted for a
// shell.

/** Commands that the program prints for a user to paste: every word is quoted for the shell, never put together by hand. */
export function formatCommand(words: readonly string[]): string {
  return ["boardroom", ...words].map(quoteForShell).join(" ");
}

/** Quotes what a shell would not take for one plain word. */
function quoteForShell(word: string): string {
  if (/^[\p{L}\p{M}\p{N}@%+:,./_-][\p{L}\p{M}\p{N}@%+=:,./_-]*$/u.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

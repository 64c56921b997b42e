// Shortens prose to a number of characters. `width.ts` cuts a line to a number of columns.

/** At most `longest` characters: whole sentences if possible, else whole words. */
export function shortenText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const room = text.slice(0, longest - 4);
  const sentence = [...room.matchAll(/[.?!]["')]*\s/g)].at(-1)?.index ?? -1;
  if (sentence >= longest / 2) return `${text.slice(0, text.indexOf(" ", sentence))} ...`;
  return `${room.slice(0, Math.max(room.lastIndexOf(" "), 1)).trimEnd()} ...`;
}

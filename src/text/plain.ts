// Small functions on plain English text: lists of names, counts, capitals. The callers clean text
// from outside first.

/** All white space, line breaks too, as single spaces. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Small letters and numbers, with a space between words. */
export function toPlainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const SMALL_WORDS = ["and", "at", "for", "in", "of", "the", "to"];

/** `Head of Security` of `head-of-security`. */
export function titleId(id: string): string {
  const words = id.split("-");
  const isSmall = (word: string, at: number) =>
    at > 0 && at < words.length - 1 && SMALL_WORDS.includes(word);
  return words.map((word, at) => (isSmall(word, at) ? word : capitalize(word))).join(" ");
}

/** `a, b and c`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** `a, b and 3 more`. */
export function joinFew(texts: readonly string[], most: number): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : "";
  return texts.slice(0, most).join(", ") + more;
}

/** `12,400`. */
export function groupThousands(count: number): string {
  return count.toLocaleString("en-US");
}

/** Without these characters at its end. A pattern such as `/-+$/` takes quadratic time on a long run of them. */
export function dropTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** `not guilty`, for an option, label or flag that people read; ids stay in JSON, CSV and what models write. */
export function toPlainId(id: string): string {
  return id.toLowerCase().replaceAll("_", " ");
}

/** `1 turn`, `3 turns`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

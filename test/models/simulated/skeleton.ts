/** Sentences of a message; stops inside quotations and after titles end none. */
export function sentencesOf(content: string): readonly string[] {
  const kept: string[] = [];
  const masked = content
    .replace(/"[^"]*"/g, (quote) => `"${kept.push(quote) - 1}"`)
    .replace(/\b(Dr|Prof|Mr|Mrs|Ms)\. /g, "$1 ");
  return masked
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.replace(/"(\d+)"/g, (_, index) => kept[Number(index)]!));
}

/** A sentence with names, numbers and quotations masked. */
export function skeletonOf(sentence: string, names: readonly string[]): string {
  const anyName = new RegExp(
    `\\b(?:(?:Dr|Prof)\\.? )?(?:${[...names].sort((a, b) => b.length - a.length).join("|")})\\b`,
    "g",
  );
  return sentence
    .replace(/"[^"]*"/g, "Q")
    .replace(anyName, "N")
    .replace(/\d[\d,.]*/g, "#")
    .toLowerCase();
}

/** Characters at the end of a cut-off reply among which a repetition is looked for. */
const OVERLAP = 400;
/** A single figure that stands on both sides may be meant twice. */
const LEAST_FIGURES = 2;

/** Drops a repetition only of whole words or a whole tag, so that no character of a figure is lost. */
export function stitch(first: string, second: string): string {
  const longest = Math.min(first.length, second.length, OVERLAP);
  for (let length = longest; length > 0; length--) {
    const repeated = second.slice(0, length);
    if (first.endsWith(repeated) && isRun(repeated) && isWhole(first, second, length))
      return first + second.slice(length);
  }
  return first + second;
}

function isRun(text: string): boolean {
  const words = text.match(/<[^<>]*>|[^\s<>]+/g) ?? [];
  return words.length >= LEAST_FIGURES || /\p{L}/u.test(text);
}

function isWhole(first: string, second: string, length: number): boolean {
  const at = first.length - length;
  return isBetween(first, at) && isBetween(second, length);
}

function isBetween(text: string, at: number): boolean {
  return at === 0 || at === text.length || /[\s>]/.test(text.charAt(at - 1)) || /[\s<]/.test(text.charAt(at));
}

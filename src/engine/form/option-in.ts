/** Reads the option that a model names: marks around one single option are stripped, and two options are none. */

/** Longer text is more than one option with marks around it. */
const MOST_LETTERS = 100;

const MARKS = new Set(" \t\r\n*_~#`\"'.,;:!“”„‘’«»「」『』()[]{}<>-–—");
const LABEL = /^(?:final\s+)?(?:verdict|vote|answer|choice|option)\s*(?:is\b|[:=])/i;
/** The prompt prints an option with its side. */
const SIDE = /[([](?:for|against|neutral)[)\]]$/i;

/** The id among `ids` that the text names. Case, spaces and hyphens do not matter. */
export function readOption<Id extends string>(text: string, ids: readonly Id[]): Id | null {
  if (text.length > MOST_LETTERS) return null;
  const bare = stripMarks(
    stripMarks(text.trim().replace(SIDE, "")).replace(LABEL, "").trim().replace(SIDE, ""),
  );
  const named = normalizeOption(bare);
  return ids.find((id) => normalizeOption(id) === named) ?? null;
}

function stripMarks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && MARKS.has(text.charAt(from))) from += 1;
  while (to > from && MARKS.has(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function normalizeOption(text: string): string {
  return text.toUpperCase().replace(/[\s-]+/g, "_");
}

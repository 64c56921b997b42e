/**
 * Reads the option that a model names. Marks, labels and repetitions around one single option are dropped. Two options, a
 * negation, a doubt or a condition are none.
 */

/** Longer text is more than one option with marks around it. */
const MOST_LETTERS = 100;

/** Marks for text that is struck out or left unticked, and signs that say no. */
const DENIED = /~~|<\/?(?:s|del|strike)\b|\[\s*\]|[☐✗✘❌❎🚫⛔👎¬≠]|^\W*!/iu;

/** What may be around an option: white space, quotation marks, brackets, emphasis, pictures and the dashes of a list. */
const MARKS =
  /^[\s*_#`"'.,;:!$\p{Pi}\p{Pf}\p{Ps}\p{Pe}\p{Pd}<>|＂・。！：…\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}]+/u;
const MARKUP =
  /<\/?(?:b|i|u|em|strong|code|p|span|div|br|h\d)\s*\/?>|\\(?:boxed|text\w{0,4}|mathbf)(?=\{)|^\s*(?:```|~~~)\w*|\[x\]|\p{Cf}/giu;

const LABELS =
  "verdict|vote|answer|choice|option|decision|recommendation|conclusion|urteil|votum|entscheidung|stimme|veredicto|voto|decisión|décision|choix|verdetto|decisione|veredito|decisão|beslut|röst|结论|裁决|决定|投票|判定|結論";
const LABEL = new RegExp(
  `^(?:(?:my|our|the|final)\\s+){0,2}(?:${LABELS})(?:\\s+(?:is|ist|es|est)\\b|[^\\p{L}\\p{N}]*[:=：]|\\W*$)|^i\\s+(?:vote|choose)(?:\\s+for)?\\b`,
  "iu",
);
const NEGATION = /^(?:not|rather than|instead of|nicht|statt)\s+/i;

/** An option, and the side that the prompt prints after it. */
type SidedOption<Id extends string = string> = { id: Id; side?: string | undefined };

/** The id of the option that the text names. Case, spaces and dashes do not matter. */
export function readOption<Id extends string>(
  text: string,
  options: readonly (Id | SidedOption<Id>)[],
): Id | null {
  if (text.length > MOST_LETTERS || DENIED.test(text)) return null;
  const known = options.map((each) => (typeof each === "string" ? { id: each } : each));
  const plain = text.replaceAll(MARKUP, " ");
  const whole = findOption(plain, known);
  if (whole) return whole.id;
  const parts = plain
    .split(/[|()[\]{}（）｛｝,;，；\n]+/)
    .map(readBare)
    .filter((part) => part !== "");
  const named = parts.flatMap((part) => findOption(part, known) ?? []);
  const [option] = named;
  const isOne = option !== undefined && named.every(({ id }) => id === option.id);
  const isClear = parts.every((part) => isAgreeing(part, option, known));
  return isOne && isClear ? option.id : null;
}

/** The part names the option or its side, or denies another option. */
function isAgreeing(
  part: string,
  option: SidedOption | undefined,
  known: readonly SidedOption[],
): boolean {
  if (findOption(part, known)) return true;
  if (/^(?:for|against|neutral)$/i.test(part))
    return option?.side === undefined || option.side === part.toLowerCase();
  const denied = NEGATION.test(part) ? findOption(part.replace(NEGATION, ""), known) : undefined;
  return denied !== undefined && denied.id !== option?.id;
}

function findOption<Option extends SidedOption>(
  text: string,
  known: readonly Option[],
): Option | undefined {
  const named = normalizeOption(readBare(text));
  return known.find(({ id }) => normalizeOption(id) === named);
}

/** Without the marks at both ends, and without a label before the option. */
function readBare(text: string): string {
  return stripMarks(stripMarks(text).replace(LABEL, ""));
}

function stripMarks(text: string): string {
  const start = text.replace(MARKS, "");
  const reversed = [...start].reverse().join("").replace(MARKS, "");
  return [...reversed].reverse().join("");
}

function normalizeOption(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}_*]+/gu, "");
}

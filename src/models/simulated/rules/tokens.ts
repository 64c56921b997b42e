import { lexicon } from "./lexicon.ts";

/** A word, a figure or a mark, with what it may be. */
export type Token = {
  readonly word: string;
  readonly classes: ReadonlySet<string>;
  readonly value: number | null;
  readonly isCapital: boolean;
};

const NONE: ReadonlySet<string> = new Set();
const TOKEN =
  /[£$€]?\p{N}+(?:[.,]\p{N}+)*(?:st|nd|rd|th)?|[\p{L}\p{M}]+(?:['-][\p{L}\p{M}\p{N}]+)*|[,;:()%–—?!."“”/|]/gu;
const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** The tokens of a passage; names at `masked` places say nothing. */
export function tokensOf(text: string): Token[] {
  const shown = text.replaceAll(/[’‘ʼ]/g, "'").replaceAll(/ [-–—]{1,2} /g, " — ");
  const raw = shown.match(TOKEN) ?? [];
  const tokens: Token[] = [];
  let isTaken = false;
  for (const [at, word] of raw.entries()) {
    const joined = `${word}-${raw[at + 1]}`.toLowerCase();
    const isJoined: boolean = !isTaken && lexicon().classes.has(joined);
    if (isJoined) tokens.push(tokenOf(joined, false));
    else if (!isTaken) tokens.push(tokenOf(word, at > 0 && raw[at - 1] !== "."));
    isTaken = isJoined;
  }
  return tokens;
}

function tokenOf(raw: string, isInside: boolean): Token {
  const word = raw.toLowerCase().replace(/'s?$/, "");
  const isCapital = isInside && /^\p{Lu}\p{Ll}/u.test(raw);
  return { word, classes: classesOf(word), value: numberOf(word), isCapital };
}

function classesOf(word: string): ReadonlySet<string> {
  const { classes } = lexicon();
  const whole = classes.get(word);
  if (whole || !word.includes("-")) return whole ?? NONE;
  const last = word.slice(word.lastIndexOf("-") + 1);
  if (last === "free") return new Set(["adj.good"]);
  if (/^(?:non|ex|anti|counter|pre|post|re)-/.test(word)) return NONE;
  const own = classes.get(last);
  return own ? new Set([...own].filter((name) => /^(?:noun|severe)\./.test(name))) : NONE;
}

/** What a figure or a number in words comes to. */
export function numberOf(word: string): number | null {
  const figure = /^[£$€]?(\p{N}+(?:[.,]\p{N}+)*)$/u.exec(word);
  if (figure) return Number((figure[1] ?? "").replaceAll(/,(?=\p{N}{3}\b)/gu, "").replace(",", "."));
  const whole = NUMBERS.indexOf(word);
  if (whole >= 0) return whole;
  const [ten = "", unit] = word.split("-");
  const tens = TENS.indexOf(ten);
  if (tens >= 0) return 20 + 10 * tens + (unit === undefined ? 0 : Math.max(0, NUMBERS.indexOf(unit)));
  return word === "hundred" ? 100 : word === "thousand" ? 1000 : word === "dozen" ? 12 : null;
}

export function is(token: Token | undefined, ...names: readonly string[]): boolean {
  return token !== undefined && names.some((name) => token.classes.has(name));
}

/** Whether one of the tokens from `at + from` up to `at + to`, itself left out, is of one of the classes. */
export function near(
  tokens: readonly Token[],
  at: number,
  [from, to]: readonly [number, number],
  ...names: readonly string[]
): boolean {
  for (let index = Math.max(0, at + from); index < Math.min(tokens.length, at + to); index++)
    if (index !== at && is(tokens[index], ...names)) return true;
  return false;
}

export function some(tokens: readonly Token[], ...names: readonly string[]): boolean {
  return tokens.some((token) => is(token, ...names));
}

export function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? "";
}

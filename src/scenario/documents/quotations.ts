import { foldedWords, wordsIn } from "./folded-text.ts";

type Quotation = {
  readonly quote: string;
  /** The line that the sentence names as saying it. */
  readonly line: number | null;
};

export const MOST_QUOTATIONS = 64;

const LEAST_QUOTED_WORDS = 5;
const LEAST_OF_A_LINE = 2;

export function quotationsIn(text: string): Quotation[] {
  return text
    .split(/\n\s*\n/)
    .flatMap(inParagraph)
    .filter(isLongEnough)
    .slice(0, MOST_QUOTATIONS);
}

export function withoutQuotations(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => take(paragraph).rest.replaceAll(TAKEN, BREAK))
    .join("\n\n");
}

const BREAK = " \u00A4 ";

function isLongEnough({ quote, line }: Quotation): boolean {
  const least = line === null ? LEAST_QUOTED_WORDS : LEAST_OF_A_LINE;
  return wordsIn(foldedWords(quote)) >= least;
}

type PlacedQuote = Quotation & { readonly at: number };

function inParagraph(paragraph: string): readonly Quotation[] {
  const found = [...take(paragraph).found].sort((a, b) => a.at - b.at);
  return found.map(({ quote, line }) => ({ quote, line }));
}

const TAKEN = /\uFFFC+/g;

type TakenQuote = { readonly found: readonly PlacedQuote[]; readonly rest: string };

/** Block quotes first, then double marks, then single ones, each taken out of what is left. */
function take(paragraph: string): TakenQuote {
  const text = paragraph.replaceAll("``", " “").replaceAll("''", "” ");
  return MARKS.reduce<TakenQuote>(
    ({ found, rest }, { marks, opens }) => {
      if (!opens.test(rest)) return { found, rest };
      const more: PlacedQuote[] = [];
      const left = rest.replace(marks, (whole: string, ...groups: unknown[]) => {
        const inside = groups.find((each) => typeof each === "string") ?? "";
        const at = groups.find((each) => typeof each === "number") ?? 0;
        if (marks === SINGLE && ELISION.test(inside)) return whole;
        const quote = marks === BLOCK ? unquoted(inside) : inside.trim();
        more.push({ quote, line: lineBefore(rest.slice(Math.max(0, at - 120), at)), at });
        return "\uFFFC".repeat(whole.length);
      });
      return { found: [...found, ...more], rest: left };
    },
    { found: [], rest: text },
  );
}

const BLOCK = /((?:^ {0,3}>.*(?:\n|$))+)/gm;

const DOUBLE =
  /(?<![\p{L}\p{N}])["“„‟«»]([^"“”„‟«»\uFFFC]+)["”“»«](?![\p{L}\p{N}])|[「『]([^「」『』\uFFFC]+)[」』]/gu;

/** An apostrophe stands between two letters, and opens and closes nothing. */
const SINGLE =
  /(?<![\p{L}\p{N}'’])['‘‚‹](?=[^\s'’‘])((?:[^'‘’‚‹›]|(?<=[\p{L}\p{N}])['’](?=[\p{L}\p{N}]))+)(?<!\s)['’‘›](?![\p{L}\p{N}])/gu;

/** In the order in which they are taken. A text without `opens` is not searched. */
const MARKS: readonly { readonly marks: RegExp; readonly opens: RegExp }[] = [
  { marks: BLOCK, opens: />/ },
  { marks: DOUBLE, opens: /["“„‟«»「『]/ },
  { marks: SINGLE, opens: /['‘‚‹]/ },
];

const ELISION = /^(?:tis|twas|em|til|till|cause|bout|n|\d\ds?)\b/i;

function unquoted(block: string): string {
  return block
    .split("\n")
    .map((line) => line.replace(/^ {0,3}(?:> ?)+/, "").trim())
    .filter((line) => !/^[-–—]/.test(line))
    .join(" ")
    .trim();
}

const NUMBERED = String.raw`\s+(\d{1,7})(?:\s*(?:[-–]|to|and)\s*\d{1,7})?(?:\s+of\s+(?:the\s+)?[\w.-]{1,60})?,?\s+`;
const JUST_BEFORE = new RegExp(
  `\\blines?${NUMBERED}(?:says|reads|states|has it|puts it)(?:\\s+that)?\\s*[:,–—-]?\\s*(?:>\\s*)?$`,
  "iu",
);

function lineBefore(text: string): number | null {
  const named = JUST_BEFORE.exec(text);
  return named ? Number(named[1]) : null;
}

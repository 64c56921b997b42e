import { foldedWords, wordsIn } from "./folded-text.ts";

export type Quotation = {
  readonly quote: string;
  /** `open`: the closing mark is missing. `said`: laid to a line without marks, perhaps only in sense. */
  readonly kind: "marked" | "open" | "said";
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
    .map((paragraph) => {
      const { rest } = take(paragraph);
      return rest
        .replaceAll(OPENED, (begun) => begun.slice(firstSentence(begun).length))
        .replaceAll(TAKEN, BREAK);
    })
    .join("\n\n");
}

export function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}

const BREAK = " \u00A4 ";

function isLongEnough({ quote, kind, line }: Quotation): boolean {
  const least = line !== null && kind === "marked" ? LEAST_OF_A_LINE : LEAST_QUOTED_WORDS;
  return wordsIn(foldedWords(quote)) >= least;
}

type PlacedQuote = Quotation & { readonly at: number };

function inParagraph(paragraph: string): readonly Quotation[] {
  const { found, rest } = take(paragraph);
  const all = [...found, ...opened(rest), ...saidByLines(rest)];
  return all.sort((a, b) => a.at - b.at).map(({ quote, kind, line }) => ({ quote, kind, line }));
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
        more.push({ quote, kind: "marked", line: lineBefore(rest.slice(Math.max(0, at - 120), at)), at });
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

function opened(rest: string): PlacedQuote[] {
  if (!/["“„«]/.test(rest)) return [];
  return [...rest.matchAll(OPENED)].map(({ 1: quote = "", index }) => ({
    quote: quote.trim(),
    kind: "open",
    line: null,
    at: index,
  }));
}

const OPENED = /(?<![\p{L}\p{N}])["“„«](?=[\p{L}\p{N}[…])([^"“”„«\uFFFC]{1,2000})/gu;

const NUMBERED = String.raw`\s+(\d{1,7})(?:\s*(?:[-–]|to|and)\s*\d{1,7})?(?:\s+of\s+(?:the\s+)?[\w.-]{1,60})?,?\s+`;
const JUST_BEFORE = new RegExp(
  `\\blines?${NUMBERED}(?:says|reads|states|has it|puts it)(?:\\s+that)?\\s*[:,–—-]?\\s*(?:>\\s*)?$`,
  "iu",
);

function lineBefore(text: string): number | null {
  const named = JUST_BEFORE.exec(text);
  return named ? Number(named[1]) : null;
}

/** `Line 2 says she led the team.` quotes words. `Line 2 says that ...` gives only the sense. */
function saidByLines(rest: string): PlacedQuote[] {
  if (!/\b(?:says|reads|states)\b/i.test(rest)) return [];
  return [...rest.matchAll(SAID)].map(({ 1: line, 2: quote = "", index }) => ({
    quote: quote.trim(),
    kind: "said",
    line: Number(line),
    at: index,
  }));
}

/** `As line 2 says` goes before or after what it says, and does not begin it. */
const SAID = new RegExp(
  `\\blines?(?<!\\b(?:as|how|what|which|whatever|than)\\s+lines?)${NUMBERED}(?:says|reads|states)\\s*(?:[:–—-]\\s*)?(?!that\\b|so\\b|nothing\\b|what\\b|otherwise\\b|as\\b)([^\\s,.!?;\\n\\uFFFC](?:[^.!?;\\n\\uFFFC]|[.](?=\\S)){0,400})`,
  "giu",
);

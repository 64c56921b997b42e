import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

const SIGN = z.union([z.literal(1), z.literal(0), z.literal(-1)]);

const markSchema = z.strictObject({
  /** Line of the document as members see it, from 1, where the clause begins. */
  line: z.int().min(1),
  /** The clause in the document's words, with each run of white space as one space. */
  text: z.string().min(1),
  /** From the view of somebody deciding for what is described; 0 weighs nothing, or both ways alike. */
  sign: SIGN,
  criterion: z.string().nullable(),
  severe: z.literal(true).optional(),
});
/** What a careful person made of one clause. */
export type Mark = z.infer<typeof markSchema>;

const criterionSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  question: z.string().min(1).optional(),
  keywords: z.array(z.string().min(1)),
});

const marksFileSchema = z.strictObject({
  criteria: z.array(criterionSchema).min(1),
  statements: z.array(markSchema).min(1),
});

/** The marks of one document, made by hand. */
export type Marks = z.infer<typeof marksFileSchema> & { readonly document: string };

export type ReaderStatement = {
  readonly document: string;
  readonly line: number;
  readonly text: string;
  readonly point: { readonly bears: Readonly<Record<string, number>> } | null;
};

export type Mistake = {
  readonly document: string;
  readonly line: number;
  readonly text: string;
  readonly sign: Mark["sign"];
  /** Sum of what the points on it bear. */
  readonly bears: number;
};

export type Score = {
  /** Marks with a sign. */
  readonly marked: number;
  /** Of these, marks on which a point was made. */
  readonly read: number;
  /** Of these, marks whose sign the points have. */
  readonly right: number;
  /** Marks read against their sign, and marks of sign 0 read as strong. */
  readonly wrong: number;
  /** Marks with a sign on which no point was made. */
  readonly silent: number;
  /** Points on text that has no mark, such as a heading. */
  readonly unmarked: number;
  readonly mistakes: readonly Mistake[];
};

/** Above this a point on a mark of sign 0 is a mistake. */
const STRONG = 0.5;

/** Share of the shorter text's words that must stand in the other for both to be the same clause. */
const SAME = 0.7;

/** Lines by which a reader that joins lines to a paragraph may be off. */
const LINES_OFF = 4;

/**
 * Holds what a reader made of a document against marks made by hand. A mark that several statements read has the
 * sum of their bears; a statement that spans several marks is held against the sum of their signs.
 */
export function score(statements: readonly ReaderStatement[], marks: Marks): Score {
  const own = statements.filter(({ document }) => document === marks.document);
  const matches = own.map((statement) => ({ statement, marks: marksOf(statement, marks.statements) }));
  const readings = marks.statements.map((mark) => readingOf(mark, matches));
  const signed = readings.filter(({ mark }) => mark.sign !== 0);
  const mistakes = readings.filter(isMistake);
  const read = signed.filter(({ bears }) => bears !== null);
  return {
    marked: signed.length,
    read: read.length,
    right: read.filter((reading) => Math.sign(reading.bears ?? 0) === reading.expected).length,
    wrong: mistakes.length,
    silent: signed.length - read.length,
    unmarked: matches.filter(({ statement, marks }) => statement.point !== null && marks.length === 0).length,
    mistakes: mistakes.map(({ mark, bears }) => ({
      document: marks.document,
      line: mark.line,
      text: mark.text,
      sign: mark.sign,
      bears: bears ?? 0,
    })),
  };
}

/** Several documents' scores as one. */
export function total(scores: readonly Score[]): Score {
  const sum = (count: (one: Score) => number) => scores.reduce((all, one) => all + count(one), 0);
  return {
    marked: sum((one) => one.marked),
    read: sum((one) => one.read),
    right: sum((one) => one.right),
    wrong: sum((one) => one.wrong),
    silent: sum((one) => one.silent),
    unmarked: sum((one) => one.unmarked),
    mistakes: scores.flatMap(({ mistakes }) => mistakes),
  };
}

type Match = { readonly statement: ReaderStatement; readonly marks: readonly Mark[] };
type Reading = {
  readonly mark: Mark;
  /** null where no point was made. */
  readonly bears: number | null;
  /** The sign that its points should have: the mark's own, or that of all marks that they span. */
  readonly expected: number;
};

function readingOf(mark: Mark, matches: readonly Match[]): Reading {
  const points = matches.filter(({ statement, marks }) => statement.point !== null && marks.includes(mark));
  if (points.length === 0) return { mark, bears: null, expected: mark.sign };
  const spanned = new Set(points.flatMap(({ marks }) => marks));
  return {
    mark,
    bears: points.reduce((all, { statement }) => all + bearsOf(statement), 0),
    expected: Math.sign([...spanned].reduce((all, { sign }) => all + sign, 0)),
  };
}

function isMistake({ bears, expected }: Reading): boolean {
  if (bears === null) return false;
  return expected === 0 ? Math.abs(bears) > STRONG : Math.sign(bears) === -expected;
}

function bearsOf({ point }: ReaderStatement): number {
  return Object.values(point?.bears ?? {}).reduce((all, one) => all + one, 0);
}

/** The marks that a statement is about: the one that it stands in, else all that stand in it. */
function marksOf(statement: ReaderStatement, marks: readonly Mark[]): readonly Mark[] {
  const words = wordsOf(statement.text);
  const near = marks
    .filter(({ line }) => Math.abs(line - statement.line) <= LINES_OFF)
    .map((mark) => ({ mark, words: wordsOf(mark.text), off: Math.abs(mark.line - statement.line) }));
  const around = near.filter((one) => shareOf(words, one.words) >= SAME);
  const nearest = around.sort((a, b) => shareOf(b.words, words) - shareOf(a.words, words) || a.off - b.off)[0];
  const within = near.filter((one) => shareOf(one.words, words) >= SAME);
  if (within.length > 1) return within.map(({ mark }) => mark);
  return [nearest ?? within[0]].flatMap((one) => (one ? [one.mark] : []));
}

/** How much of the one stands in the other, 0 to 1. */
function shareOf(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of one) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    found++;
  }
  return one.length === 0 ? 0 : found / one.length;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A document of a folder with its marks, `NAME.marks.yaml` beside `NAME.md`, `.txt` or `.json`. */
export type MarkedDocument = { readonly path: string; readonly marks: Marks };

/** All marked documents of a folder, in the order of their names. */
export function markedDocuments(folder: string): readonly MarkedDocument[] {
  const files = readdirSync(folder).sort();
  return files
    .filter((file) => !file.endsWith(".marks.yaml"))
    .map((file) => {
      const stem = file.replace(/\.[^.]+$/, "");
      const marks = marksFileSchema.parse(parse(readFileSync(join(folder, `${stem}.marks.yaml`), "utf8")));
      return { path: join(folder, file), marks: { ...marks, document: basename(file) } };
    });
}

/** A file of single sentences as one document: each a paragraph of its own, each marked. */
export function sentencesAsDocument(path: string): { readonly text: string; readonly marks: Marks } {
  const sentences = z
    .array(z.strictObject({ text: z.string().min(1), sign: SIGN }))
    .parse(parse(readFileSync(path, "utf8")));
  const statements = sentences.map(({ text, sign }, index) => ({
    line: 1 + 2 * index,
    text,
    sign,
    criterion: null,
  }));
  const criteria = [{ id: "case", name: "The case", keywords: [] }];
  const document = basename(path).replace(/\.yaml$/, ".md");
  return {
    text: sentences.map(({ text }) => text).join("\n\n"),
    marks: { document, criteria, statements },
  };
}

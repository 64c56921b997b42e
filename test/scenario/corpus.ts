import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readDocument } from "boardroom";

/** A text of the corpus as its source has it. Each block has one of these, and a heading its level. */
type SourceBlock = {
  heading?: number;
  text?: string;
  sentences?: string[];
  note?: string;
  items?: string[];
  numbers?: string[];
  rows?: string[][];
};
type Source = {
  layout: string;
  blocks: SourceBlock[];
  side?: SourceBlock[];
  main?: SourceBlock[];
  head?: string;
  foot?: string;
};

/** What a reader of a document must find whole. */
export type Kind = "sentences" | "headings" | "items" | "rows";
type Truth = Record<Kind, string[]>;

export type ReadFile = {
  file: string;
  isTwoColumns: boolean;
  text: string;
  notes: readonly string[];
  truth: Truth;
  missed: Truth;
  /** Lines at the head and foot of its pages. */
  margins: string[];
};

const FOLDER = fileURLToPath(new URL("../fixtures/corpus/", import.meta.url));

export function listCorpus(): string[] {
  return readdirSync(FOLDER).filter((name) => /\.(?:pdf|docx)$/.test(name));
}

/** Reads one file of the corpus, and looks for all that its source has. */
export async function readCorpusFile(file: string): Promise<ReadFile> {
  const [name = ""] = file.split(".");
  const source: Source = JSON.parse(readFileSync(`${FOLDER}sources/${name}.json`, "utf8"));
  const { text, notes = [] } = await readDocument({ path: FOLDER + file, shown: file });
  const truth = listTruth(source);
  const lines = text.split("\n").map(fold);
  const found = new Set(lines.map((line) => line.replace(/^(?:#{1,6}|-|\d+\.) /, "")));
  const marked = (mark: RegExp) => new Set(lines.filter((line) => mark.test(line)));
  const headings = [...marked(/^#{1,6} /)].map((line) => line.replace(/^#+ /, "").toUpperCase());
  const items = [...marked(/^(?:-|\d+\.) /)].map((line) => line.replace(/^\S+ /, ""));
  const missed = {
    sentences: truth.sentences.filter((each) => !lines.some((line) => line.includes(fold(each)))),
    headings: truth.headings.filter((each) => !headings.includes(fold(each).toUpperCase())),
    items: truth.items.filter((each) => !items.includes(fold(each))),
    rows: truth.rows.filter((each) => !found.has(fold(each))),
  };
  const margins = [source.head, source.foot].filter((each) => each !== undefined);
  return { file, isTwoColumns: source.main !== undefined, text, notes, truth, missed, margins };
}

function listTruth({ blocks, side = [], main = [] }: Source): Truth {
  const all = [...blocks, ...side, ...main];
  return {
    sentences: all.flatMap(({ sentences = [], note }) => (note ? [...sentences, note] : sentences)),
    headings: all.flatMap(({ heading, text = "" }) => (heading ? [text] : [])),
    items: all.flatMap(({ items = [], numbers = [] }) => [...items, ...numbers]),
    rows: all.flatMap(({ rows = [] }) => rows.map((cells) => `| ${cells.join(" | ")} |`)),
  };
}

function fold(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
}

/** The share of what the files have that was found, in percent. */
export function getShare(files: readonly ReadFile[], kind: Kind): number {
  const count = (each: "truth" | "missed") =>
    files.reduce((sum, file) => sum + file[each][kind].length, 0);
  return Math.round(1000 * (1 - count("missed") / count("truth"))) / 10;
}

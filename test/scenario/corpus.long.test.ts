import { beforeAll, describe, expect, it } from "vitest";
import { getShare, type Kind, listCorpus, type ReadFile, readCorpusFile } from "./corpus.ts";

let files: ReadFile[] = [];

beforeAll(async () => {
  files = await Promise.all(listCorpus().map(readCorpusFile));
}, 600_000);

const isPdf = ({ file }: ReadFile) => file.endsWith(".pdf");
const isWord = ({ file }: ReadFile) => file.endsWith(".docx");
const isPdfOfColumns = (each: ReadFile) => isPdf(each) && each.isTwoColumns;

/** The least share of each kind, in percent. */
const LEAST: [name: string, isOne: (file: ReadFile) => boolean, least: Record<Kind, number>][] = [
  ["PDF files", isPdf, { sentences: 99, headings: 99, items: 99, rows: 98 }],
  [
    "PDF files in two columns",
    isPdfOfColumns,
    { sentences: 98, headings: 98, items: 99, rows: 90 },
  ],
  ["Word files", isWord, { sentences: 100, headings: 100, items: 100, rows: 100 }],
];

const KINDS: Kind[] = ["sentences", "headings", "items", "rows"];

describe("files of many programs", () => {
  it("are at least 60 PDF files and 30 Word files", () => {
    expect(files.filter(isPdf).length).toBeGreaterThanOrEqual(60);
    expect(files.filter(isWord).length).toBeGreaterThanOrEqual(30);
  });

  it.each(
    LEAST.flatMap(([name, isOne, least]) => KINDS.map((kind) => ({ name, kind, isOne, least }))),
  )("of $name: $kind are read whole", ({ kind, isOne, least }) => {
    const chosen = files.filter(isOne);
    const missed = chosen.flatMap(({ file, missed: all }) =>
      all[kind].map((each) => `${file}: ${each}`),
    );
    expect(getShare(chosen, kind), missed.join("\n")).toBeGreaterThanOrEqual(least[kind]);
  });

  it("do not show the head or foot of their pages more than once, and say so if they omit it", () => {
    const repeated = files.flatMap(({ file, text, margins }) =>
      margins
        .filter((margin) => text.split(margin).length > 2)
        .map((margin) => `${file}: ${margin}`),
    );
    expect(repeated).toEqual([]);
    const [report] = files.filter(({ file }) => file === "report.libreoffice-tagged.pdf");
    expect(report?.text).not.toContain("Prüfbericht Talsperre Eschenbach 2024");
    expect(report?.notes.join("\n")).toContain('"Prüfbericht Talsperre Eschenbach 2024"');
  });
});

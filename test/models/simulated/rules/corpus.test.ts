import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readByRules } from "../../../../src/models/simulated/rules/read.ts";
import { makeDocument } from "../../../../src/scenario/documents/document-text.ts";
import { readDocument } from "../../../../src/scenario/documents/documents.ts";
import { type Marks, markedDocuments, type Score, score, sentencesAsDocument, total } from "./score.ts";

const FOLDER = "test/content/reading";
/** Of all marks with a sign, the share to be read rightly. */
const SETS = [
  { set: "dev", leastRead: 0.7 },
  { set: "held-out", leastRead: 0.45 },
] as const;
const MOST_WRONG = 0.03;

function scoreOf(name: string, text: string, marks: Marks): Score {
  const document = makeDocument({ name, title: name, subject: true, text });
  return score(readByRules({ documents: [document], criteria: marks.criteria }).statements, marks);
}

function expectHonest({ marked, right, wrong, mistakes }: Score, leastRead: number): void {
  expect(right / marked).toBeGreaterThanOrEqual(leastRead);
  expect(wrong / marked, JSON.stringify(mistakes, null, 1)).toBeLessThanOrEqual(MOST_WRONG);
}

describe.each(SETS)("the set $set", ({ set, leastRead }) => {
  it("is read for the most part, and hardly ever the wrong way round", async () => {
    const scores = markedDocuments(`${FOLDER}/${set}`).map(async ({ path, marks }) => {
      const { text } = await readDocument({ path, shown: marks.document });
      return scoreOf(marks.document, text, marks);
    });
    expectHonest(total(await Promise.all(scores)), leastRead);
  });

  it("is read in plain sentences, and hardly ever the wrong way round", () => {
    const { text, marks } = sentencesAsDocument(`${FOLDER}/plain-sentences-${set}.yaml`);
    expectHonest(scoreOf(marks.document, text, marks), leastRead);
  });
});

it("goes by no phrase that stands in a shipped document, or in one that it is measured on", () => {
  const source = readFileSync("src/models/simulated/words/lexicon.yaml", "utf8");
  const phrases = [...source.matchAll(/^ {4}- "([^"]+)"$/gm)].map(([, phrase]) => phrase!);
  expect(phrases.length).toBeGreaterThan(100);
  const wordingsOf = phrases.flatMap(wordings);
  const standingIn = (texts: readonly string[], least: number) => {
    const begun = new Set(texts.flatMap(threeWords));
    return wordingsOf.filter(
      (wording) =>
        wording.split(" ").length >= least &&
        begun.has(threeWords(wording)[0]!) &&
        texts.some((text) => text.includes(` ${wording} `)),
    );
  };
  const shipped = ["scenarios", "test/content", "docs"].flatMap(textsOf);
  expect(standingIn(shipped, 3)).toEqual([]);
  // Documents of every trade hold any three words of common speech, such as "ahead of schedule".
  expect(standingIn(textsOf(FOLDER), 4)).toEqual([]);
});

const SMALL =
  "a an the of in on at to for by with from into onto no not never nobody none is are was were be been being has have had does do did would will could can it its his her him them their he she they that than and or up down out off over under through about twice came come comes".split(
    " ",
  );

/** Every wording of three words, two of substance, that a turn of speech stands for; shorter ones are anybody's. */
function wordings(phrase: string): string[] {
  if (/[@#]/.test(phrase)) return [];
  const places = phrase
    .split(" ")
    .map((place) => [...place.replace(/\?$/, "").split("|"), ...(place.endsWith("?") ? [""] : [])]);
  const all = places.reduce<string[]>(
    (begun, place) => begun.flatMap((start) => place.map((word) => `${start} ${word}`)),
    [""],
  );
  const ofSubstance = (wording: string) => wording.split(" ").filter((word) => !SMALL.includes(word));
  return all.map(bare).filter((wording) => wording.split(" ").length > 2 && ofSubstance(wording).length > 1);
}

/** Each three words in a row: what a text holds none of need not be looked for in it. */
function threeWords(text: string): string[] {
  const words = text.trim().split(" ");
  return words.slice(2).map((_, at) => words.slice(at, at + 3).join(" "));
}

function textsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:md|txt|json)$|plain-sentences-.*\.yaml$/.test(file) && !file.startsWith("reading"))
    .map((file) => ` ${bare(readFileSync(`${folder}/${file}`, "utf8"))} `);
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

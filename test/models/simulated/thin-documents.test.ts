import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { casebookOf } from "../../../src/models/simulated/reading/casebook.ts";
import { passagesOf } from "../../../src/models/simulated/reading/passages.ts";
import { documentBlock } from "../../../src/perspective/layers.ts";
import { checkCitation } from "../../../src/scenario/citations.ts";
import { hold, readScenario } from "./harness.ts";
import { sentencesOf } from "./skeleton.ts";

const THIN = readFileSync("test/content/thin-resume.txt", "utf8");
const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
const hiring = readScenario("hiring", THIN);

function bookOf(scenario: ReturnType<typeof readScenario>) {
  return casebookOf(scenario.documents.map(documentBlock).join("\n\n"), scenario);
}

describe("a document that says little", () => {
  it("is held against what is asked for: what it does not speak of is cited by the line that asks", () => {
    const absent = bookOf(hiring).facts.filter(({ kind }) => kind === "absence");
    expect(absent.map(({ line }) => line)).toEqual(expect.arrayContaining([17, 18, 19, 20]));
    const asked = hiring.documents[1]!.text.split("\n");
    for (const { line, quote, document, polarity } of absent) {
      expect(document).toBe("job-description.md");
      expect(asked[line - 1]).toContain(quote);
      expect(polarity).toBeLessThan(0);
    }
  });

  it("is read generously: a kindred word is enough to tell what a line bears on", () => {
    const lines = bookOf(hiring).facts.filter(({ isSubject }) => isSubject);
    expect(lines.map(({ quote }) => quote)).toContain(
      "Missed two internal deadlines in 2024 because of workload",
    );
  });

  it("asks nothing of next year, and nothing that is answered", () => {
    const asked = bookOf(hiring).facts.filter(({ kind }) => kind === "absence");
    expect(asked.filter(({ line }) => line > 30)).toEqual([]);
    const answered = readScenario(
      "hiring",
      `${THIN}\nHolds three patents and an open-source library in wide use.`,
    );
    const still = bookOf(answered).facts.filter(({ kind }) => kind === "absence");
    expect(asked.some(({ line }) => line === 26)).toBe(true);
    expect(still.some(({ line }) => line === 26)).toBe(false);
  });

  it("has its plain headings told from its sentences", () => {
    const lines = THIN.trimEnd().split("\n");
    const document = { name: "thin-resume.txt", title: "Résumé", subject: true, lines };
    const sections = new Set(passagesOf(document).map(({ section }) => section));
    expect(sections).toEqual(new Set(["Jonas Bellweather", "Experience", "Education", "Skills", "Other"]));
  });

  it("gives a board enough to argue from, to the word, and the board says no", async () => {
    for (const seed of SEEDS) {
      const { said } = await hold(hiring, seed);
      const cited = said.flatMap(({ artifacts }) => artifacts.filter((each) => each.kind === "citation"));
      expect(cited.length).toBeGreaterThanOrEqual(10);
      for (const citation of cited)
        expect(checkCitation(citation, hiring.documents)).toMatchObject({ found: "exact" });
      const last = new Map(
        said.filter(({ verdict }) => verdict !== null).map((each) => [each.seat, each.verdict]),
      );
      expect([...last.values()].filter((verdict) => verdict!.endsWith("NO_HIRE")).length).toBeGreaterThan(2);
    }
  });
});

describe("a short page of one's own", () => {
  const text = (name: string) => readFileSync(`test/content/${name}`, "utf8");

  /** Members whose last word is for, over ten seeds of five members each. */
  async function votesFor(subject: string | undefined): Promise<number> {
    const scenario = readScenario("hiring", subject);
    const sides = new Map(scenario.verdicts.map(({ id, side }) => [id, side]));
    let count = 0;
    for (const seed of SEEDS) {
      const { said } = await hold(scenario, seed);
      const last = new Map(
        said.map(({ seat, verdict }) => [seat, verdict] as const).filter(([, verdict]) => verdict),
      );
      for (const verdict of last.values()) if (sides.get(verdict!) === "for") count++;
    }
    return count;
  }

  it("is believed where it is excellent, and not where it is weak, though both are short", async () => {
    const excellent = await votesFor(text("excellent-resume.txt"));
    const shipped = await votesFor(undefined);
    expect(excellent).toBeGreaterThan(30);
    expect(shipped).toBeGreaterThan(30);
    expect(await votesFor(text("helpdesk-resume.txt"))).toBeLessThan(10);
    expect(await votesFor(THIN)).toBeLessThan(10);
  });

  it("is read for what it counts, and for what it denies", () => {
    const quotes = (name: string) =>
      bookOf(readScenario("hiring", text(name)))
        .facts.filter(({ isSubject }) => isSubject)
        .map(({ quote, polarity }) => [quote, Math.sign(polarity)]);
    expect(quotes("excellent-resume.txt")).toEqual(
      expect.arrayContaining([
        ["46 papers, 19 as first author, at NeurIPS, ICML, ACL and JMLR", 1],
        ["12,400 citations, h-index 47", 1],
        ["Supervised 12 PhD students, all of whom finished; four are professors today", 1],
      ]),
    );
    expect(quotes("helpdesk-resume.txt")).toContainEqual(["No peer-reviewed publications", -1]);
  });
});

describe("documents with nothing to argue from", () => {
  const nothing = { ...readScenario("hiring", "A note.\nThere is more to come.") };
  const alone = { ...nothing, documents: nothing.documents.slice(0, 1) };

  it("leave members to say so, each in words of their own, and to withdraw", async () => {
    for (const seed of SEEDS) {
      const { said, messages } = await hold(alone, seed);
      expect(said.filter(({ withdrawn }) => withdrawn)).toHaveLength(5);
      expect(messages).toBeLessThan(60);
      const sentences = said
        .flatMap(({ content }) => sentencesOf(content))
        .filter((each) => each.split(" ").length > 7);
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });

  it("are asked for, not a sentence that nobody wrote", async () => {
    for (const seed of SEEDS) {
      const { said } = await hold(alone, seed);
      for (const { content } of said) expect(content).not.toMatch(/that (?:line|sentence|paragraph)/);
    }
  });
});

it("documents that say much are read as before: nothing is missed in them", () => {
  for (const name of ["hiring", "investment"])
    expect(bookOf(readScenario(name)).facts.filter(({ kind }) => kind === "absence")).toEqual([]);
});

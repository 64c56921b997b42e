import { describe, expect, it } from "vitest";
import { appraise } from "../../../src/engine/money/approval.ts";
import { hashBoard } from "../../../src/home/records/board-tests.ts";
import { board } from "../../../src/protocols/board.ts";
import { makeDocument } from "../../../src/scenario/documents/document-text.ts";
import { readDocument } from "../../../src/scenario/documents/documents.ts";
import type { Scenario } from "../../../src/scenario/schema/scenario.ts";
import { findPaperName, listNameChanges } from "../../../src/studies/board-test/other-names.ts";
import {
  changeLayout,
  createTwins,
  GAP,
  requirePaper,
  reverseSections,
} from "../../../src/studies/board-test/twins.ts";
import { hashCase } from "../../../src/studies/study.ts";
import { exampleScenario } from "../../support/example-scenario.ts";

const TEXT = `# Ines Halvarin

Applicant; her last paper dates from 2023.

## Work

- She led a team of nine people at Northlight Systems, and the team brought the share of supported answers up.

| Year | Papers |
| --- | --- |
| 2024 | 14 |

## Education

- PhD, 2017.`;

function scenarioWith(text: string): Scenario {
  const paper = { name: "cv.md", title: "Ines Halvarin", subject: true, sha256: "", text };
  const requirements = [{ id: "team", text: "led a team", must: true }];
  return { ...exampleScenario({ requirements }), documents: [paper] };
}

const CHOICES = { names: [], gap: "2020: at home.", denial: null, struck: [7], about: null };

describe("twins of a board test", () => {
  it("differ from the untouched case in nothing but the changed lines", () => {
    const base = scenarioWith(TEXT);
    const { twins } = createTwins(base, { ...CHOICES, about: base.requirements?.[0] ?? null });
    for (const { line, scenarios } of twins.filter(({ line }) => line !== "order")) {
      const { documents: _, script: __, ...rest } = scenarios[0];
      const { documents: ___, script: ____, ...own } = base;
      expect(rest, line).toEqual(own);
    }
    const texts = new Map(
      twins.map(({ line, scenarios }) => [line, requirePaper(scenarios[0]).text]),
    );
    expect(texts.get("gap")).toBe(`${TEXT}\n\n2020: at home.`);
    expect(texts.get("denied")).toBe(
      `${TEXT}\n\nChecked with the source: this point is not met: led a team`,
    );
    expect(texts.get("struck")).toBe(
      TEXT.split("\n")
        .filter((_, at) => at !== 6)
        .join("\n"),
    );
    const order = twins.find(({ line }) => line === "order")?.scenarios[0];
    expect(order?.members).toEqual(base.members.toReversed());
    expect(order?.verdicts).toEqual(base.verdicts.toReversed());
  });

  it("lose no word to another layout, and leave tables whole", () => {
    const fold = (text: string) => text.replaceAll(/[\s*-]+/g, " ").trim();
    const changed = changeLayout(TEXT);
    expect(fold(changed)).toBe(fold(TEXT));
    expect(changed).toContain("| 2024 | 14 |");
    expect(Math.max(...changed.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(70);
  });

  it("reverse the sections of the deepest repeated heading, and never cut prose", () => {
    const reversed = reverseSections(TEXT) ?? "";
    expect(reversed.indexOf("## Education")).toBeLessThan(reversed.indexOf("## Work"));
    expect(reversed.split("\n").toSorted()).toEqual(TEXT.split("\n").toSorted());
    expect(reverseSections("Only prose.\n\nNothing else.")).toBeNull();
    const { twins } = createTwins(scenarioWith("Only prose."), CHOICES);
    expect(twins.find(({ line }) => line === "layout")?.title).toContain("no sections");
  });

  it("name what cannot be made, and the flag that would make it", () => {
    const base = { ...scenarioWith(TEXT), requirements: undefined };
    const { missing } = createTwins(base, { ...CHOICES, gap: null, struck: null });
    expect(missing.map(({ line }) => line)).toEqual(["struck", "denied", "better", "name", "gap"]);
    expect(missing.map(({ because }) => because).join(" ")).toMatch(
      /--strike.*--add.*--name.*--gap/,
    );
  });

  it("say that added lines are English in a paper of another language, and take yours", () => {
    const text =
      "# Lena Vogt\n\nLeitete eine Station mit 28 Betten.\n\nBildete neun Pflegekräfte aus.";
    const base = scenarioWith(text);
    const about = base.requirements?.[0] ?? null;
    const list = (more: object) =>
      createTwins(base, { ...CHOICES, gap: GAP, about, ...more }).twins;
    const titles = list({}).map(({ title }) => title);
    expect(titles.filter((title) => title.endsWith(", in English"))).toHaveLength(3);
    const [denial, gap] = ["Die Leitung ist nicht belegt.", "2021: Pflege eines Angehörigen."];
    const own = list({ denial, gap });
    const texts = own.map(({ scenarios }) => requirePaper(scenarios[0]).text);
    expect(texts.filter((each) => each.includes(denial) || each.includes(gap))).toHaveLength(2);
    const rest = own.filter(({ title }) => title.endsWith(", in English"));
    expect(rest.map(({ line }) => line)).toEqual(["better"]);
    expect(createTwins(scenarioWith(TEXT), { ...CHOICES, gap: GAP, about }).twins).toHaveLength(
      8 - 1,
    );
  });

  it("are the same for a CV as Markdown, Word and PDF", async () => {
    const corpus = "test/fixtures/corpus";
    const read = (name: string) =>
      readDocument({
        path: `${corpus}/${name}`,
        shown: name,
        place: { file: name },
        subject: true,
      });
    const word = await read("nurse.docx.docx");
    const papers = [
      makeDocument({ ...word, name: "nurse.md" }),
      word,
      await read("nurse.libreoffice.pdf"),
      await read("nurse.typst.pdf"),
    ];
    const fold = (text: string) => text.replaceAll(/[\s*|-]+/g, " ").trim();
    const [first, ...others] = papers.map((paper) => {
      const base = { ...scenarioWith(""), documents: [paper] };
      const names = listNameChanges(paper, findPaperName(paper) ?? "");
      const about = base.requirements?.[0] ?? null;
      const { twins } = createTwins(base, { ...CHOICES, struck: null, names, about });
      return twins.map(({ title, scenarios }) => [
        title,
        ...scenarios.map((twin) => fold(requirePaper(twin).text)),
      ]);
    });
    expect(first).toHaveLength(7);
    for (const twins of others) expect(twins).toEqual(first);
  });

  it("refuse a case without a paper, and one with two", () => {
    const base = scenarioWith(TEXT);
    const [paper] = base.documents;
    expect(() => requirePaper({ ...base, documents: [] })).toThrow(/--document|subject/);
    expect(() =>
      requirePaper({ ...base, documents: [paper!, { ...paper!, name: "b.md" }] }),
    ).toThrow(/two are judged/);
  });
});

describe("another name", () => {
  it("is found in the heading, and takes pronouns with it where the gender changes", () => {
    const paper = requirePaper(scenarioWith(TEXT));
    expect(findPaperName(paper)).toBe("Ines Halvarin");
    expect(findPaperName({ ...paper, title: "Résumé", text: "# Dr. Ana Ruiz\n\nNurse." })).toBe(
      "Ana Ruiz",
    );
    expect(findPaperName({ ...paper, title: "memo", text: "A memo." })).toBeNull();
    const changes = listNameChanges(paper, "Ines Halvarin");
    expect(changes).toHaveLength(4);
    const male = changes.find((each) => each.Ines === "Jamal");
    expect(male?.she).toBe("he");
    expect(changes.find((each) => each.Ines === "Emily")?.she).toBeUndefined();
  });
});

describe("another name in an address", () => {
  const read = (line: string, names: Record<string, string>[]) => {
    const base = scenarioWith(`# Ada Lovelace\n\nApplicant.\n${line}`);
    const { twins, missing } = createTwins(base, { ...CHOICES, names });
    const [twin] = twins.find((each) => each.line === "name")?.scenarios ?? [];
    const because = missing.find((each) => each.line === "name")?.because;
    return { changed: twin && requirePaper(twin).text.split("\n")[3], because };
  };
  const WALSH = { "Ada Lovelace": "Emily Walsh", Ada: "Emily", Lovelace: "Walsh", he: "she" };

  it.each([
    ["ada.lovelace@x.org", "emily.walsh@x.org"],
    ["Mail: Ada.Lovelace@x.org.", "Mail: Emily.Walsh@x.org."],
    ["lovelace_ada42@x.org", "walsh_emily42@x.org"],
    ["alovelace@x.org, adal@x.org", "ewalsh@x.org, emilyw@x.org"],
    ["a.lovelace@x.org", "e.walsh@x.org"],
    ["<adalovelace@lovelace.dev>", "<emilywalsh@walsh.dev>"],
    ["https://x.org/in/ada-l and the other", "https://x.org/in/emily-w and the other"],
    ["office@x.org", "office@x.org"],
  ])("%s becomes %s", (line, changed) => {
    expect(read(line, [WALSH])).toEqual({ changed, because: undefined });
  });

  it("is found without its marks", () => {
    const names = [{ "Jörg Müller": "Greg Baker" }];
    expect(read("jorg.muller@x.org joerg.mueller@x.org", names).changed).toBe(
      "greg.baker@x.org greg.baker@x.org",
    );
  });

  it("is not made if it would stay there, and the line is named until its words are given", () => {
    const { changed, because } = read("adalove1815@x.org", [WALSH]);
    expect(changed).toBeUndefined();
    expect(because).toMatch(/^line 4 keeps the old name in adalove1815@x\.org: .*--name/);
    const own = { ...WALSH, "adalove1815@x.org": "ew@x.org" };
    expect(read("adalove1815@x.org", [own])).toEqual({ changed: "ew@x.org", because: undefined });
  });
});

describe("the hash of a board", () => {
  const base = scenarioWith(TEXT);
  const [first, ...others] = base.members;

  it("leaves approvals and begun studies valid when a test has ended", () => {
    const boardTest = { result: "fail", summary: "FAILED", board: "b", path: "p" } as const;
    const tested = { ...base, boardTest };
    expect(hashCase(tested)).toBe(hashCase(base));
    expect(appraise(tested, board).binding).toEqual(appraise(base, board).binding);
    expect(hashCase({ ...tested, question: "Another?" })).not.toBe(hashCase(base));
  });

  it("stays when the paper changes", () => {
    expect(hashBoard(scenarioWith("Another."), board)).toBe(hashBoard(base, board));
  });

  it.each<[string, Partial<Scenario>]>([
    [
      "a word of a persona",
      { members: [{ ...first!, persona: { ...first!.persona, title: "CFO" } }, ...others] },
    ],
    ["a model", { members: [{ ...first!, model: "openai:gpt-6.1-sol" }, ...others] }],
    ["a temperature", { members: [{ ...first!, sampling: { temperature: 0 } }, ...others] }],
    ["an option of the protocol", { options: { openingBallot: false } }],
    ["the question", { question: "Another?" }],
  ])("changes with %s", (_, change) => {
    expect(hashBoard({ ...base, ...change }, board)).not.toBe(hashBoard(base, board));
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { cli, workFolder } from "./cli.ts";

const LINES = [
  "Led a ward of 28 beds since 2019. Was suspended for fraud in 2021.",
  "Ran the night shift of Dr. Hale for six years.",
  "Trained nine nurses, who all",
  "passed at the first attempt.",
];
const QUOTES = [
  ["Led a ward of 28 beds", 3],
  ["the night shift of Dr. Hale", 4],
  ["Trained nine nurses", 5],
] as const;

function writeCv(name: string, more = ""): string {
  return `# ${name}\n\n${LINES.join("\n")}\n${more}`;
}

/** Twins by all but the name, with others between them in the alphabet. */
const FILES = {
  "cvs/ada.md": writeCv("Ada Marsh"),
  "cvs/kim.md": writeCv("Kim Marsh", "\nWithout a registration.\n"),
  "cvs/lea.md": writeCv("Lea Marsh", "\nWith many complaints.\n"),
  "cvs/zoe.md": writeCv("Zoe Marsh"),
  "scenarios/lead/scenario.yaml": `title: A ward manager
question: Should this candidate be hired?
verdicts:
  - {id: HIRE, side: for}
  - {id: NO_HIRE, side: against}
requirements:
  - {id: registration, text: registration, must: true}
  - {id: leading, text: led others}
members: [catalina-rios, samuel-adeyemi, walter-grimshaw]
limits: {messages: 4}
`,
};

const lab: ModelFactory = ({ seat, scenario, spec }) => {
  const [paper] = scenario.documents;
  const isMissing = paper?.text.includes("Without a registration") === true;
  const verdict = paper?.text.includes("complaints") ? "NO_HIRE" : "HIRE";
  const [quote, line] = QUOTES[scenario.members.findIndex(({ id }) => id === seat.id)] ?? QUOTES[0];
  const ref = `${paper?.name}#L${line}`;
  const reasoning = `The record decides it: "${QUOTES[0][0]}".`;
  const registration = { id: "registration", answer: isMissing ? "not-met" : "met", quote, ref };
  const requirements = [registration, { id: "leading", answer: "met", quote, ref }];
  const say = ({ instruction }: { instruction: string }) =>
    instruction.includes("First answer each requirement")
      ? JSON.stringify({ requirements, reasoning, verdict, wouldChange: null, confidence: 0.8 })
      : reply({
          speaker: seat.persona.name,
          verdict,
          reasoning,
          withdrawn: true,
          content: "I go by it.",
        });
  return scriptedModel(Array(60).fill(say), { spec, provider: "lab" });
};

const FOLDER = "transcripts/lead-candidates-7";
const NAMES = ["Ada", "Zoe", "Kim", "Lea"];
/** A text in which nothing tells one candidate from another. */
function withoutName(text: string, name: string): string {
  const words = text.replaceAll(name, "X").replaceAll(name.toLowerCase(), "x");
  return words.replaceAll(/(?<=["#])([cdr])\d+(?=["-])/g, "$1");
}

function expectEqualTwins(ada: string | undefined, zoe: string | undefined): void {
  expect(ada).toBeDefined();
  expect(withoutName(zoe ?? "", "Zoe")).toBe(withoutName(ada ?? "none", "Ada"));
}

/** The candidates in their order, each with what its place rests on. */
function orderOf(page: string): string {
  return /id="order".*?<ol[^>]*>(.*?)<\/ol>/s.exec(page)?.[1] ?? "";
}

async function rankTwins() {
  const cwd = workFolder(FILES);
  const argv = "run lead --documents cvs --rank --seed 7 --approve --model lab:m".split(" ");
  const { code, out } = await cli(argv, { cwd, factories: { lab } });
  expect(code).toBe(0);
  const read = (name: string) => readFileSync(join(cwd, FOLDER, name), "utf8");
  const show = async (id: string, format: string) => {
    const meeting = `${FOLDER}/meetings/lead/${id}/own/7`;
    const shown = await cli(["show", meeting, "--format", format], { cwd });
    return shown.out.replaceAll(/[0-9a-f]{12,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "–");
  };
  return { terminal: out, markdown: read("candidates.md"), page: read("report.html"), show };
}

describe("candidates that differ in their name only", () => {
  it("are level and next to each other, above one that misses a requirement and one that all reject", async () => {
    const { terminal, markdown } = await rankTwins();
    const words = terminal.replaceAll(/\s+/g, " ");
    expect(words).toContain("Tie at the top. Ada Marsh and Zoe Marsh are level.");
    expect(words).toContain("Kim Marsh does not meet a requirement: registration.");
    expect(words).toContain("Not recommended: Lea Marsh, with less than half of the support.");
    const rows = markdown.match(/^\| (?:1 to 2|Requirement not met|Not recommended) .*$/gm) ?? [];
    expect(rows.map((row) => row.split(" | ").slice(0, 2))).toEqual([
      ["| 1 to 2", "Ada Marsh"],
      ["| 1 to 2", "Zoe Marsh"],
      ["| Requirement not met", "Kim Marsh"],
      ["| Not recommended", "Lea Marsh"],
    ]);
    expectEqualTwins(rows[0], rows[1]);
    const places = NAMES.map((name) => terminal.search(new RegExp(`│ ${name}`)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const signs = [...terminal.matchAll(/\((?:required|desirable)\) +│ (\S) +│ (\S) +│/g)];
    expect(signs.length).toBeGreaterThan(1);
    for (const [, ada, zoe] of signs) expect(ada).toBe(zoe);
  });

  it("have each quote that as many members gave, as whole sentences without the rest of the paragraph", async () => {
    const { terminal, markdown, page } = await rankTwins();
    const [, reasons, others] = markdown.split(/^## Reasons: /m);
    expectEqualTwins(reasons, others);
    const [, ada = ""] = /^- led others \(desirable\): (.*)$/m.exec(reasons ?? "") ?? [];
    expect(ada).toBe(
      "Met “Led a ward of 28 beds since 2019.” ada.md:3 “Ran the night shift of Dr. Hale for six years.” ada.md:4 “Trained nine nurses, who all passed at the first attempt.” ada.md:5",
    );
    expect(terminal).not.toContain("suspended");
    const cells = orderOf(page);
    expect(cells).toContain("Led a ward of 28 beds since 2019.");
    expect(cells.replaceAll(/<[^>]*>/g, "")).not.toContain("suspended");
    expect(cells).toContain(
      'title="Led a ward of 28 beds since 2019. Was suspended for fraud in 2021."',
    );
  });

  it("have the same rows on the page, and the same verdict tables", async () => {
    const { page, show } = await rankTwins();
    const rows = orderOf(page).split("<li>").slice(1);
    expect(rows.map((row) => NAMES.find((name) => row.includes(`${name} Marsh`)))).toEqual(NAMES);
    expectEqualTwins(rows[0], rows[1]);
    for (const format of ["csv", "json", "md"])
      expectEqualTwins(await show("ada", format), await show("zoe", format));
  });
});

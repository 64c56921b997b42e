import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { rankCandidates } from "../../src/showing/compare/candidates.ts";
import { rankingRows } from "../../src/showing/compare/ranking.ts";
import { reply } from "../support/example-scenario.ts";
import { withScripts } from "../support/scripts.ts";
import { cli as anyCli, workFolder } from "./cli.ts";

const GOOD =
  "# Ada Marsh\n\nAda delivered nine of nine projects on schedule.\nEvery audit of her work passed.\nCustomers praised her work and complaints fell from 30 to 4.\n";
const POOR =
  "# Ben Ostrow\n\nBen failed to deliver six of nine projects.\nTwo audits of his work failed.\nCustomers complained 300 times about his work.\n";
const UNREAD =
  "# Cleo Quay\n\nWith a heart of gold, ever onwards.\nLa vie en rose, perhaps, or not.\nThree moons over the harbour.\n";

const SCENARIO = `title: A head of delivery
question: Should this candidate be hired?
verdicts:
  - {id: HIRE, side: for}
  - {id: NO_HIRE, side: against}
criteria:
  - {id: reliability, name: Reliability}
  - {id: customers, name: Customers}
members: [catalina-rios, samuel-adeyemi, walter-grimshaw]
`;

const judging: ModelFactory = ({ seat, scenario, spec }) => {
  const [paper] = scenario.documents;
  const { text = "" } = paper ?? {};
  const ids = scenario.verdicts.map(({ id }) => id);
  const verdict = !ids.includes("HIRE") ? ids[0]! : /nine of nine/.test(text) ? "HIRE" : "NO_HIRE";
  const isJudged = /projects/.test(text);
  const say = () =>
    reply({
      speaker: seat.persona.name,
      verdict: isJudged ? verdict : "NONE",
      reasoning: "The projects decide it.",
      content: "I go by the projects.",
      withdrawn: true,
    });
  return { ...scriptedModel(Array(60).fill(say), { spec, provider: "simulated" }), deterministic: true };
};

const cli: typeof anyCli = (argv, more) => anyCli(argv, { factories: { simulated: judging }, ...more });

function folder() {
  return workFolder({
    "scenarios/lead/scenario.yaml": SCENARIO,
    "cvs/ada.md": GOOD,
    "cvs/ben.md": POOR,
    "cvs/cleo.md": UNREAD,
  });
}
const ALL = ["--documents", "cvs/ada.md", "cvs/ben.md", "cvs/cleo.md"];
const BATCH = "transcripts/lead-candidates-7";
const meeting = (id: string) => `${BATCH}/meetings/lead/${id}/own/7`;

describe("run over several documents", () => {
  it("holds one meeting each under the same seed, ranks only what was read, and calls one seed unproven", async () => {
    const cwd = folder();
    const { code, out, err } = await cli(["run", "lead", ...ALL, "--seed", "7"], { cwd });
    expect(code).toBe(0);
    expect(err).toContain("3 candidates, seed 7: 3 meetings");
    expect(out).toMatch(/│ 1 +│ Ada Marsh +│ 1\.00; 1 of 1 for, 0 against +│ \S/);
    expect(out).toMatch(/│ 2 │ Ben Ostrow +│ -1\.00; 0 of 1 for, 1 +│ No member was for it\./);
    expect(out).toContain("Based on one run each, so the order is not reliable.");
    expect(out).toContain("Not ranked: Cleo Quay. 3 of 3 members gave no verdict. Their reports say why.");
    expect(out).not.toMatch(/3 +│ Cleo/);
    const caution = "no language model used. Do not decide about a person with this ranking alone.";
    expect(out.replace(/\s+/g, " ").split(caution)[0]).not.toContain("Support");
    expect(out.replace(/\s+/g, " ")).toContain(caution);
    for (const name of ["candidates.md", "report.html"])
      expect(readFileSync(join(cwd, BATCH, name), "utf8")).toContain(caution);
    const alone = ["run", "lead", "--document", "cvs/ada.md", "--seed", "7", "--quiet", "--output", "alone"];
    await cli(alone, { cwd });
    const { out: verdicts } = await cli(["show", meeting("ada"), "--quiet"], { cwd });
    expect(verdicts).toBe((await cli(["show", "alone", "--quiet"], { cwd })).out);
    const again = await cli(["run", "lead", ...ALL, "--seed", "7"], { cwd });
    expect([again.code, again.out, again.err.includes("ARM")]).toEqual([0, out, false]);
    const { out: listed } = await cli(["list", "meetings"], { cwd });
    expect(listed).toMatch(/transcripts\/lead-candidates-7 .* 3 of 3 meetings held +- +A head of delivery/);
  });

  it("takes a folder for the documents in it, under names with blanks and umlauts, and headings of one word", async () => {
    const heading = "\nLicence\n\nRegistered nurse since 2015.\n";
    const cwd = workFolder({
      "scenarios/lead/scenario.yaml": SCENARIO,
      "Bewerbungen März/Jörg Müller.txt": `Jörg Müller\n${GOOD.slice(13)}${heading}`,
      "Bewerbungen März/Åsa O'Brien.md": `${POOR}${heading}`,
      "Bewerbungen März/.hidden.md": POOR,
    });
    const argv = [
      "run",
      "lead",
      "--documents",
      "Bewerbungen März",
      "--seed",
      "7",
      "--rank",
      "--output",
      "im März",
    ];
    const { code, err } = await cli(argv, { cwd });
    expect(code).toBe(0);
    expect(err).toMatch(/^Next: boardroom report "im März" --open$/m);
    const page = readFileSync(join(cwd, "im März/report.html"), "utf8");
    const again = await cli(["report", "im März", "--output", "again.html"], { cwd });
    expect({ code: again.code, out: again.out }).toEqual({ code: 0, out: "again.html\n" });
    // Each name has links to the reports of its meetings, from wherever the page is.
    const links = [...page.matchAll(/href="(meetings[^"]+)"/g)].map(([, link = ""]) => link);
    expect(links).toHaveLength(10);
    for (const link of links) expect(existsSync(join(cwd, "im März", link))).toBe(true);
    expect(readFileSync(join(cwd, "again.html"), "utf8").replaceAll("im%20M%C3%A4rz/", "")).toBe(page);
  });

  it("takes simulated members where each document has its script, and nobody where one has none", async () => {
    const scenario = { "scenarios/lead/scenario.yaml": SCENARIO };
    const documents = { "cvs/ada.md": GOOD, "cvs/ben.md": POOR };
    const argv = ["run", "lead", "--documents", "cvs/ada.md", "cvs/ben.md", "--seed", "7"];
    const cwd = workFolder({ ...scenario, ...withScripts(documents, "reliability") });
    const { code, out } = await anyCli(argv, { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/│ 1= +│ Ada Marsh [\s\S]*│ 1= +│ Ben /);
    expect(out).toContain("Ada Marsh and Ben Ostrow are level.");
    const { "cvs/ben.script.yaml": _, ...partly } = withScripts(documents, "reliability");
    const other = workFolder({ ...scenario, ...partly });
    const refused = await anyCli(argv, { cwd: other });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("ben.md has no script");
    expect(existsSync(join(other, "transcripts"))).toBe(false);
  });

  it("stopped in the middle is gone on with as a whole, and comes to the same", async () => {
    const cwd = folder();
    const stopping = new AbortController();
    const argv = ["run", "lead", ...ALL, "--rank", "--seed", "7", "--at-once", "1"];
    let seats = 0;
    // In the fourth meeting.
    const stops: ModelFactory = (asked) => {
      if (++seats === 10) stopping.abort("SIGINT");
      return judging(asked);
    };
    const more = { cwd, factories: { simulated: stops }, stopSignal: () => stopping.signal };
    const stopped = await cli(argv, more);
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain(`Next: boardroom resume ${BATCH}`);
    const resumed = await cli(["resume", BATCH], { cwd });
    expect(resumed.code).toBe(0);
    await cli([...argv, "--output", "whole"], { cwd });
    const rows = (folder: string) =>
      readFileSync(join(cwd, folder, "results.jsonl"), "utf8")
        .trim()
        .split("\n")
        .map((row) => JSON.parse(row).head)
        .toSorted();
    expect(rows(BATCH)).toHaveLength(15);
    expect(rows(BATCH)).toEqual(rows("whole"));
  });

  it("is not gone on with over a document that has changed", async () => {
    const cwd = folder();
    await cli(["run", "lead", ...ALL, "--seed", "7"], { cwd });
    writeFileSync(join(cwd, "cvs/ada.md"), `${GOOD}One more line.\n`);
    const { code, err } = await cli(["resume", BATCH], { cwd });
    expect(code).toBe(2);
    expect(err).toContain("the study differs from the one that began this folder");
  });

  it.each<[string, string[], RegExp]>([
    ["fewer seeds than an order needs", [...ALL, "--rank", "--seeds", "3"], /at least 5 seeds, found 3/],
    ["one candidate twice", ["--documents", "cvs/ada.md", "cvs/ada.md"], /given twice/],
    ["--rank of one", ["--rank"], /--rank needs --documents/],
    ["a folder without documents", ["--documents", "scenarios"], /scenarios contains no readable document/],
    ["a folder that is not there", ["--documents", "resumes"], /file or folder not found: resumes\n {2}Name/],
    ["files that are not there", ["--documents", "x.md", "y.md"], /x\.md[\s\S]*y\.md/],
  ])("refuses %s before anything is held", async (_, argv, why) => {
    const cwd = folder();
    const { code, err } = await cli(["run", "lead", ...argv], { cwd });
    expect(code).toBe(2);
    expect(err).toMatch(why);
    expect(existsSync(join(cwd, "transcripts"))).toBe(false);
  });
});

describe("an order of candidates", () => {
  const table = (seed: number, sides: { for: number; against: number }) =>
    ({
      seed: String(seed),
      members: Array.from({ length: 5 }, () => ({ final: "YES" })),
      tally: { sides },
      options: [{ id: "YES" }],
      outcome: null,
    }) as unknown as Parameters<typeof rankCandidates>[0][number]["table"];
  const over = (candidate: string, fors: readonly number[]) =>
    fors.map((count, seed) => ({ candidate, table: table(seed, { for: count, against: 5 - count }) }));

  it("is not shown where seeds differ by more than candidates do", () => {
    const { steps } = rankCandidates([...over("a", [5, 0, 5, 0, 5]), ...over("b", [0, 5, 0, 5, 4])]);
    expect(steps).toMatchObject([{ before: "a", after: "b", ahead: 3, of: 5, rests: "not-shown" }]);
  });

  it("is shown where one is ahead by about the same under every seed, however much seeds differ", () => {
    const { steps } = rankCandidates([...over("a", [5, 2, 4, 3, 5]), ...over("b", [3, 0, 2, 1, 3])]);
    expect(steps).toMatchObject([{ before: "a", after: "b", ahead: 5, of: 5, rests: "shown" }]);
  });

  it("gives equals one place, and whoever comes after them the next but one", () => {
    const { ranked, steps } = rankCandidates([
      ...over("b", [3, 3]),
      ...over("a", [3, 3]),
      ...over("c", [1, 1]),
    ]);
    expect(ranked.map(({ candidate, place, isTied }) => [candidate, place, isTied])).toEqual([
      ["a", 1, true],
      ["b", 1, true],
      ["c", 3, false],
    ]);
    expect(steps).toMatchObject([{ ahead: 0, rests: "equal" }, { rests: "shown" }]);
  });

  it("puts candidates on one level that differ by less than seeds do, and counts on behind them", () => {
    const { ranked } = rankCandidates([
      ...over("a", [5, 4, 5]),
      ...over("b", [4, 5, 4]),
      ...over("c", [0, 1, 0]),
    ]);
    expect(ranked.map(({ candidate, place, isTied }) => [candidate, place, isTied])).toEqual([
      ["a", 1, true],
      ["b", 1, true],
      ["c", 3, false],
    ]);
  });

  it("gives no place to one that misses a requirement, and still its support", () => {
    const { ranked, steps } = rankCandidates([...over("a", [5, 5]), ...over("b", [3, 3])], new Set(["a"]));
    expect(ranked.map(({ candidate, place, mean }) => [candidate, place, mean])).toEqual([
      ["b", 1, 0.2],
      ["a", null, 1],
    ]);
    expect(steps).toEqual([]);
  });

  it("names members without a verdict in the row", () => {
    const [one] = over("a", [2]);
    const members = [...(one?.table.members ?? []).slice(1), { name: "Kim Oh", side: null, final: null }];
    const table = { ...one?.table, members } as unknown as Parameters<
      typeof rankCandidates
    >[0][number]["table"];
    const { order } = { order: rankCandidates([{ candidate: "a", table }]) };
    expect(order.ranked[0]).toMatchObject({ mean: -0.2, abstained: [{ name: "Kim Oh", meetings: 1 }] });
    const shown = rankingRows({ order, reasons: new Map() } as unknown as Parameters<typeof rankingRows>[0]);
    expect(shown[0]?.[2]).toBe("-0.20; 0 of 1 for, 0 against; Kim Oh gave no verdict");
  });
});

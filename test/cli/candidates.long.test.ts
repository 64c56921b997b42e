import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFactory } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { rankCandidates } from "../../src/showing/compare/candidates.ts";
import { describeSupport } from "../../src/showing/compare/ranking.ts";
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
  return {
    ...scriptedModel(Array(60).fill(say), { spec, provider: "simulated" }),
    deterministic: true,
  };
};

const cli: typeof anyCli = (argv, more) =>
  anyCli(argv, { factories: { simulated: judging }, ...more });

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
  it("holds one meeting each under the same seed, ranks only what was read, and shows no order after one seed", async () => {
    const cwd = folder();
    const { code, out, err } = await cli(["run", "lead", ...ALL, "--seed", "7"], { cwd });
    expect(code).toBe(0);
    expect(err).toContain("3 candidates, seed 7: 3 meetings");
    expect(out).toMatch(/│ 1 to 2 +│ Ada Marsh +│ 1\.00; 1 of 1 for, 0 against +│/);
    expect(out).toMatch(/│ 1 to 2 +│ Ben Ostrow +│ -1\.00; 0 of 1 for, 1 against +│/);
    expect(out).toContain("No order. An order needs 5 runs of each candidate, as with --rank.");
    expect(out).toContain(
      "Not ranked: Cleo Quay. 3 of 3 members gave no verdict. Their reports say why.",
    );
    expect(out).not.toMatch(/3 +│ Cleo/);
    const caution = "no language model used. Do not decide about a person with this ranking alone.";
    expect(out.replace(/\s+/g, " ").split(caution)[0]).not.toContain("Support");
    expect(out.replace(/\s+/g, " ")).toContain(caution);
    for (const name of ["candidates.md", "report.html"])
      expect(readFileSync(join(cwd, BATCH, name), "utf8")).toContain(caution);
    const alone = [
      "run",
      "lead",
      "--document",
      "cvs/ada.md",
      "--seed",
      "7",
      "--quiet",
      "--output",
      "alone",
    ];
    await cli(alone, { cwd });
    const { out: verdicts } = await cli(["show", meeting("ada"), "--quiet"], { cwd });
    expect(verdicts).toBe((await cli(["show", "alone", "--quiet"], { cwd })).out);
    const again = await cli(["run", "lead", ...ALL, "--seed", "7"], { cwd });
    expect([again.code, again.out, again.err.includes("ARM")]).toEqual([0, out, false]);
    const { out: listed } = await cli(["list", "meetings"], { cwd });
    expect(listed).toMatch(
      /lead-candidates-7 .* ranking +No order \(3 of 3 meetings held\) +- +A head of delivery/,
    );
    for (const named of [[], ["meetings", "lead-candidates-7"]]) {
      const { out: costs } = await cli(["list", ...named, "--costs"], { cwd });
      expect(costs.match(/meetings\/lead\/(?:ada|ben|cleo)\/own\/7/g)).toHaveLength(3);
    }
    const shown = await cli(["show", BATCH], { cwd });
    expect(shown.out.startsWith(out.trimEnd())).toBe(true);
    expect(shown.out).toMatch(/^Reasons: Ada Marsh$/m);
    expect(shown.out).toContain("No member was for it.");
    const verified = await cli(["verify", BATCH], { cwd });
    expect(verified.code).toBe(0);
    expect(verified.out.match(/nothing differs$/gm)).toHaveLength(3);
    writeFileSync(join(cwd, BATCH, "candidates.md"), "Ada first.\n");
    expect((await cli(["verify", BATCH], { cwd })).code).toBe(5);
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
    // The page can be sent: it has no links to other files.
    expect(page.match(/href="(?!#)/g)).toBeNull();
    expect(readFileSync(join(cwd, "again.html"), "utf8")).toBe(page);
    const own = "im März/meetings/lead/jorg-muller/own/7";
    expect((await cli(["report", own], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, own, "report.html"), "utf8")).toMatch(
      /Jörg Müller, board, 3 members, seed 7/,
    );
  });

  it("takes simulated members where each document has its script, and nobody where one has none", async () => {
    const scenario = { "scenarios/lead/scenario.yaml": SCENARIO };
    const documents = { "cvs/ada.md": GOOD, "cvs/ben.md": POOR };
    const argv = ["run", "lead", "--documents", "cvs/ada.md", "cvs/ben.md", "--seed", "7"];
    const cwd = workFolder({ ...scenario, ...withScripts(documents, ["HIRE", "NO_HIRE"]) });
    const { code, out } = await anyCli(argv, { cwd });
    expect(code).toBe(0);
    expect(out).toMatch(/│ Ada Marsh [\s\S]*│ Ben /);
    const { "cvs/ben.script.yaml": _, ...partly } = withScripts(documents, ["HIRE", "NO_HIRE"]);
    const other = workFolder({ ...scenario, ...partly });
    const refused = await anyCli(argv, { cwd: other });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("ben.md: no script");
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
    [
      "fewer seeds than an order needs",
      [...ALL, "--rank", "--seeds", "3"],
      /at least 5 seeds, found 3/,
    ],
    ["one candidate twice", ["--documents", "cvs/ada.md", "cvs/ada.md"], /given twice/],
    ["--rank of one", ["--rank"], /--rank needs --documents/],
    ["a folder without documents", ["--documents", "empty"], /empty contains no readable document/],
    [
      "a folder that is not there",
      ["--documents", "resumes"],
      /file or folder not found: resumes\n {2}Name/,
    ],
    [
      "a folder with a document of another program",
      ["--documents", "mixed"],
      /cv\.odt has the ending \.odt/,
    ],
    [
      "a candidate's folder without a document",
      ["--documents", "folders"],
      /bo contains no readable document/,
    ],
    ["files that are not there", ["--documents", "x.md", "y.md"], /x\.md[\s\S]*y\.md/],
  ])("refuses %s before anything is held", async (_, argv, why) => {
    const cwd = folder();
    for (const name of ["empty", "mixed", "folders/ada", "folders/bo"])
      mkdirSync(join(cwd, name), { recursive: true });
    for (const name of ["mixed/ada.md", "mixed/cv.odt", "folders/ada/cv.md"])
      writeFileSync(join(cwd, name), GOOD);
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
      scenario: {},
      members: Array.from({ length: 5 }, () => ({ final: "YES" })),
      tally: { sides },
      options: [{ id: "YES" }],
      outcome: null,
    }) as unknown as Parameters<typeof rankCandidates>[0][number]["table"];
  const over = (candidate: string, fors: readonly number[]) =>
    fors.map((count, seed) => ({
      candidate,
      table: table(seed, { for: count, against: 5 - count }),
    }));

  const placesOf = ({ ranked }: ReturnType<typeof rankCandidates>) =>
    ranked.map(({ candidate, place, standing }) => [
      candidate,
      place ? [place.from, place.to] : standing,
    ]);

  it("is not shown if seeds differ by more than candidates do", () => {
    const order = rankCandidates([...over("a", [5, 1, 5, 1, 5]), ...over("b", [1, 5, 1, 5, 4])]);
    expect(placesOf(order)).toEqual([
      ["a", [1, 2]],
      ["b", [1, 2]],
    ]);
  });

  it("gives a range of places to those that chance can explain, and counts on behind them", () => {
    const order = rankCandidates([
      ...over("a", [5, 4, 5, 5, 5]),
      ...over("b", [4, 5, 4, 5, 5]),
      ...over("c", [3, 3, 2, 3, 3]),
    ]);
    expect(placesOf(order)).toEqual([
      ["a", [1, 2]],
      ["b", [1, 2]],
      ["c", [3, 3]],
    ]);
  });

  it("needs five runs of each candidate", () => {
    const order = rankCandidates([...over("a", [5, 5, 5, 5, 5]), ...over("b", [0, 0, 0, 0])]);
    expect(order.hasRuns).toBe(false);
    expect(placesOf(order)).toEqual([
      ["a", [1, 2]],
      ["b", [1, 2]],
    ]);
  });

  it("puts below all that meet them who misses a requirement, and last who has less than half", () => {
    const meetings = [
      ...over("rejected", [0, 0, 0, 0, 0]),
      ...over("missing", [5, 5, 5, 5, 5]),
      ...over("weak", [3, 3, 3, 3, 3]),
      ...over("good", [5, 5, 4, 5, 5]),
      ...over("missing and rejected", [1, 0, 0, 0, 0]),
    ];
    const order = rankCandidates(meetings, (name) => name.startsWith("missing"));
    expect(placesOf(order)).toEqual([
      ["good", [1, 1]],
      ["weak", [2, 2]],
      ["missing", "requirement-not-met"],
      ["missing and rejected", "not-recommended"],
      ["rejected", "not-recommended"],
    ]);
  });

  it("names members without a verdict in the row", () => {
    const [one] = over("a", [2]);
    const members = [
      ...(one?.table.members ?? []).slice(1),
      { name: "Kim Oh", side: null, final: null },
    ];
    const table = { ...one?.table, members } as unknown as Parameters<
      typeof rankCandidates
    >[0][number]["table"];
    const { order } = { order: rankCandidates([{ candidate: "a", table }]) };
    expect(order.ranked[0]).toMatchObject({
      mean: -0.2,
      abstained: [{ name: "Kim Oh", meetings: 1 }],
    });
    expect(describeSupport(order.ranked[0]!)).toBe(
      "-0.20; 0 of 1 for, 0 against; Kim Oh gave no verdict",
    );
  });
});

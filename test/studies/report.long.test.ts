import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reportOf } from "../../src/studies/report/report.ts";
import type { StudyRecord } from "../../src/studies/results.ts";
import { cli } from "../cli/cli.ts";
import { type Shown, studyFolder, studyOf } from "./small-study.ts";

const seeds = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

async function figuresOf(record: StudyRecord) {
  const report = await reportOf(record);
  const all = report.sections.flatMap(({ tables }) => tables.flatMap(({ figures }) => figures));
  const notes = report.sections.flatMap(({ notes: each }) => each);
  const one = (define: string, what: string) => {
    const found = all.find((figure) => figure.define === define && figure.what.includes(what));
    if (!found) throw new Error(`no figure ${define} of ${what}`);
    return found;
  };
  return { report, all, notes, one };
}

/** Named decides yes in 6 of 20, blind in 14 of 20; they differ in 8 of 20, all the same way. */
const BLIND = seeds(20).flatMap((seed): Shown[] => [
  {
    arm: "named",
    seed,
    members: seed <= 6 ? { ada: "YES", bo: "YES", cy: "NO" } : { ada: "YES", bo: "NO", cy: "NO" },
  },
  {
    arm: "blind",
    seed,
    members: seed <= 14 ? { ada: "YES", bo: "YES", cy: "NO" } : { ada: "NO", bo: "NO", cy: "NO" },
  },
]);
const ARMS = [{ name: "named" }, { name: "blind", changes: { swap: { Ada: "Eve" } } }];

describe("outcomes of a study", () => {
  it("are shares with Wilson's interval, and their differences are paired on the seed", async () => {
    const { one } = await figuresOf(studyOf(ARMS, BLIND, { compare: [["named", "blind"]] }));
    expect(one("outcome", "named: for")).toMatchObject({ n: 20, value: 0.3 });
    expect(one("outcome", "named: for").interval?.low).toBeCloseTo(0.1455, 3);
    const difference = one("outcome-difference", "blind less named");
    // 8 pairs differ, all one way: 2/2^8.
    expect(difference).toMatchObject({ n: 20, needs: null });
    expect(difference.p).toBeCloseTo(2 / 256, 12);
    expect(difference.value).toBeCloseTo(0.4, 12);
    expect(difference.interval?.low).toBeGreaterThan(0.15);
    expect(difference.interval?.high).toBeLessThan(0.65);
  });

  it("of a side are right where the right option is of that side", async () => {
    const told = seeds(12).flatMap((seed): Shown[] => [
      {
        arm: "named",
        seed,
        members: { ada: "NO>YES", bo: "NO>YES", cy: seed <= 3 ? "NO" : "NO>YES" },
      },
    ]);
    for (const right of ["YES", "for"]) {
      const { one } = await figuresOf(
        studyOf([{ name: "named" }], told, { truth: { case: right } }),
      );
      // Nobody says yes before, and every meeting ends for it.
      expect(one("debate-gain", "named")).toMatchObject({ n: 12, value: 1 });
    }
  });

  it("that are alike in every meeting are not known for sure", async () => {
    const alike = BLIND.map((told) => ({ ...told, members: { ada: "YES", bo: "YES", cy: "NO" } }));
    const { all } = await figuresOf(studyOf(ARMS, alike, { compare: [["named", "blind"]] }));
    const known = all.filter(({ value, unit }) => value !== null && unit !== "count");
    expect(known.length).toBeGreaterThan(5);
    for (const { define, what, interval, n } of known)
      expect([define, what, n, interval !== null && interval.high === interval.low]).toEqual([
        define,
        what,
        n,
        false,
      ]);
    const flips = all.find(({ define, what }) => define === "flip-rate" && what === "named");
    expect(flips?.value).toBe(0);
    expect(flips?.interval?.high).toBeCloseTo(0.161, 3);
  });

  it("that could not be told apart say how many more meetings it would take", async () => {
    const told = seeds(20).flatMap((seed): Shown[] => [
      { arm: "named", seed, members: { ada: seed <= 5 ? "YES" : "NO" } },
      { arm: "blind", seed, members: { ada: seed <= 5 || seed === 20 ? "YES" : "NO" } },
    ]);
    const { one } = await figuresOf(studyOf(ARMS, told, { compare: [["named", "blind"]] }));
    // One pair of twenty differs: (1.96·√.05 + .8416·√(.05-.0025))² / .0025 = 154.6, 20 of them held.
    expect(one("outcome-difference", "blind")).toMatchObject({ p: 1, needs: 135 });
  });

  it("of fewer than ten meetings are no finding", async () => {
    const { one, all } = await figuresOf(
      studyOf(ARMS, BLIND.slice(0, 12), { compare: [["named", "blind"]] }),
    );
    expect(one("outcome", "named: for")).toMatchObject({
      n: 6,
      value: null,
      interval: null,
      needs: 4,
    });
    expect(one("outcome-difference", "blind")).toMatchObject({
      n: 6,
      value: null,
      p: null,
      needs: 4,
    });
    // Prices are counted, not estimated.
    const findings = all.filter(({ value, unit }) => value !== null && unit !== "dollars");
    expect(findings.map(({ what, n }) => [what, n >= 10])).toEqual(
      findings.map(({ what }) => [what, true]),
    );
  });

  it("are corrected by Holm over every difference of the report", async () => {
    const told = BLIND.concat(
      BLIND.filter(({ arm }) => arm === "named").map((row) => ({ ...row, arm: "same" })),
    );
    const compare = [
      ["named", "blind"],
      ["named", "same"],
    ] as const;
    const { one } = await figuresOf(studyOf([...ARMS, { name: "same" }], told, { compare }));
    expect(one("outcome-difference", "blind less").adjusted).toBeCloseTo((2 * 2) / 256, 12);
    const same = one("outcome-difference", "same less");
    expect(same).toMatchObject({ value: 0, p: 1, adjusted: 1 });
    // Not one pair of twenty differs: up to 16.1 % still may (Wilson).
    expect(same.interval?.high).toBeCloseTo(0.161, 3);
  });

  it("count a meeting that was gone on with once, and those that failed", async () => {
    const told = [
      ...BLIND,
      { ...BLIND[0]!, status: "failed" as const },
      { ...BLIND[2]!, outcome: "hung" as const },
    ];
    const { report, one } = await figuresOf(studyOf(ARMS, told));
    expect(report.account[0]).toContain("39 of 40 meetings held, 1 failed");
    expect(one("outcome", "named: hung")).toMatchObject({ n: 19, value: 1 / 19 });
  });
});

describe("talk or vote", () => {
  // Opening votes: two of three no. In 15 of 20 meetings bo comes over, and the outcome is yes.
  const told = seeds(20).map(
    (seed): Shown => ({
      ...{ arm: "named", seed, dollars: 0.5 },
      members: { ada: "YES", bo: seed <= 15 ? "NO>YES" : "NO", cy: "NO" },
    }),
  );

  it("sets the opening votes beside the end, and gains where the right answer is known", async () => {
    const { one } = await figuresOf(studyOf([{ name: "named" }], told, { truth: { case: "for" } }));
    expect(one("opening", "for, by opening")).toMatchObject({ value: 0 });
    expect(one("talk-changes", "named")).toMatchObject({ value: 0.75 });
    expect(one("debate-gain", "named")).toMatchObject({ value: 0.75 });
    expect(one("debate-gain", "named").p).toBeCloseTo(2 / 2 ** 15, 12);
    expect(one("total", "in all").value).toBeCloseTo(10, 12);
  });

  it("says what it cannot say", async () => {
    const { notes } = await figuresOf(studyOf([{ name: "named" }], told));
    expect(notes.join("\n")).toContain("states no right answer");
    expect(notes.join("\n")).toContain(
      "cannot be separated: the study has no control arms (controls: true)",
    );
  });
});

describe("changes of mind", () => {
  it("are split by the control arms", async () => {
    const control = (kind: "reflection" | "stances") => ({
      name: kind,
      changes: { control: kind },
      made: { by: "controls", of: "named", control: kind } as const,
    });
    // One of three changes where nothing is shown in every second meeting, one with verdicts alone, two in the debate.
    const told = seeds(20).flatMap((seed): Shown[] => [
      { arm: "named", seed, members: { ada: "YES", bo: "NO>YES", cy: "NO>YES" } },
      { arm: "stances", seed, members: { ada: "YES", bo: "NO>YES", cy: "NO" } },
      {
        arm: "reflection",
        seed,
        members: { ada: "YES", bo: seed % 2 ? "NO>YES" : "NO", cy: "NO" },
      },
    ]);
    const { one } = await figuresOf(
      studyOf([{ name: "named" }, control("reflection"), control("stances")], told),
    );
    expect(one("spontaneous", "named").value).toBeCloseTo(1 / 6, 12);
    expect(one("conforming", "named").value).toBeCloseTo(1 / 6, 12);
    expect(one("argued", "named").value).toBeCloseTo(1 / 3, 12);
  });
});

describe("drawn orders", () => {
  it("have their outcomes printed each, with nothing compared", async () => {
    const order = {
      name: "order-1",
      changes: { order: ["bo", "ada"] },
      made: { by: "orders" as const, of: "all", nth: 1 },
    };
    const told = seeds(12).flatMap((seed): Shown[] =>
      ["all", "order-1"].map((arm) => ({ arm, seed, members: { ada: "YES", bo: "YES" } })),
    );
    const { one } = await figuresOf(studyOf([{ name: "all" }, order], told));
    expect(one("outcome", "order-1: for")).toMatchObject({ n: 12, value: 1 });
    expect(one("flip-rate", "order-1").n).toBe(24);
  });
});

describe("agreement", () => {
  it("is alpha over meetings", async () => {
    const told = seeds(40).map(
      (seed): Shown => ({
        ...{ arm: "all", seed, outcome: "hung" as const },
        members:
          seed % 2 ? { ada: "YES", bo: "YES", cy: "YES" } : { ada: "NO", bo: "NO", cy: "NO" },
      }),
    );
    const { one } = await figuresOf(studyOf([{ name: "all" }], told));
    expect(one("alpha", "all")).toMatchObject({ value: 1, n: 40 });
    expect(one("independent-votes", "all").value).toBeCloseTo(1, 12);
  });

  it("gives the number of independent votes by Kish's formula: between one and all members", async () => {
    // Two vote alike and the third by itself, over all four ways to vote.
    const told = seeds(40).map((seed): Shown => {
      const [pair, third] = [seed % 2 ? "YES" : "NO", seed % 4 < 2 ? "YES" : "NO"];
      return { ...{ arm: "all", seed }, members: { ada: pair, bo: pair, cy: third } };
    });
    const { one } = await figuresOf(studyOf([{ name: "all" }], told));
    // A third of all pairs differs; of votes drawn from all 120, 60 of 119.
    const alpha = one("alpha", "all").value ?? 0;
    expect(alpha).toBeCloseTo(1 - 1 / 3 / (60 / 119), 12);
    expect(one("independent-votes", "all").value).toBeCloseTo(3 / (1 + 2 * alpha), 12);
  });
});

describe("boardroom study report", () => {
  const record = studyOf(ARMS, BLIND, { compare: [["named", "blind"]], truth: { case: "for" } });

  it("prints five sections with N and interval", async () => {
    const folder = await studyFolder(record);
    const { code, out, err } = await cli(["study", "report", folder]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect([...out.matchAll(/^\d+ {2}\S.*$/gm)].map(([line]) => line)).toEqual([
      "1  Outcome",
      "2  Talk or vote",
      "3  Changes of mind",
      "4  Agreement",
      "5  Price",
    ]);
    expect(out).toContain("All members were simulated");
    expect(out).toContain("They do not show that a\ndebate makes a decision right");
    expect(out).toMatch(/named: for +0\.300 +0\.145 to 0\.519 +20\n/);
    expect(out).toMatch(/blind less named: for +\+0\.400 .* 20 +0\.023\n/);
  });

  it("writes CSV and JSON that say the same", async () => {
    const folder = await studyFolder(record);
    const as = async (format: string) =>
      (await cli(["study", "report", folder, "--format", format])).out;
    const csv = await as("csv");
    expect(csv).toContain("\n1,Outcome,Outcomes by arm,outcome,named: for,share,20,0.3,");
    const json = JSON.parse(await as("json")) as { sections: { nth: number }[]; seeds: number[] };
    expect(json.sections).toHaveLength(5);
    expect(json.seeds).toEqual(seeds(20));
  });

  it("goes on where transcripts are gone", async () => {
    const folder = await studyFolder(record);
    rmSync(join(folder, "meetings"), { recursive: true });
    const { code, out } = await cli(["study", "report", folder]);
    expect(code).toBe(0);
    expect(out).toMatch(/named: for +0\.300/);
  });

  it("says why there is no figure though there are meetings enough", async () => {
    const alike = seeds(12).map(
      (seed): Shown => ({ arm: "named", seed, members: { ada: "YES", bo: "YES" } }),
    );
    const folder = await studyFolder(studyOf([{ name: "named" }], alike));
    const { out } = await cli(["study", "report", folder]);
    expect(out).toMatch(/\n *named +- +12 +no two verdicts differ\n/);
  });

  it("refuses a folder that holds no study", async () => {
    const { code, err } = await cli(["study", "report", "transcripts/hiring-sample"]);
    expect(code).toBe(2);
    expect(err).toContain("no study found in");
  });
});

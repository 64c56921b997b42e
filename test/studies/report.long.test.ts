import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createReport, type StudyReport } from "../../src/studies/report/report.ts";
import type { StudyRecord } from "../../src/studies/results.ts";
import { cli } from "../cli/cli.ts";
import { type Shown, studyFolder, studyOf } from "./small-study.ts";

const seeds = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

async function figuresOf(record: StudyRecord) {
  const report = await createReport(record);
  const all = report.tables.flatMap(({ figures }) => figures);
  const notes = report.tables.flatMap(({ notes: each }) => each);
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

describe("right or chosen", () => {
  it("are shares with Wilson's interval, and differences are paired on the seed", async () => {
    const { one } = await figuresOf(studyOf(ARMS, BLIND, { compare: [["named", "blind"]] }));
    expect(one("chosen", "named: for")).toMatchObject({ n: 20, value: 0.3 });
    expect(one("chosen", "named: for").interval?.low).toBeCloseTo(0.1455, 3);
    const difference = one("difference", "blind less named");
    // 8 pairs differ, all one way: 2/2^8.
    expect(difference).toMatchObject({ n: 20, needs: null, test: "main" });
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
      expect(one("right", "named")).toMatchObject({ n: 12, value: 1 });
      expect(one("debate-gain", "named")).toMatchObject({ n: 12, value: 1 });
    }
  });

  it("count a tie as half, in a row of their own, and say how the debate resolved it", async () => {
    // Each of 20 boards of two is tied by vote: 6 debates end right, 10 wrong, 4 still tied.
    const told = seeds(20).map((seed): Shown => {
      const [ada, bo] = seed <= 6 ? ["YES", "NO>YES"] : ["YES>NO", "NO"];
      const members = seed > 16 ? { ada: "YES", bo: "NO" } : { ada, bo };
      return { arm: "named", seed, members } as Shown;
    });
    const { one, report } = await figuresOf(
      studyOf([{ name: "named" }], told, { truth: { case: "YES" } }),
    );
    expect(one("by-vote", "named").value).toBeCloseTo(0.5, 12);
    expect(one("tied-vote", "named").value).toBe(1);
    expect(one("after-debate", "named").value).toBeCloseTo((6 + 2) / 20, 12);
    expect(one("ties-resolved", "named").text).toBe("6 right, 10 wrong, 4 still tied");
    expect(one("tied", "named").value).toBeCloseTo(0.2, 12);
    // 6 halves up and 10 down: 2 · Σ C(16, k ≤ 6) / 2^16.
    expect(one("debate-gain", "named").p).toBeCloseTo((2 * 14_893) / 65_536, 12);
    expect(one("members-before", "named").value).toBeCloseTo(0.5, 12);
    expect(one("members-after", "named").value).toBeCloseTo(16 / 40, 12);
    expect(report.sentences[1]).toContain(
      "Boards right by vote 50 % (100 % tied), after the debate 40 %; 6 of the 6 new right ones were ties.",
    );
  });

  it("say how debates ended, by arm", async () => {
    const told = BLIND.map(
      (each): Shown => ({ ...each, ended: each.seed < 19 ? "limit" : "other" }),
    );
    const { one, report } = await figuresOf(studyOf(ARMS, told));
    expect(one("ended", "blind").text).toBe("all withdrew 0, limit 18, other 2");
    expect(report.sentences.join(" ")).toContain("named: Outcome for: by vote 30 %");
    expect(report.sentences.join(" ")).toContain("18 of 20 debates were cut off by a limit.");
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
    const flips = all.find(({ define, what }) => define === "changed" && what.startsWith("named"));
    expect(flips?.value).toBe(0);
    expect(flips?.interval?.high).toBeCloseTo(0.161, 3);
  });

  it("that could not be told apart say how many more meetings it would take, not pairs", async () => {
    const told = seeds(20).flatMap((seed): Shown[] => [
      { arm: "named", seed, members: { ada: seed <= 5 ? "YES" : "NO" } },
      { arm: "blind", seed, members: { ada: seed <= 5 || seed === 20 ? "YES" : "NO" } },
    ]);
    const { one } = await figuresOf(studyOf(ARMS, told, { compare: [["named", "blind"]] }));
    // One pair of twenty differs: (1.96·√.05 + .8416·√(.05-.0025))² / .0025 = 154.6 pairs, 20 of them held.
    expect(one("difference", "blind")).toMatchObject({ p: 1, needs: 2 * 135 });
  });

  it("of fewer than ten meetings are no finding", async () => {
    const { one, all } = await figuresOf(
      studyOf(ARMS, BLIND.slice(0, 12), { compare: [["named", "blind"]] }),
    );
    expect(one("chosen", "named: for")).toMatchObject({
      n: 6,
      value: null,
      interval: null,
      needs: 4,
    });
    expect(one("difference", "blind")).toMatchObject({ n: 6, value: null, p: null, needs: 8 });
    const findings = all.filter(({ value }) => value !== null);
    expect(findings.map(({ what, n }) => [what, n >= 10])).toEqual(
      findings.map(({ what }) => [what, true]),
    );
  });

  it("are tested for the first pair alone, and all other p are exploratory", async () => {
    const told = BLIND.concat(
      BLIND.filter(({ arm }) => arm === "named").map((row) => ({ ...row, arm: "same" })),
    );
    const compare = [
      ["named", "blind"],
      ["named", "same"],
    ] as const;
    const { one, all } = await figuresOf(studyOf([...ARMS, { name: "same" }], told, { compare }));
    expect(one("difference", "blind less")).toMatchObject({ p: 2 / 256, test: "main" });
    const same = one("difference", "same less");
    expect(same).toMatchObject({ value: 0, p: 1, test: "exploratory" });
    // Not one pair of twenty differs: up to 16.1 % still may (Wilson).
    expect(same.interval?.high).toBeCloseTo(0.161, 3);
    expect(all.filter(({ test }) => test === "main")).toHaveLength(1);
  });

  it("count a meeting that was gone on with once, and those that failed", async () => {
    const told = [
      ...BLIND,
      { ...BLIND[0]!, status: "failed" as const },
      { ...BLIND[2]!, outcome: "hung" as const },
    ];
    const { report, one } = await figuresOf(studyOf(ARMS, told));
    expect(report.account[0]).toContain("39 of 40 meetings held, 1 failed");
    expect(one("chosen", "named: hung")).toMatchObject({ n: 19, value: 1 / 19 });
  });

  it("have no p, and say so, while meetings are missing", async () => {
    const { report, all } = await figuresOf(
      studyOf(ARMS, BLIND, { compare: [["named", "blind"]], seeds: seeds(40) }),
    );
    expect(report.isFinal).toBe(false);
    expect(report.sentences[0]).toContain("Not final: 40 of 80 meetings.");
    expect(report.sentences.join(" ")).not.toContain("p <");
    expect(all.filter(({ p, test, needs }) => (p ?? test ?? needs) !== null)).toEqual([]);
  });
});

describe("questions of a study", () => {
  /** Named is always wrong. Blind is right in each seed of some subjects, and never in the others. */
  const ask = (subjects: number, right: number) =>
    Array.from({ length: subjects }, (_, index) => `s${index + 1}`).flatMap((subject, index) =>
      seeds(40).flatMap((seed): Shown[] => [
        { arm: "named", seed, subject, members: { ada: "NO" } },
        { arm: "blind", seed, subject, members: { ada: index < right ? "YES" : "NO" } },
      ]),
    );
  const compare = [["named", "blind"]] as const;
  const truthOf = (subjects: number) =>
    Object.fromEntries(Array.from({ length: subjects }, (_, index) => [`s${index + 1}`, "YES"]));

  it("of fewer than eight have no p, and nothing is estimated for new ones", async () => {
    const { one, report } = await figuresOf(
      studyOf(ARMS, ask(5, 3), { compare, truth: truthOf(5) }),
    );
    expect(one("difference", "blind")).toMatchObject({ n: 200, value: 0.6, p: null });
    expect(one("right", "blind: right, s1")).toMatchObject({ n: 40, value: 1 });
    expect(report.sentences.join(" ")).toContain(
      "For new questions: not estimated. This takes 8 questions; the study has 5.",
    );
  });

  it("of eight and more are what is drawn and tested: seeds of one are alike", async () => {
    const { one, report } = await figuresOf(
      studyOf(ARMS, ask(8, 5), { compare, truth: truthOf(8) }),
    );
    // 320 pairs, but 5 questions of 8 differ: 2 / 2^5.
    expect(one("difference", "blind")).toMatchObject({ n: 320, value: 0.625, p: 2 / 32 });
    expect(one("right", "blind").interval?.low).toBeLessThan(0.3);
    expect(report.sentences.join(" ")).not.toContain("not estimated");
  });

  it("whose effects differ by chance give false alarms in at most 5 % of studies", async () => {
    let state = 11;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
    let alarms = 0;
    for (let study = 0; study < 40; study++) {
      const told = Array.from({ length: 8 }, (_, index) => `s${index + 1}`).flatMap((subject) => {
        const chances = [random(), random()];
        return seeds(10).flatMap((seed) =>
          ["named", "blind"].map((arm, index): Shown => {
            const isRight = random() < (chances[index] ?? 0);
            return { arm, seed, subject, members: { ada: isRight ? "YES" : "NO" } };
          }),
        );
      });
      const { one } = await figuresOf(studyOf(ARMS, told, { compare, truth: truthOf(8) }));
      if ((one("difference", "blind").p ?? 1) <= 0.05) alarms += 1;
    }
    expect(alarms).toBeLessThanOrEqual(5);
  }, 120_000);
});

describe("talk or vote", () => {
  // Opening votes: two of three no. In 15 of 20 meetings bo comes over, and the outcome is yes.
  const told = seeds(20).map(
    (seed): Shown => ({
      ...{ arm: "named", seed, dollars: 0.5, isPaid: true, moved: seed % 2 ? "bo" : "ada" },
      members: { ada: "YES", bo: seed <= 15 ? "NO>YES" : "NO", cy: "NO" },
    }),
  );

  it("sets the opening votes beside the end, with gains, causes and the price of a right answer", async () => {
    const { one } = await figuresOf(studyOf([{ name: "named" }], told, { truth: { case: "for" } }));
    expect(one("by-vote", "named")).toMatchObject({ value: 0 });
    expect(one("after-debate", "named")).toMatchObject({ value: 0.75 });
    expect(one("talk-changes", "named")).toMatchObject({ value: 0.75 });
    expect(one("debate-gain", "named")).toMatchObject({ value: 0.75, test: "exploratory" });
    expect(one("debate-gain", "named").p).toBeCloseTo(2 / 2 ** 15, 12);
    expect(one("dollars-per-right", "named")).toMatchObject({ n: 15, value: 10 / 15 });
    expect(one("tokens", "named")).toMatchObject({ n: 20, value: 120 });
    // 15 of 60 members change; 8 of them are bo in an odd seed.
    expect(one("changed", "named").value).toBeCloseTo(15 / 60, 12);
    expect(one("changed-with-cause", "named").value).toBeCloseTo(8 / 60, 12);
    expect(one("changed-without", "named").value).toBeCloseTo(7 / 60, 12);
    expect(one("said-and-voted", "named").text).toBe("not measured");
    // Cy is never right, Bo neither before, Ada always.
    expect(one("best-member", "(ada)").value).toBe(1);
    expect(one("all-wrong", "named").value).toBe(0);
    expect(one("panel", "named").value).toBe(0.75);
  });

  it("says what it cannot say, and measures no tokens of simulated members", async () => {
    const simulated = told.map((each) => ({ ...each, isPaid: false, dollars: 0 }));
    const { notes, one, report } = await figuresOf(studyOf([{ name: "named" }], simulated));
    expect(notes.join("\n")).toContain("states no right answer");
    expect(one("tokens", "named").text).toBe("not measured");
    expect(one("dollars", "named").text).toBe("not measured");
    expect(JSON.stringify(report)).not.toContain("would have received");
  });

  it("compares the debate with the majority of members who were asked alone", async () => {
    const alone = {
      name: "reflection",
      changes: { control: "reflection" as const },
      made: { by: "controls", of: "named", control: "reflection" } as const,
    };
    const asked = told.map((each) => ({ ...each, arm: "reflection", members: { ada: "YES>NO" } }));
    const { one } = await figuresOf(
      studyOf([{ name: "named" }, alone], [...told, ...asked], {
        truth: { case: "for" },
        compare: [["reflection", "named"]],
      }),
    );
    expect(one("alone", "named")).toMatchObject({ value: 0, n: 20 });
    expect(one("alone-difference", "named")).toMatchObject({ value: 0.75, test: "main" });
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
    expect(one("chosen", "order-1: for")).toMatchObject({ n: 12, value: 1 });
    expect(one("changed", "order-1").n).toBe(24);
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
    expect(one("alpha", "all: alpha of opening")).toMatchObject({ value: 1, n: 40 });
    expect(one("alpha", "all: alpha of last")).toMatchObject({ value: 1, n: 40 });
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

  it("prints sentences, then five tables with N, interval and bars", async () => {
    const folder = await studyFolder(record);
    const { code, out, err } = await cli(["study", "report", folder]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const places = [
      "\nRight answer: for.\n",
      "\nMain question, blind less named: right: 40 points (20 to 60), p 0.008.\n",
      "\nnamed: Members right before the debate",
      "\nRight or chosen ",
      "\nTalk or vote ",
      "\nChanges of mind ",
      "\nAgreement ",
      "\nCost ",
      "\n40 of 40 meetings held: ",
    ].map((text) => out.indexOf(text));
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    expect(places[0]).toBeGreaterThan(0);
    expect(out).toMatch(/All members were\s+simulated/);
    expect(out).toMatch(/They do not show that a\s+debate makes a decision right/);
    expect(out).toMatch(/named: right +0\.300 +0\.145 to 0\.519 +20 +\.\.====\|====\.+\n/);
    expect(out).toMatch(/blind less named: right +\+0\.400 .* 20 +0\.008 main +\.+=*\|=+/);
  });

  it("writes JSON that says the same, with the finding in one sentence", async () => {
    const folder = await studyFolder(record);
    const { out } = await cli(["study", "report", folder, "--format", "json"]);
    const json = JSON.parse(out) as StudyReport;
    expect(json.tables).toHaveLength(5);
    expect(json.tables[0]?.figures[0]).toMatchObject({ what: "named: right", value: 0.3 });
    expect(json.finding).toMatch(/^Right: blind 40 points above named \(/);
    expect(json.sentences[1]).toMatch(/^Main question, blind less named: right: 40 points/);
    expect(json.seeds).toEqual(seeds(20));
  });

  it("goes on where transcripts are gone", async () => {
    const folder = await studyFolder(record);
    rmSync(join(folder, "meetings"), { recursive: true });
    const { code, out } = await cli(["study", "report", folder]);
    expect(code).toBe(0);
    expect(out).toMatch(/named: right +0\.300/);
  });

  it("says why there is no figure though there are meetings enough", async () => {
    const alike = seeds(12).map(
      (seed): Shown => ({ arm: "named", seed, members: { ada: "YES", bo: "YES" } }),
    );
    const folder = await studyFolder(studyOf([{ name: "named" }], alike));
    const { out } = await cli(["study", "report", folder]);
    expect(out).toMatch(/\nnamed: alpha of last verdicts +no two verdicts differ +12\n/);
  });

  it("refuses a folder that holds no study", async () => {
    const { code, err } = await cli(["study", "report", "transcripts/hiring-sample"]);
    expect(code).toBe(2);
    expect(err).toContain("no study found in");
  });
});

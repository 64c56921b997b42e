import { findScenario, judges, loadScenario, openMeeting, type Scenario } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { beforeAll, describe, expect, it } from "vitest";
import { answerSchema } from "../../../src/protocols/judges/answer.ts";
import { iterationJudged } from "../../../src/protocols/judges/iteration.ts";

/** Verdict and confidence of every judge, iteration by iteration. */
async function asked(shipped: Scenario, seed: number, changes: object = {}) {
  const scenario = {
    ...shipped,
    options: { ...shipped.options, maxIterations: 4, threshold: 0.95, ...changes },
  };
  const createModel = (seat: Scenario["members"][number]) => createSimulatedModel({ seat, scenario });
  const meeting = openMeeting({ scenario, protocol: judges, seed, createModel });
  await meeting.run();
  return iterationJudged.all(meeting.state);
}

/** What every judge answers in one iteration. */
async function answered(shipped: Scenario, seed: number) {
  const scenario = { ...shipped, options: { ...shipped.options, maxIterations: 1 } };
  const createModel = (seat: Scenario["members"][number]) => createSimulatedModel({ seat, scenario });
  const meeting = openMeeting({ scenario, protocol: judges, seed, createModel });
  await meeting.run();
  return [...meeting.state.members.values()].flatMap(({ ballots }) =>
    ballots.map(({ reply }) => answerSchema.parse(reply)),
  );
}

describe("a simulated judge who is asked again", () => {
  let scenario: Scenario;
  const changes: number[] = [];
  let verdicts = 0;
  let pairs = 0;

  beforeAll(async () => {
    scenario = await loadScenario(await findScenario("code-review", { cwd: process.cwd() }));
    for (let seed = 1; seed <= 20; seed++) {
      const iterations = await asked(scenario, seed);
      expect(iterations).toHaveLength(4);
      for (const [index, { judges: panel }] of iterations.entries()) {
        if (index === 0) continue;
        for (const [id, now] of Object.entries(panel)) {
          const before = iterations[index - 1]!.judges[id]!;
          changes.push(now.confidence! - before.confidence!);
          if (now.verdict !== before.verdict) verdicts += 1;
          pairs += 1;
        }
      }
    }
  }, 60_000);

  it("draws anew: confidence rises, falls or stays, each in a fair share of the cases", () => {
    const share = (is: (change: number) => boolean) => changes.filter(is).length / changes.length;
    expect(share((change) => change > 0)).toBeGreaterThan(0.15);
    expect(share((change) => change < 0)).toBeGreaterThan(0.15);
    expect(share((change) => change === 0)).toBeGreaterThan(0.05);
    const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
    expect(Math.abs(mean)).toBeLessThan(0.02);
  });

  it("has among its findings every line that its reasoning goes by", async () => {
    let named = 0;
    for (let seed = 1; seed <= 5; seed++) {
      for (const { analysis, findings } of await answered(scenario, seed)) {
        const reasoning = analysis.split(/ In its favour:| Against it:/)[0]!.toLowerCase();
        for (const { says, ref } of scenario.casebook!.points) {
          if (!reasoning.includes(says.toLowerCase())) continue;
          named += 1;
          expect(findings.map((each) => each.ref)).toContain(ref);
        }
      }
    }
    expect(named).toBeGreaterThan(10);
  });

  it("mostly holds the same verdict, and not always", () => {
    expect(verdicts / pairs).toBeGreaterThan(0);
    expect(verdicts / pairs).toBeLessThan(0.35);
  });

  it("comes to the same answers with the same seed", async () => {
    expect(await asked(scenario, 3)).toEqual(await asked(scenario, 3));
  });

  it("can lift a panel over the threshold that its first answers missed", async () => {
    let lifted = 0;
    for (let seed = 1; lifted === 0 && seed <= 40; seed++) {
      const iterations = await asked(scenario, seed, { threshold: 0.7 });
      if (iterations.length > 1 && iterations.at(-1)!.reached) lifted += 1;
    }
    expect(lifted).toBe(1);
  });

  it("is never surer than the share that was read, and has no verdict where that is less than half", async () => {
    const reading = (weighed: number) => ({ by: "rules", statements: 20, weighed });
    for (const weighed of [12, 9]) {
      const casebook = { ...scenario.casebook!, read: reading(weighed) };
      const iterations = await asked({ ...scenario, casebook }, 4, { maxIterations: 1 });
      const given = iterations.flatMap(({ judges: panel }) => Object.values(panel));
      expect(given).toHaveLength(3);
      for (const { verdict, confidence } of given) {
        if (weighed === 9) expect(verdict).toBeNull();
        else expect(confidence).toBeLessThanOrEqual(0.6);
      }
    }
  });
});

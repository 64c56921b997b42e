import { describe, expect, it } from "vitest";
import {
  ARTIFACT_WORDS,
  ARTIFACTS,
  type Artifacts,
  countAllWords,
} from "../../src/protocols/rounds/artifacts.ts";
import { checkArtifact, SURE_OF_UNCLEAR } from "../../src/protocols/rounds/lints.ts";
import { planStress, roundsOptions } from "../../src/protocols/rounds/plan.ts";
import {
  driftSchema,
  type LeadEntry,
  ROLES,
  type Role,
  stressSchema,
} from "../../src/protocols/rounds/records.ts";
import { STRESS_FORM } from "../../src/protocols/rounds/replies.ts";
import { readClaimChurn, readLeadRotation } from "../../src/protocols/rounds/signals.ts";
import { artifacts } from "./rounds-samples.ts";

const given = {
  claims: { least: 0, most: 2 },
  targets: null,
  round: 2,
  known: new Set(["D-1-1", "C-1-1"]),
  isSimulated: false,
};

/** Whether the artifact can be read at all. */
function reads<Each extends Role>(role: Each, change: Partial<Artifacts[Each]>): boolean {
  return ARTIFACTS[role].reply.safeParse({ ...artifacts()[role], ...change }).success;
}

/** Whether an artifact that can be read is as it was asked for. */
function takes<Each extends Role>(role: Each, change: Partial<Artifacts[Each]>): boolean {
  return checkArtifact(role, { ...artifacts()[role], ...change }, given).length === 0;
}

function times<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

describe("the limits of an artifact, which are noted and never asked for again,", () => {
  it("are 10 to 15 steps of a trace and three variables at least", () => {
    const [first, ...others] = artifacts().action.traces;
    const trace = (change: Partial<typeof first>) =>
      takes("action", { traces: [{ ...first!, ...change }, ...others] as never });
    const steps = (count: number) =>
      trace({ steps: times(count, (index) => ({ does: "x", delta: `a=${index}` })) });
    expect([9, 10, 15, 16].map(steps)).toEqual([false, true, true, false]);
    const variables = (count: number) =>
      trace({ initialState: times(count, (index) => ({ name: `v${index}`, value: "0" })) });
    expect([2, 3].map(variables)).toEqual([false, true]);
  });

  it("are 8 to 15 steps of a walkthrough, and 5 to 10 of an attack", () => {
    const walk = (count: number) =>
      takes("observer", {
        steps: times(count, () => ({ does: "x", outcome: "success" as const })),
        friction: [],
      });
    expect([7, 8, 15, 16].map(walk)).toEqual([false, true, true, false]);
    const attack = (count: number) =>
      takes("critic", { attack: times(count, () => ({ does: "x", observable: "y" })) });
    expect([4, 5, 10, 11].map(attack)).toEqual([false, true, true, false]);
  });

  it("are 1 to 5 of confidence and of what one thinks of one's own work", () => {
    for (const [role, field] of [
      ["guardian", "confidence"],
      ["critic", "confidence"],
      ["action", "selfAssessment"],
      ["observer", "selfAssessment"],
    ] as const)
      expect(
        [0, 1, 5, 6].map((score) => reads(role, { [field]: score })),
        role,
      ).toEqual([false, true, true, false]);
  });

  it("are 600 words and two claims", () => {
    const { why: _, ...rest } = artifacts().critic;
    const ofLength = (words: number) =>
      takes("critic", { why: times(words - countAllWords(rest), () => "word").join(" ") });
    expect(ARTIFACT_WORDS).toBe(600);
    expect([600, 601].map(ofLength)).toEqual([true, false]);
    const claim = artifacts().critic.claims[0]!;
    const raising = (count: number) => takes("critic", { claims: times(count, () => claim) });
    expect([2, 3].map(raising)).toEqual([true, false]);
  });

  it("show an UNCLEAR at confidence 4, and not at 3", () => {
    const lints = (verdict: Artifacts["critic"]["verdict"], confidence: number) =>
      checkArtifact("critic", { ...artifacts().critic, verdict, confidence }, given);
    expect(lints("UNCLEAR", 4)).toContain(SURE_OF_UNCLEAR);
    expect(lints("UNCLEAR", 3)).toEqual([]);
  });
});

describe("scores", () => {
  it("go from 1 to 5 for drift and from 1 to 3 for stress", () => {
    const drift = (deviation: number) =>
      driftSchema.safeParse({ round: 5, verdict: "FAIL", deviation, notes: "" }).success;
    expect([0, 1, 5, 6].map(drift)).toEqual([false, true, true, false]);
    const stress = (score: number) =>
      stressSchema.safeParse({ round: 5, absent: "critic", predicted: "", observed: "", score })
        .success;
    expect([0, 1, 3, 4].map(stress)).toEqual([false, true, true, false]);
    const seen = (score: number) => STRESS_FORM.reply.safeParse({ observed: "x", score }).success;
    expect([0, 1, 3, 4].map(seen)).toEqual([false, true, true, false]);
  });
});

describe("the first signal", () => {
  it("can be met after six rounds, by means just under half of the peak", () => {
    expect(readClaimChurn([9, 9, 9, 0, 0, 0]).ok).toBe(true);
    expect(readClaimChurn([10, 10, 10, 4, 5, 5, 4]).ok).toBe(true);
    expect(readClaimChurn([10, 10, 10, 5, 5, 5, 5]).ok).toBe(false);
  });
});

describe("the third signal", () => {
  it("takes an evenness of 0.7, beside a lead for every role", () => {
    const rotation = (...counts: number[]) =>
      readLeadRotation(
        counts.flatMap((count, index) =>
          times(count, (each): LeadEntry => {
            return {
              round: index * 20 + each + 1,
              lead: ROLES[index]!,
              is_stress: false,
              absent_agent: null,
            };
          }),
        ),
      ).ok;
    // Evenness 0.639, 0.723, and 0.774 with three roles of four.
    expect([rotation(8, 1, 1, 1), rotation(6, 1, 1, 1), rotation(4, 3, 3)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe("the options", () => {
  const roles = { action: "a", guardian: "b", observer: "c", critic: "d" };

  it("are thirteen rounds, and drift every fifth, where nothing is said", () => {
    expect(roundsOptions.parse({ roles })).toMatchObject({ rounds: 13, driftEvery: 5 });
    expect(roundsOptions.safeParse({ roles, rounds: 20 }).success).toBe(true);
    expect(roundsOptions.safeParse({ roles, rounds: 21 }).success).toBe(false);
  });

  it("want three roles stressed, or a reason", () => {
    const stress = (...absent: Role[]) => ({
      roles,
      stress: absent.map((role, index) => ({ round: index + 1, absent: role })),
    });
    expect(roundsOptions.safeParse(stress("action", "critic", "guardian")).success).toBe(true);
    expect(roundsOptions.safeParse(stress("action", "critic")).success).toBe(false);
    expect(roundsOptions.safeParse(stress("action", "critic", "critic")).success).toBe(false);
  });

  it("plan stress from eight rounds on, in the proportions of thirteen", () => {
    const rounds = (count: number) => planStress({ rounds: count }).map(({ round }) => round);
    expect(rounds(7)).toEqual([]);
    expect(rounds(8)).toEqual([3, 6, 7, 8]);
    expect(rounds(13)).toEqual([5, 10, 12, 13]);
    expect(rounds(16)).toEqual([6, 12, 15, 16]);
    expect(rounds(20)).toEqual([8, 15, 19, 20]);
  });
});

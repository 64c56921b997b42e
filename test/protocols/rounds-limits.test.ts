import { describe, expect, it } from "vitest";
import {
  STATE_FILES,
  type StateTexts,
  validateState,
} from "../../src/protocols/rounds/checks/validate-claims.ts";
import {
  ARTEFACT_WORDS,
  type Artefacts,
  artefactSchema,
  wordsOf,
} from "../../src/protocols/rounds/record/artefacts.ts";
import { lintArtefact, SURE_OF_UNCLEAR } from "../../src/protocols/rounds/record/lints.ts";
import {
  CHECK_FACTS,
  CHECKS,
  type ClaimRecord,
  driftSchema,
  type LeadEntry,
  type Result,
  ROLES,
  type Role,
  stressSchema,
  type Verification,
} from "../../src/protocols/rounds/record/records.ts";
import { roundsOptions, scheduleOf } from "../../src/protocols/rounds/round/plan.ts";
import { stressReplySchema } from "../../src/protocols/rounds/round/replies.ts";
import { evaluate } from "../../src/protocols/rounds/signals/evaluation.ts";
import {
  detectFailures,
  type Evidence,
  type FailureMode,
} from "../../src/protocols/rounds/signals/failure-modes.ts";
import { claimChurn, leadRotation } from "../../src/protocols/rounds/signals/signals.ts";
import { artefacts } from "./rounds-samples.ts";

const rules = { claims: { least: 0, most: 2 }, targets: null };

function takes<Each extends Role>(role: Each, change: Partial<Artefacts[Each]>): boolean {
  return artefactSchema(role, rules).safeParse({ ...artefacts()[role], ...change }).success;
}

function times<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

describe("the limits of an artefact", () => {
  it("are 10 to 15 steps of a trace and three variables at least", () => {
    const [first, ...others] = artefacts().action.traces;
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
        [0, 1, 5, 6].map((score) => takes(role, { [field]: score })),
        role,
      ).toEqual([false, true, true, false]);
  });

  it("are 600 words and two claims", () => {
    const { why: _, ...rest } = artefacts().critic;
    const ofLength = (words: number) =>
      takes("critic", { why: times(words - wordsOf(rest), () => "word").join(" ") });
    expect(ARTEFACT_WORDS).toBe(600);
    expect([600, 601].map(ofLength)).toEqual([true, false]);
    const claim = artefacts().critic.claims[0]!;
    const raising = (count: number) =>
      artefactSchema("critic", { ...rules, claims: { least: 0, most: 9 } }).safeParse({
        ...artefacts().critic,
        claims: times(count, () => claim),
      }).success;
    expect([2, 3].map(raising)).toEqual([true, false]);
  });

  it("show a BROKEN at confidence 2 and an UNCLEAR at 4, and neither at 3", () => {
    const lints = (verdict: Artefacts["critic"]["verdict"], confidence: number) =>
      lintArtefact(
        "critic",
        { ...artefacts().critic, verdict, confidence },
        { round: 2, known: new Set(["D-1-1"]) },
      );
    expect(lints("BROKEN", 2)).toContain("a BROKEN for form's sake");
    expect(lints("BROKEN", 3)).toEqual([]);
    expect(lints("UNCLEAR", 4)).toContain(SURE_OF_UNCLEAR);
    expect(lints("UNCLEAR", 3)).toEqual([]);
  });
});

describe("scores", () => {
  it("go from 1 to 5, of drift and of stress; of stress 3 at most before the prediction is looked at", () => {
    const drift = (deviation: number) =>
      driftSchema.safeParse({ round: 5, verdict: "FAIL", deviation, notes: "" }).success;
    expect([0, 1, 5, 6].map(drift)).toEqual([false, true, true, false]);
    const stress = (score: number) =>
      stressSchema.safeParse({
        round: 5,
        absent: "critic",
        predicted: "",
        observed: "",
        score,
        precommitted: true,
      }).success;
    expect([0, 1, 5, 6].map(stress)).toEqual([false, true, true, false]);
    const seen = (score: number) => stressReplySchema.safeParse({ observed: "x", score }).success;
    expect([0, 1, 3, 4].map(seen)).toEqual([false, true, true, false]);
  });
});

describe("the first signal", () => {
  it("can be met after six rounds, by means just under half of the peak", () => {
    expect(claimChurn([9, 9, 9, 0, 0, 0]).ok).toBe(true);
    expect(claimChurn([10, 10, 10, 4, 5, 5, 4]).ok).toBe(true);
    expect(claimChurn([10, 10, 10, 5, 5, 5, 5]).ok).toBe(false);
  });
});

describe("the third signal", () => {
  it("takes an evenness of 0.7, beside a lead for every role", () => {
    const rotation = (...counts: number[]) =>
      leadRotation(
        counts.flatMap((count, index) =>
          times(count, (each): LeadEntry => {
            return { round: index * 20 + each + 1, lead: ROLES[index]!, is_stress: false, absent_agent: null };
          }),
        ),
        4,
      ).ok;
    // Evenness 0.639, 0.723, and 0.774 with three roles of four.
    expect([rotation(8, 1, 1, 1), rotation(6, 1, 1, 1), rotation(4, 3, 3)]).toEqual([false, true, false]);
  });
});

describe("the options", () => {
  const roles = { action: "a", guardian: "b", observer: "c", critic: "d" };

  it("are thirteen rounds, drift every fifth and signals every third, where nothing is said", () => {
    expect(roundsOptions.parse({ roles })).toMatchObject({ rounds: 13, driftEvery: 5, signalsEvery: 3 });
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
    const rounds = (count: number) => scheduleOf({ rounds: count }).map(({ round }) => round);
    expect(rounds(7)).toEqual([]);
    expect(rounds(8)).toEqual([3, 6, 7, 8]);
    expect(rounds(13)).toEqual([5, 10, 12, 13]);
    expect(rounds(16)).toEqual([6, 12, 15, 16]);
    expect(rounds(20)).toEqual([8, 15, 19, 20]);
  });
});

describe("the evaluation's marks", () => {
  const leads = (count: number) =>
    times(
      count,
      (index): LeadEntry => ({
        round: index + 1,
        lead: ROLES[index % 4]!,
        is_stress: false,
        absent_agent: null,
      }),
    );
  const none = { claims: [], verifications: [], decisions: [], drift: [], tensions: [], stress: [] };
  const tension = (round: number) => ({
    id: `T-${round}-1`,
    round,
    source: ["action"],
    text: "x",
    status: "open" as const,
  });

  it("are 8 of tension, 4 overturns and nine records a round", () => {
    const tense = evaluate({ ...none, leads: leads(1), tensions: times(4, () => tension(1)) }, 4);
    // The mean of a flat slope, read by the sigmoid as a half, of 4 in 8, and of no overturn in 4.
    expect(tense.means.B).toBeCloseTo((0.5 + 4 / 8 + 0) / 3, 4);
    const overturn = (index: number) => ({
      id: `D-1-${index + 1}`,
      round: 1,
      text: "x",
      cites: [
        { type: "decision" as const, id: "D-0-1", relation: "supersedes" as const },
        ...times(4, () => ({ type: "claim" as const, id: "C-1-1", relation: "based-on" as const })),
      ],
      made_by: "consensus" as const,
      round_artifact_refs: [],
    });
    const turned = evaluate({ ...none, leads: leads(1), decisions: times(2, overturn) }, 4);
    // Quality 5 of 5 by four pieces of evidence; two of four overturns; three records in a round against nine.
    expect(turned.B3).toBe(2);
    expect(turned.means.B).toBeCloseTo((0.5 + 0 + 2 / 4) / 3, 4);
    expect(evaluate({ ...none, leads: leads(1), decisions: times(9, overturn) }, 4).C4).toBe(0.1);
    expect(evaluate({ ...none, leads: leads(1), decisions: times(19, overturn) }, 4).means.C).toBeCloseTo(
      (0 + 0.05 / 0.1) / 2,
      4,
    );
  });

  it("cap a primed scorer at 3, and divide stress scores and deviations by 5", () => {
    const scored = (score: number, precommitted: boolean) => ({
      round: 1,
      absent: "critic" as const,
      predicted: "",
      observed: "",
      score,
      precommitted,
    });
    const of = (score: number, precommitted: boolean) =>
      evaluate({ ...none, leads: leads(4), stress: [scored(score, precommitted)] }, 4);
    expect(of(5, false).C2).toBe(3);
    expect(of(5, true).C2).toBe(5);
    // C1 of an even rotation, C2 of 4 in 5, C4 of an empty record, ten times its mark and so 1.
    expect(of(4, true).means.C).toBeCloseTo((1 + 4 / 5 + 1) / 3, 4);
    const drift = [
      { round: 1, verdict: "PASS" as const, deviation: 1, notes: "" },
      { round: 2, verdict: "FAIL" as const, deviation: 2, notes: "" },
    ];
    expect(evaluate({ ...none, leads: leads(4), drift }, 4).B4).toBeCloseTo((1 / 2) * (1 - 2 / 5), 4);
  });
});

describe("what a folder of records is noted for", () => {
  const lead = (round: number) => ({ round, lead: "action", is_stress: false, absent_agent: null });
  const claim = (index: number) => ({
    id: `C-1-${index + 1}`,
    round: 1,
    raised_by: "action",
    text: "x",
    testable_as: "y",
    status: "pending",
  });
  const notes = (claims: number, rounds: number) => {
    const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join("");
    const none = Object.fromEntries(STATE_FILES.map((file) => [file, ""]));
    const texts = {
      ...none,
      "claims.jsonl": lines(times(claims, claim)),
      "lead_history.jsonl": lines(times(rounds, (index) => lead(index + 1))),
    };
    return validateState(texts as StateTexts, { read: () => null }).notes;
  };

  it("is more than 200 claims, or fewer than 15 in 13 rounds", () => {
    expect(notes(200, 1)).toEqual([]);
    expect(notes(201, 1)).toEqual(["201 claims; more than 200 want an audit"]);
    expect(notes(15, 13)).toEqual([]);
    expect(notes(14, 13)).toEqual(["14 claims in 13 rounds; fewer than 15 want an audit"]);
    expect(notes(14, 12)).toEqual([]);
  });
});

describe("a claim", () => {
  it("changes its status on two references at least", () => {
    const found = (refs: readonly string[]) => {
      const line = (item: object) => `${JSON.stringify(item)}\n`;
      const none = Object.fromEntries(STATE_FILES.map((file) => [file, ""]));
      const claim = {
        id: "C-1-1",
        round: 1,
        raised_by: "action",
        text: "x",
        testable_as: "y",
        status: "pending",
      };
      const texts = {
        ...none,
        "claims.jsonl": line(claim),
        "verifications.jsonl": line({
          id: "V-1-1",
          round: 1,
          check: CHECK_FACTS[1].name,
          result: "BROKEN",
          evidence_refs: refs,
          notes: "x",
          claims_affected: ["C-1-1"],
          claim_status_changes: [{ claim_id: "C-1-1", from: "pending", to: "tested_refuted" }],
        }),
      };
      const { errors } = validateState(texts as StateTexts, { read: () => "# a\n\n# b\n" });
      return errors.map(({ message }) => message);
    };
    expect(found(["x.md#a", "x.md#b"])).toEqual([]);
    expect(found(["x.md#a"])).toContain("C-1-1 becomes tested_refuted on fewer than two references");
  });
});

describe("the thresholds of the failure modes", () => {
  const lead = (round: number, role: Role = ROLES[(round - 1) % 4]!): LeadEntry => ({
    round,
    lead: role,
    is_stress: false,
    absent_agent: null,
  });
  const check = (round: number, number: 1 | 2 | 3 | 4, result: Result, refs = 2): Verification => ({
    id: `V-${round}-${number}`,
    round,
    check: CHECK_FACTS[number].name as Verification["check"],
    result,
    evidence_refs: times(refs, (index) => `a#${index}`),
    notes: `${"abcdefghijklmnop"[round]}${"wxyz"[number - 1]}`,
    claims_affected: [],
    claim_status_changes: [{ claim_id: "C-1-1", from: "tested_unclear", to: "tested_unclear" }],
  });
  const claims = (
    count: number,
    round: number,
    status: ClaimRecord["status"] = "tested_confirmed",
  ): ClaimRecord[] =>
    times(count, (index) => ({
      id: `C-${round}-${index + 1}`,
      round,
      raised_by: ROLES[index % 4]!,
      text: "x",
      testable_as: "y",
      status,
    }));
  const base: Evidence = {
    agents: 4,
    budget: 13,
    claims: [],
    verifications: [],
    decisions: [],
    leads: [],
    drift: [],
    tensions: [],
    stress: [],
    artefacts: [],
    plannedStress: [],
    assessments: [],
    reading: null,
    closingRounds: [],
  };
  const shows = (mode: FailureMode, change: Partial<Evidence>) =>
    detectFailures({ ...base, ...change }).some((each) => each.mode === mode);

  it("FM-1: disagreement that falls by 0.2 a round, or three rounds in which all holds", () => {
    const falling = (counts: readonly number[]) => ({
      leads: counts.map((_, index) => lead(index + 1)),
      verifications: counts.flatMap((count, index) =>
        CHECKS.map((number) => check(index + 1, number, number <= count ? "BROKEN" : "ROBUST")),
      ),
    });
    // Slopes -0.2 and -0.1.
    expect(shows("FM-1", falling([2, 1, 1, 1, 1]))).toBe(true);
    expect(shows("FM-1", falling([2, 1, 1, 1, 2, 1]))).toBe(false);
    expect(shows("FM-1", falling([1, 1, 0, 1, 1, 0, 0]))).toBe(false);
    expect(shows("FM-1", falling([1, 0, 1, 1, 1, 1, 0, 0, 0]))).toBe(true);
  });

  it("FM-2: four in five checks BROKEN", () => {
    const broken = (count: number) => ({
      leads: [1, 2, 3, 4, 5].map((round) => lead(round)),
      verifications: [3, 4, 5].flatMap((round, index) =>
        CHECKS.map((number) => check(round, number, index * 4 + number <= count ? "BROKEN" : "ROBUST")),
      ),
    });
    expect(shows("FM-2", broken(10))).toBe(true);
    expect(shows("FM-2", broken(9))).toBe(false);
  });

  it("FM-4: evenness under 0.6, or more than half of the rounds led by one", () => {
    const led = (...counts: number[]) => ({
      leads: counts
        .flatMap((count, index) => times(count, () => ROLES[index]!))
        .map((role, index) => lead(index + 1, role)),
    });
    // Evenness 0.5 with halves, 0.594 and 0.631 with one role at half or less.
    expect(shows("FM-4", led(5, 5))).toBe(true);
    expect(shows("FM-4", led(10, 9, 1))).toBe(false);
    expect(shows("FM-4", led(4, 2, 1, 1))).toBe(false);
    expect(shows("FM-4", led(5, 2, 1, 1))).toBe(true);
  });

  it("FM-5: more than ten claims a round with more than 60 % pending, or fewer than two", () => {
    const raised = (count: number, pending: number) => ({
      leads: [lead(1)],
      claims: claims(count, 1).map((each, index) =>
        index < pending ? { ...each, status: "pending" as const } : each,
      ),
    });
    expect(shows("FM-5", raised(11, 7))).toBe(true);
    expect(shows("FM-5", raised(15, 9))).toBe(false);
    expect(shows("FM-5", raised(10, 10))).toBe(false);
    expect(shows("FM-5", raised(2, 0))).toBe(false);
    expect(shows("FM-5", raised(1, 0))).toBe(true);
  });

  it("FM-6: fewer than two references a check", () => {
    const thin = (refs: number) => ({
      leads: [lead(1)],
      verifications: CHECKS.map((number) => check(1, number, "ROBUST", number === 1 ? refs : 2)),
    });
    expect(shows("FM-6", thin(1))).toBe(true);
    expect(shows("FM-6", thin(2))).toBe(false);
  });

  it("FM-8: three signals or fewer when the budget is used", () => {
    const spent = (satisfied: number) => ({
      budget: 1,
      leads: [lead(1)],
      reading: { round: 1, satisfied, verdict: "", signals: {} as never },
    });
    expect([2, 3, 4].map((satisfied) => shows("FM-8", spent(satisfied)))).toEqual([true, true, false]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  computePendingShare,
  computeStatus,
  findIllegalTransition,
  foldStatuses,
} from "../../src/protocols/rounds/ledger.ts";
import { planStress } from "../../src/protocols/rounds/plan.ts";
import {
  CHECKS,
  type ClaimRecord,
  type Drift,
  explainNotApplicable,
  type LeadEntry,
  type Records,
  ROLES,
  type Role,
  STATUSES,
  type Verification,
} from "../../src/protocols/rounds/records.ts";
import {
  chooseLead,
  computeEntropy,
  computeLeadEvenness,
  computeRollingMeans,
  computeSlope,
  countLeadsByRole,
  judgeConvergence,
  listUnansweredDrift,
  readClaimChurn,
  readDisagreement,
  readDriftHistory,
  readLeadRotation,
  readPendingBacklog,
  readSignals,
  readStressCoverage,
} from "../../src/protocols/rounds/signals.ts";

const points = (counts: readonly number[]) =>
  counts.map((count, index) => [index + 1, count] as const);

/** Leads of a run whose stress rounds are planned, by the rule alone. */
function leadsOf(rounds: number, stress: Readonly<Record<number, Role>>): LeadEntry[] {
  const leads: LeadEntry[] = [];
  for (let round = 1; round <= rounds; round++) {
    const absent = stress[round] ?? null;
    const lead = chooseLead(
      leads,
      ROLES.filter((role) => role !== absent),
    );
    leads.push({ round, lead, is_stress: absent !== null, absent_agent: absent });
  }
  return leads;
}

const golden = leadsOf(13, { 5: "critic", 10: "guardian", 12: "action", 13: "observer" });

describe("leads", () => {
  it("rotate over thirteen rounds with four stress rounds as the rule computes them", () => {
    const leads =
      "action guardian observer critic action guardian observer critic action observer guardian";
    expect(golden.map(({ lead }) => lead).join(" ")).toBe(`${leads} critic action`);
    expect([...countLeadsByRole(golden).values()]).toEqual([2, 3, 2, 2]);
    expect(computeEntropy([2, 3, 2, 2])).toBeCloseTo(1.975, 3);
    expect(computeLeadEvenness(golden)).toBeCloseTo(0.987, 3);
  });

  it("give the upstream example the leads of the least-led rule", () => {
    const leads = leadsOf(5, { 3: "guardian" });
    expect(leads.map(({ lead }) => lead)).toEqual([
      "action",
      "guardian",
      "observer",
      "critic",
      "action",
    ]);
    expect(readLeadRotation(leads)).toMatchObject({
      ok: false,
      detail: expect.stringContaining("never led: observer"),
    });
  });

  it("go to nobody where nobody is present, and never to somebody absent", () => {
    expect(chooseLead(golden, [])).toBeNull();
    fc.assert(
      fc.property(fc.subarray([...ROLES]), fc.nat(20), (present, rounds) => {
        const lead = chooseLead(leadsOf(rounds, {}), present);
        expect(lead === null ? present.length === 0 : present.includes(lead)).toBe(true);
      }),
    );
  });

  it("differ by at most one without stress", () => {
    for (let rounds = 1; rounds <= 20; rounds++) {
      const counts = [...countLeadsByRole(leadsOf(rounds, {})).values()];
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
  });
});

describe("signal 1", () => {
  it.each([
    [[4, 5, 4, 3, 1, 1], false],
    [[4, 5, 4, 3, 1, 1, 1, 1], true],
    [[0, 0, 0, 0, 0, 0, 0], false],
    [[3, 3, 3, 3, 3, 3, 3], false],
    [[4, 4, 4, 2, 2, 2, 2], false],
    [[9, 9, 9, 0, 0], false],
  ])("of the changes %j is %s", (changes, ok) => {
    expect(readClaimChurn(changes).ok).toBe(ok);
  });

  it("rests on the means of three neighbours", () => {
    expect(computeRollingMeans([4, 5, 4, 3, 1, 1]).map((mean) => Number(mean.toFixed(2)))).toEqual([
      4.33, 4, 2.67, 1.67,
    ]);
  });
});

describe("signal 2", () => {
  it("counts rounds without disagreement, which hide sycophancy when they are dropped", () => {
    const slope = computeSlope(points([3, 3, 3, 0, 0, 0, 0, 0]));
    expect(slope).toBeCloseTo(-0.536, 3);
    expect(readDisagreement(points([3, 3, 3, 0, 0, 0, 0, 0])).ok).toBe(false);
  });

  it("passes a slope down to -0.2, flagged as stable, and none below", () => {
    expect(readDisagreement(points([2, 1.8, 1.6]))).toMatchObject({
      ok: true,
      detail: expect.stringContaining("stable"),
    });
    expect(readDisagreement(points([2, 1.79, 1.58])).ok).toBe(false);
    expect(readDisagreement(points([1, 1, 2])).detail).toContain("not falling");
  });

  it("has a slope of 0, never NaN, over one round or none", () => {
    expect(computeSlope([[4, 3]])).toBe(0);
    expect(computeSlope([])).toBe(0);
  });

  it("leaves stress rounds out", () => {
    const broken = (round: number): Verification => verification(round, 1, { result: "BROKEN" });
    const leads = leadsOf(4, { 4: "observer" });
    const records = recordsOf({ leads, verifications: [1, 2, 3].map(broken) });
    expect(readSignals(records).signals[2]).toMatchObject({
      ok: true,
      detail: expect.stringContaining("over 3 rounds"),
    });
  });
});

describe("signal 3", () => {
  it("holds for the golden sequence, whose evenness is 0.987", () => {
    expect(readLeadRotation(golden)).toEqual({
      ok: true,
      detail: "evenness 0.987; every role has led",
    });
  });

  it("fails where one role leads nearly always", () => {
    const leads = Array.from({ length: 20 }, (_, index): LeadEntry => {
      const lead = index < 17 ? "action" : ROLES[index - 16]!;
      return { round: index + 1, lead, is_stress: false, absent_agent: null };
    });
    expect(readLeadRotation(leads).ok).toBe(false);
  });
});

describe("signal 4", () => {
  it("asks for three of four roles, or the one that is configured", () => {
    expect(readStressCoverage(leadsOf(13, { 5: "critic", 10: "guardian" })).ok).toBe(false);
    expect(readStressCoverage(golden).ok).toBe(true);
    expect(readStressCoverage(golden).detail).toBe(
      "4 of 4 roles stressed, 3 wanted: action, guardian, observer, critic",
    );
    const one = leadsOf(5, { 5: "critic" });
    expect(readStressCoverage(one).ok).toBe(false);
  });
});

describe("signal 5", () => {
  const checks = (...verdicts: (Drift["verdict"] | "ADDRESSED")[]): Drift[] =>
    verdicts.map((verdict, index) => ({
      round: (index + 1) * 5,
      verdict: verdict === "ADDRESSED" ? "PARTIAL" : verdict,
      deviation: 2,
      notes: "",
      ...(verdict === "ADDRESSED" ? { addressed_by: "D-9-1" } : {}),
    }));

  it.each([
    [[], false],
    [["PASS"], true],
    [["PASS", "PASS"], true],
    [["FAIL", "PASS"], true],
    [["PARTIAL", "PASS"], false],
    [["ADDRESSED", "PASS"], true],
    [["PASS", "FAIL"], false],
    [["FAIL", "PARTIAL"], false],
    [["FAIL", "PARTIAL", "PASS"], false],
  ] as const)("of the checks %j is %s", (verdicts, ok) => {
    expect(readDriftHistory(checks(...verdicts)).ok).toBe(ok);
  });
});

describe("signal 6", () => {
  it.each([
    [0.29, true],
    [0.3, false],
    [0.1 + 0.2, false],
    [0.31, false],
    [0, true],
  ])("of a pending share of %s is %s", (share, ok) => {
    expect(readPendingBacklog(share).ok).toBe(ok);
  });

  it("fails where there are no claims", () => {
    expect(readPendingBacklog(null)).toEqual({ ok: false, detail: "no claims" });
  });

  it("reads the folded status, since claims keep their birth status for ever", () => {
    const claims = [claim("C-1-1")];
    const changes = [{ claim_id: "C-1-1", from: "pending", to: "tested_confirmed" } as const];
    const checked = verification(1, 1, {
      claims_affected: ["C-1-1"],
      claim_status_changes: changes,
    });
    expect(computePendingShare(claims, [])).toBe(1);
    expect(computePendingShare(claims, [checked])).toBe(0);
  });
});

describe("the signals together", () => {
  it("say 3 of 6 and go on where the upstream example claims 4", () => {
    const leads = leadsOf(5, { 3: "guardian" });
    const changes = (round: number) => [
      { claim_id: `C-${round}-1`, from: "pending", to: "tested_confirmed" } as const,
    ];
    const verifications = [1, 2, 3, 4, 5].map((round) =>
      verification(round, 1, {
        result: "BROKEN",
        claims_affected: [`C-${round}-1`],
        claim_status_changes: changes(round),
      }),
    );
    const claims = [1, 2, 3, 4, 5].map((round) => claim(`C-${round}-1`));
    const reading = readSignals(recordsOf({ leads, verifications, claims }));
    expect(reading.signals[1]).toMatchObject({
      ok: false,
      detail: expect.stringContaining("six are needed"),
    });
    expect(reading.signals[3].ok).toBe(false);
    expect(reading).toMatchObject({
      satisfied: 2,
      verdict: expect.stringMatching(/^not converged/),
    });
  });
});

describe("the judgement", () => {
  const signals = (satisfied: number) =>
    Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((number) => [number, { ok: number <= satisfied, detail: "" }]),
    ) as never;
  const judged = (satisfied: number, changes: Partial<Records> = {}) =>
    judgeConvergence(recordsOf({ leads: leadsOf(6, {}), ...changes }), {
      satisfied,
      signals: signals(satisfied),
    });
  const check = (round: number, verdict: Drift["verdict"], addressed_by?: string): Drift => ({
    round,
    verdict,
    deviation: 3,
    notes: "",
    ...(addressed_by === undefined ? {} : { addressed_by }),
  });

  it("takes four signals of six", () => {
    expect(judged(3)).toEqual({
      converged: false,
      reason:
        "3 of 6 signals, missing 4 (the roles were stressed), 5 (no drift is open), 6 (few claims are pending); 4 are needed",
    });
    expect(judged(4).converged).toBe(true);
    expect(judged(6)).toEqual({ converged: true, reason: "6 of 6 signals" });
  });

  it("is no convergence where a failed drift check is not addressed and none has passed since", () => {
    expect(judged(5, { drift: [check(5, "FAIL")] })).toMatchObject({
      converged: false,
      reason: expect.stringContaining("nothing has answered the failed drift check of round 5"),
    });
    expect(judged(5, { drift: [check(5, "FAIL"), check(6, "PARTIAL")] }).converged).toBe(false);
    expect(judged(5, { drift: [check(5, "FAIL"), check(6, "PASS")] }).converged).toBe(true);
    expect(judged(5, { drift: [check(5, "FAIL", "D-6-1")] }).converged).toBe(true);
    expect(judged(5, { drift: [check(5, "PARTIAL")] }).converged).toBe(true);
    expect(
      listUnansweredDrift([check(5, "PASS"), check(10, "FAIL")]).map(({ round }) => round),
    ).toEqual([10]);
  });
});

describe("a reading's verdict", () => {
  const leads = leadsOf(13, { 5: "critic", 10: "guardian", 12: "action" });
  const verifications = [4, 5, 4, 3, 1, 1, 1, 1].flatMap((count, index) => [
    verification(index + 1, 1, {
      claim_status_changes: Array.from({ length: count }, (_, each) => ({
        claim_id: `C-1-${each + 1}`,
        from: "tested_unclear" as const,
        to: "tested_confirmed" as const,
      })),
    }),
  ]);
  const drift: Drift[] = [{ round: 5, verdict: "PASS", deviation: 1, notes: "" }];
  const claims = [1, 2, 3, 4, 5].map((number) => claim(`C-1-${number}`));
  const all = { leads, verifications, drift, claims };
  const verdictOf = (changes: Partial<Records>) =>
    readSignals(recordsOf({ ...all, ...changes })).verdict;

  it("is convergence from four signals on, with those that are missing", () => {
    expect(verdictOf({})).toBe("converged: 6 of 6 signals");
    expect(verdictOf({ drift: [] })).toMatch(/^converged: 5 of 6 signals, missing 5/);
    expect(verdictOf({ drift: [], claims: [] })).toMatch(
      /^converged: 4 of 6 signals, missing 5 .*, 6 /,
    );
    expect(verdictOf({ drift: [], claims: [], verifications: [] })).toMatch(
      /^not converged: 3 of 6 signals/,
    );
  });
});

describe("claims", () => {
  it("are refuted or confirmed by what they assert", () => {
    expect(computeStatus("BROKEN", "robustness")).toBe("tested_refuted");
    expect(computeStatus("BROKEN", "weakness")).toBe("tested_confirmed");
    expect(computeStatus("ROBUST", "robustness")).toBe("tested_confirmed");
    expect(computeStatus("ROBUST", "weakness")).toBe("tested_refuted");
    expect(computeStatus("BROKEN", "robustness", true)).toBe("partially_refuted");
    expect(computeStatus("UNCLEAR", "weakness", true)).toBe("tested_unclear");
    expect(computeStatus("NOT_APPLICABLE", "weakness")).toBeNull();
  });

  it("never leave superseded, never return to pending, and are tested before they are superseded", () => {
    for (const to of STATUSES)
      expect(findIllegalTransition({ from: "superseded", to })).not.toBeNull();
    for (const from of STATUSES)
      expect(findIllegalTransition({ from, to: "pending" })).not.toBeNull();
    expect(findIllegalTransition({ from: "pending", to: "superseded" })).not.toBeNull();
    for (const from of [
      "tested_confirmed",
      "tested_refuted",
      "partially_refuted",
      "tested_unclear",
    ] as const) {
      expect(findIllegalTransition({ from, to: "superseded" })).toBeNull();
      expect(findIllegalTransition({ from, to: "tested_confirmed" })).toBeNull();
    }
  });

  it("take two changes of one round in the order of the checks, whatever order the lines have", () => {
    const late = verification(1, 3, {
      claim_status_changes: [{ claim_id: "C-1-1", from: "tested_unclear", to: "tested_refuted" }],
    });
    const early = verification(1, 1, {
      claim_status_changes: [{ claim_id: "C-1-1", from: "pending", to: "tested_unclear" }],
    });
    expect(foldStatuses([claim("C-1-1")], [late, early]).get("C-1-1")).toBe("tested_refuted");
  });

  it("are not changed by a check that does not apply, nor is a claim invented", () => {
    const none = verification(1, 1, {
      result: "NOT_APPLICABLE",
      claim_status_changes: [{ claim_id: "C-1-1", from: "pending", to: "tested_refuted" }],
    });
    const stranger = verification(1, 2, {
      claim_status_changes: [{ claim_id: "C-9-9", from: "pending", to: "tested_refuted" }],
    });
    expect([...foldStatuses([claim("C-1-1")], [none, stranger])]).toEqual([["C-1-1", "pending"]]);
  });
});

describe("checks", () => {
  it.each([
    [1, [], 3],
    [2, [], 4],
    [5, ["critic"], 2],
    [5, ["guardian"], 3],
    [5, ["action"], 3],
    [5, ["observer"], 2],
    [1, ["critic"], 1],
    [2, ["action", "guardian", "observer", "critic"], 1],
  ] as const)("in round %i without %j apply %i times", (round, absent, count) => {
    expect(
      CHECKS.filter((check) => explainNotApplicable(check, { round, absent }) === null),
    ).toHaveLength(count);
  });
});

describe("the stress schedule", () => {
  it("is the recommended one in thirteen rounds, and four distinct rounds from eight on", () => {
    const planned = planStress({ rounds: 13 }).map(({ round, absent }) => `${round} ${absent}`);
    expect(planned).toEqual(["5 critic", "10 guardian", "12 action", "13 observer"]);
    for (let rounds = 8; rounds <= 20; rounds++) {
      const schedule = planStress({ rounds });
      expect(new Set(schedule.map(({ round }) => round)).size).toBe(4);
      expect(new Set(schedule.map(({ absent }) => absent)).size).toBe(4);
      expect(schedule.every(({ round }) => round >= 1 && round <= rounds)).toBe(true);
    }
    expect(planStress({ rounds: 7 })).toEqual([]);
  });
});

function claim(id: string, changes: Partial<ClaimRecord> = {}): ClaimRecord {
  const round = Number(id.split("-")[1]);
  return {
    id,
    round,
    raised_by: "action",
    text: "It holds.",
    testable_as: "one figure",
    status: "pending",
    ...changes,
  };
}

function verification(
  round: number,
  check: number,
  changes: Partial<Verification> = {},
): Verification {
  return {
    id: `V-${round}-${check}`,
    round,
    check: "critic_attack_on_action_trace",
    result: "ROBUST",
    evidence_refs: ["a#b", "c#d"],
    notes: `Round ${round}.`,
    claims_affected: [],
    claim_status_changes: [],
    ...changes,
  };
}

function recordsOf(changes: Partial<Records>): Records {
  const none = {
    claims: [],
    verifications: [],
    decisions: [],
    leads: [],
    drift: [],
    tensions: [],
    stress: [],
  };
  return { ...none, ...changes };
}

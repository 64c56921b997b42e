import { describe, expect, it } from "vitest";
import {
  detectFailures,
  type Evidence,
  type FailureMode,
} from "../../src/protocols/rounds/failure-modes.ts";
import { SURE_OF_UNCLEAR, UNSPECIFIC_TARGET } from "../../src/protocols/rounds/lints.ts";
import {
  CHECK_FACTS,
  CHECKS,
  type ClaimRecord,
  type LeadEntry,
  type Result,
  ROLES,
  type Role,
  type Verification,
} from "../../src/protocols/rounds/records.ts";

const plain = (round: number): LeadEntry => ({
  round,
  lead: ROLES[(round - 1) % 4]!,
  is_stress: false,
  absent_agent: null,
});
const stressed = (round: number, absent: Role): LeadEntry => ({
  ...plain(round),
  lead: absent === "action" ? "critic" : "action",
  is_stress: true,
  absent_agent: absent,
});

/** So many healthy rounds: mixed results, two claims each role in turn, all but the last settled. */
function healthy(rounds: number): Evidence {
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  const claims = numbers.flatMap((round) =>
    ROLES.map((role, index): ClaimRecord => claim(round, index + 1, role)),
  );
  return {
    budget: 13,
    claims,
    verifications: numbers.flatMap((round) => checks(round, RESULTS)),
    decisions: numbers.map((round) => ({
      id: `D-${round}-1`,
      round,
      text: "x",
      cites: [{ type: "decision", id: `D-${Math.max(1, round - 1)}-1`, relation: "builds-on" }],
      made_by: "consensus",
      round_artifact_refs: [],
    })),
    leads: numbers.map(plain),
    drift: [],
    tensions: [],
    stress: [],
    artifacts: numbers.flatMap((round) =>
      ROLES.map((role) => ({ round, role, lints: [], artifact: { cites: [] } })),
    ),
    plannedStress: [],
    assessments: numbers.map((round) => ({ round, anchor: "It serves it." })),
    reading: null,
    closingRounds: [],
  };
}

function claim(round: number, number: number, role: Role): ClaimRecord {
  return {
    id: `C-${round}-${number}`,
    round,
    raised_by: role,
    text: "x",
    testable_as: "y",
    status: "pending",
  };
}

function checks(
  round: number,
  results: readonly Result[],
  changes: Partial<Verification> = {},
): Verification[] {
  return results.map((result, index) => ({
    id: `V-${round}-${index + 1}`,
    round,
    check: CHECK_FACTS[CHECKS[index]!].name as Verification["check"],
    result,
    evidence_refs: result === "NOT_APPLICABLE" ? [] : ["a#b", "c#d"],
    notes: `${result} by ${"abcdefghijklm"[round - 1]}${"wxyz"[index]}.`,
    claims_affected: [`C-${round}-${index + 1}`],
    claim_status_changes: [
      { claim_id: `C-${round}-${index + 1}`, from: "pending", to: "tested_unclear" },
    ],
    ...changes,
  }));
}

function detail(mode: FailureMode, change: Partial<Evidence>, rounds = 8): string | undefined {
  return detectFailures({ ...healthy(rounds), ...change }).find((each) => each.mode === mode)
    ?.detail;
}

const round = (number: number) => ({ round: number });
const RESULTS: readonly Result[] = ["BROKEN", "ROBUST", "UNCLEAR", "ROBUST"];

describe("detectors", () => {
  it("find nothing in healthy rounds, nor in none", () => {
    for (let rounds = 0; rounds <= 13; rounds++)
      expect(detectFailures(healthy(rounds))).toEqual([]);
  });

  it("FM-1 sees falling disagreement, a run of rounds in which all holds, and a critic without targets", () => {
    const falling = [4, 3, 3, 2, 2, 1].flatMap((count, index) =>
      checks(
        index + 1,
        CHECKS.map((check) => (check <= count ? "BROKEN" : "ROBUST")),
      ),
    );
    expect(detail("FM-1", { verifications: falling }, 6)).toMatch(/^disagreement falls by 0\.5/);
    const all = (results: readonly Result[]) => [
      ...healthy(5).verifications,
      ...[6, 7, 8].flatMap((each) => checks(each, results)),
    ];
    expect(
      detail("FM-1", { verifications: all(["ROBUST", "ROBUST", "NOT_APPLICABLE", "ROBUST"]) }),
    ).toBeDefined();
    const two = [
      ...healthy(5).verifications,
      ...checks(6, ["BROKEN", "BROKEN"]),
      ...[7, 8].flatMap((each) => checks(each, ["ROBUST", "ROBUST", "UNCLEAR"])),
    ];
    expect(detail("FM-1", { verifications: two })).toBeUndefined();
    const aimless = healthy(8).artifacts.map((each) =>
      each.role === "critic" && each.round > 6 ? { ...each, lints: [UNSPECIFIC_TARGET] } : each,
    );
    expect(detail("FM-1", { artifacts: aimless })).toBe(
      "the critic aimed at nothing recorded in rounds 7, 8",
    );
  });

  it("FM-2 sees four in five BROKEN over three rounds, attacks not reproduced, and a sure UNCLEAR", () => {
    const last = (results: readonly Result[]) => [
      ...healthy(5).verifications,
      ...[6, 7, 8].flatMap((each) => checks(each, results)),
    ];
    expect(detail("FM-2", { verifications: last(["BROKEN", "BROKEN", "BROKEN", "BROKEN"]) })).toBe(
      "12 of 12 checks in 3 rounds were BROKEN",
    );
    expect(
      detail("FM-2", { verifications: last(["BROKEN", "BROKEN", "BROKEN", "ROBUST"]) }),
    ).toBeUndefined();
    const critics = healthy(8).artifacts.map((each) =>
      each.role === "critic" ? { ...each, artifact: { cites: [], verdict: "BROKEN" } } : each,
    );
    expect(
      detail("FM-2", {
        verifications: last(["ROBUST", "BROKEN", "UNCLEAR", "ROBUST"]),
        artifacts: critics,
      }),
    ).toBe("attacks called BROKEN were not reproduced in rounds 6, 7, 8");
    const sure = healthy(8).artifacts.map((each) =>
      each.role === "critic" && each.round === 8 ? { ...each, lints: [SURE_OF_UNCLEAR] } : each,
    );
    expect(detail("FM-2", { artifacts: sure })).toContain("was sure of an UNCLEAR in rounds 8");
  });

  it("FM-3 sees a failed drift check, an anchor that is not cited, and late decisions without roots", () => {
    const drift = (verdict: "FAIL" | "PASS") => [
      { round: 5, verdict, deviation: 4, notes: "Another product." },
    ];
    expect(detail("FM-3", { drift: drift("FAIL") })).toBe(
      "the drift check of round 5 failed: Another product.",
    );
    expect(detail("FM-3", { drift: drift("PASS") })).toBeUndefined();
    const silent = healthy(8).assessments.map((each) => ({
      ...each,
      anchor: each.round > 5 ? null : "x",
    }));
    expect(detail("FM-3", { assessments: silent })).toContain("do not cite the anchor");
    const rootless = healthy(8).decisions.map((each) => ({
      ...each,
      cites: [{ type: "claim", id: "C-1-1", relation: "based-on" } as const],
    }));
    expect(detail("FM-3", { decisions: rootless })).toBe(
      "no decision of the last 3 rounds cites an earlier one",
    );
  });

  it("FM-4 sees uneven leads and one role that leads more than half", () => {
    const leads = (roles: readonly Role[]) =>
      roles.map((lead, index) => ({ ...plain(index + 1), lead }));
    expect(
      detail("FM-4", {
        leads: leads([
          "action",
          "action",
          "action",
          "action",
          "action",
          "critic",
          "action",
          "action",
        ]),
      }),
    ).toMatch(/^lead evenness is/);
    expect(
      detail("FM-4", {
        leads: leads([
          "action",
          "action",
          "action",
          "action",
          "action",
          "critic",
          "guardian",
          "observer",
        ]),
      }),
    ).toBe("action led 5 of 8 rounds");
    expect(
      detail("FM-4", {
        leads: leads([
          "action",
          "action",
          "action",
          "action",
          "observer",
          "critic",
          "guardian",
          "observer",
        ]),
      }),
    ).toBeUndefined();
  });

  it("FM-5 sees inflation with a backlog, starvation, and a role that raises nothing", () => {
    const flood = [
      ...healthy(7).claims,
      ...Array.from({ length: 40 }, (_, index) => claim(8, index + 1, "action")),
    ];
    expect(detail("FM-5", { claims: flood, verifications: healthy(2).verifications })).toMatch(
      /^inflation: 40 claims in round 8/,
    );
    expect(detail("FM-5", { claims: flood })).toBeUndefined();
    const few = healthy(8).claims.filter((each) => each.round < 8 || each.id === "C-8-1");
    expect(detail("FM-5", { claims: few })).toBe("starvation: 1 claims in round 8");
    const mute = healthy(8).claims.filter(
      (each) => each.round < 6 || each.raised_by !== "observer",
    );
    expect(detail("FM-5", { claims: mute })).toBe(
      "starvation: no claim by observer in rounds 6, 7, 8",
    );
    expect(detail("FM-5", { claims: few, closingRounds: [8] })).toBeUndefined();
  });

  it("FM-6 sees thin references, checks that change nothing, and stock phrases", () => {
    const thin = healthy(8).verifications.map((each) => ({ ...each, evidence_refs: ["a#b"] }));
    expect(detail("FM-6", { verifications: thin })).toBe("1 references a check on average");
    const idle = healthy(8).verifications.map((each) => ({ ...each, claim_status_changes: [] }));
    expect(detail("FM-6", { verifications: idle })).toBe("the last 9 checks changed no claim");
    const few = (count: number) => [1, 2].flatMap((each) => checks(each, RESULTS)).slice(0, count);
    const unchanging = (count: number) =>
      few(count).map((each) => ({ ...each, claim_status_changes: [] }));
    expect(detail("FM-6", { verifications: unchanging(5) })).toBeUndefined();
    expect(detail("FM-6", { verifications: unchanging(6) })).toBe(
      "the last 6 checks changed no claim",
    );
    const stock = healthy(8).verifications.map((each) =>
      each.result === "ROBUST" ? { ...each, notes: `All good in round ${each.round}.` } : each,
    );
    expect(detail("FM-6", { verifications: stock })).toContain("stock phrase");
    const placed = stock.map((each, index) => ({
      ...each,
      notes: `See trials.md#L${10 + index} and D-${index}-1.`,
    }));
    expect(detail("FM-6", { verifications: placed }) ?? "").not.toContain("stock phrase");
  });

  it("FM-7 sees a stress round held as another, an artifact of the absent role, and four checks that apply", () => {
    const plannedStress = [{ round: 5, absent: "critic" as const }];
    expect(detail("FM-7", { plannedStress })).toBe("round 5 was planned without the critic");
    const leads = [...healthy(4).leads, stressed(5, "critic"), ...healthy(8).leads.slice(5)];
    expect(detail("FM-7", { plannedStress, leads })).toBe(
      "the critic filed an artifact in round 5",
    );
    const artifacts = healthy(8).artifacts.filter(
      (each) => each.round !== 5 || each.role !== "critic",
    );
    expect(detail("FM-7", { plannedStress, leads, artifacts })).toBe(
      "four checks applied in stress round 5",
    );
    const verifications = healthy(8).verifications.filter((each) => each.round !== 5);
    const rightly = checks(5, ["NOT_APPLICABLE", "ROBUST", "NOT_APPLICABLE", "BROKEN"]);
    expect(
      detail("FM-7", {
        plannedStress,
        leads,
        artifacts,
        verifications: [...verifications, ...rightly],
      }),
    ).toBeUndefined();
  });

  it("FM-8 sees the budget used with three signals or fewer, a backlog that does not fall, and tensions that pile up", () => {
    const reading = (satisfied: number) => ({
      ...round(8),
      satisfied,
      verdict: "",
      signals: {} as never,
    });
    expect(detail("FM-8", { budget: 8, reading: reading(3) })).toBe(
      "the budget of 8 rounds is used, with 3 of 6 signals",
    );
    expect(detail("FM-8", { budget: 8, reading: reading(4) })).toBeUndefined();
    expect(detail("FM-8", { verifications: [] })).toContain("100 % of the claims are pending");
    const tensions = [6, 6, 7, 7, 8, 8].map((each, index) => ({
      id: `T-${each}-${index}`,
      round: each,
      source: ["action"],
      text: "x",
      status: "open" as const,
    }));
    expect(detail("FM-8", { tensions })).toBe("6 tensions of the last 3 rounds are open");
    expect(
      detail("FM-8", {
        tensions: tensions.map((each) => ({ ...each, status: "resolved" as const })),
      }),
    ).toBeUndefined();
  });

  it("FM-8 looks at the backlog in the second half of the budget alone, and takes more than 60 % for one", () => {
    const untested = (budget: number) => detail("FM-8", { budget, verifications: [] });
    expect([untested(15), untested(16)]).toEqual([
      "100 % of the claims are pending, and the share is not falling",
      undefined,
    ]);
    const claims = [1, 2, 3, 4, 5].map((number) => claim(1, number, "action"));
    const pending = (tested: number) =>
      detail("FM-8", { claims, verifications: checks(1, RESULTS.slice(0, tested)) });
    expect(pending(1)).toBe("80 % of the claims are pending, and the share is not falling");
    expect(pending(2)).toBeUndefined();
  });
});

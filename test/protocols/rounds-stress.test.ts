import { openMeeting, rounds } from "boardroom";
import { describe, expect, it } from "vitest";
import { type Ledger, ledgerOf } from "../../src/protocols/rounds/record/ledger.ts";
import {
  CHECK_FACTS,
  type CheckNumber,
  type Result,
  type Verification,
} from "../../src/protocols/rounds/record/records.ts";
import {
  expectationsFor,
  expectationsInWords,
  measureAgainst,
  stressScore,
} from "../../src/protocols/rounds/signals/stress.ts";
import { architecture, modelsWith } from "./rounds-review.ts";
import { artifacts } from "./rounds-samples.ts";

/** Three rounds, the third without the critic. */
const ledger = {
  ...ledgerOf({ facts: [] }),
  leads: [1, 2, 3].map((round) => ({
    round,
    lead: "action" as const,
    is_stress: round === 3,
    absent_agent: round === 3 ? ("critic" as const) : null,
  })),
  verifications: [
    made(1, 1, "BROKEN"),
    made(1, 2, "ROBUST", "C-1-1"),
    made(2, 1, "BROKEN", "C-1-2"),
    made(2, 2, "UNCLEAR"),
    made(2, 3, "NOT_APPLICABLE"),
    made(3, 2, "ROBUST"),
    made(3, 4, "ROBUST"),
  ],
  decisions: [
    {
      id: "D-2-1",
      round: 2,
      text: "The attack is let go.",
      cites: [{ type: "verification", id: "V-1-1", relation: "based-on" }],
      made_by: "adversary_concession",
      round_artifact_refs: [],
    },
  ],
  claims: [1, 2].map((number) => ({
    id: `C-1-${number}`,
    round: number,
    raised_by: "critic" as const,
    text: "x",
    testable_as: "y",
    status: "pending" as const,
  })),
  statuses: new Map([
    ["C-1-1", "tested_refuted"],
    ["C-1-2", "tested_confirmed"],
  ]),
  artifacts: [1, 2, 3].flatMap((round) =>
    (["action", "critic"] as const)
      .filter((role) => round < 3 || role !== "critic")
      .map((role) => ({ round, role, holder: role, artifact: artifacts()[role], lints: [] })),
  ),
} as unknown as Ledger;

function made(round: number, check: CheckNumber, result: Result, claim_id?: string): Verification {
  const changes =
    claim_id === undefined ? [] : [{ claim_id, from: "pending", to: "tested_confirmed" } as const];
  return {
    id: `V-${round}-${check}`,
    round,
    check: CHECK_FACTS[check].name as Verification["check"],
    result,
    evidence_refs: ["a#b", "c#d"],
    notes: "",
    claims_affected: [],
    claim_status_changes: changes,
  };
}

describe("a review of three candidates", async () => {
  const cues = new Map<string, string[]>();
  const meeting = openMeeting({
    protocol: rounds,
    scenario: architecture,
    seed: 17,
    createModel: modelsWith(({ instruction }, kind) => {
      cues.set(kind, [...(cues.get(kind) ?? []), instruction]);
      return null;
    }),
  });
  await meeting.run();
  const { state } = meeting;

  it("keeps the prediction of a stress round from whoever scores it", () => {
    const { predictions, stress } = ledgerOf(state);
    expect(cues.get("rounds-stress")).toHaveLength(stress.length);
    for (const instruction of cues.get("rounds-stress")!) {
      for (const { predicted, expects } of predictions) {
        expect(instruction).not.toContain(predicted);
        for (const { than } of expects!) expect(instruction).not.toContain(` than ${than}`);
      }
      expect(instruction).not.toMatch(/[Pp]redict/);
    }
  });
});

describe("the prediction of a stress round", () => {
  it("is what the figures of rounds with everybody lead one to expect, and nothing that the absence makes so", () => {
    expect(expectationsFor("critic", ledger)).toEqual([
      { measure: "broken", direction: "lower", than: 0.5 },
      { measure: "changes", direction: "lower", than: 0.5 },
    ]);
    expect(expectationsFor("action", ledger)).toEqual([
      { measure: "references", direction: "lower", than: 1 },
      { measure: "unclear", direction: "higher", than: 0.25 },
    ]);
    expect(expectationsFor("observer", ledger)).toEqual([
      { measure: "claims", direction: "lower", than: 0.5 },
      { measure: "changes", direction: "lower", than: 0.5 },
    ]);
    expect(expectationsFor("guardian", ledger).map(({ measure }) => measure)).toEqual(["unclear", "changes"]);
    expect(expectationsFor("critic", { ...ledger, leads: [] })).toEqual([]);
    expect(expectationsInWords("critic", expectationsFor("critic", ledger))).toBe(
      "Without the critic the share of the checks made that come out BROKEN is lower than 0.5, and the number of claims that change for each check made is lower than 0.5, the mean of the rounds with everybody.",
    );
  });

  it("can fail: a round that moves the other way, or not at all, does not bear it out", () => {
    const expects = expectationsFor("critic", ledger);
    expect(measureAgainst(expects, ledger, 3).map(({ found, held }) => [found, held])).toEqual([
      [0, true],
      [0, true],
    ]);
    const broken = ledger.verifications.map((each) =>
      each.round === 3 ? { ...each, result: "BROKEN" as const } : each,
    );
    expect(measureAgainst(expects, { ...ledger, verifications: broken }, 3)[0]).toEqual({
      measure: "share of the checks made that come out BROKEN",
      expected: "lower than 0.5",
      found: 1,
      held: false,
    });
    const half = ledger.verifications.map((each) =>
      each.id === "V-3-2" ? { ...each, result: "BROKEN" as const } : each,
    );
    expect(measureAgainst(expects, { ...ledger, verifications: half }, 3)[0]).toMatchObject({
      found: 0.5,
      held: false,
    });
  });

  it("scores 5 where all of it held, 4 where part did, and else what was seen, 3 at most", () => {
    const found = (...held: boolean[]) =>
      held.map((each) => ({ measure: "x", expected: "y", found: 0, held: each }));
    expect(stressScore(1, found(true, true))).toBe(5);
    expect(stressScore(1, found(true, false))).toBe(4);
    expect([1, 2, 3, 5].map((seen) => stressScore(seen, found(false, false)))).toEqual([1, 2, 3, 3]);
    expect(stressScore(2, [])).toBe(2);
  });
});

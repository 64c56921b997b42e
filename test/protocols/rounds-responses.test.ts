import { describe, expect, it } from "vitest";
import type { FailureMode } from "../../src/protocols/rounds/failure-modes.ts";
import { readLedger } from "../../src/protocols/rounds/ledger.ts";
import { type FailureSituation, RESPONSES } from "../../src/protocols/rounds/responses.ts";

const roles = { action: "ann", guardian: "guy", observer: "odo", critic: "cat" };
const facts = [
  {
    name: "deliberation.opened",
    data: { roles, anchor: "x", rounds: 13, stress: [], stressReason: null },
    path: "1",
  },
  ...[1, 2, 3, 4, 5, 6].map((round) => ({
    name: "lead.assigned",
    data: {
      round,
      lead: "action",
      is_stress: round === 3,
      absent_agent: round === 3 ? "critic" : null,
      present: ["action"],
      kind: "normal",
    },
    path: "2",
  })),
];

/** Answered after round 6 of 13; what it records is kept. */
async function answer(mode: FailureMode, changes: object = {}, detail = "it shows") {
  const recorded: { name: string; data: unknown }[] = [];
  const situation = {
    floor: {
      record: async (name: string, data: unknown) => void recorded.push({ name, data }),
      random: () => 0,
    },
    ledger: { ...readLedger({ facts }), ...changes },
    round: { number: 6 },
    options: { rounds: 13, roles, stress: [] },
    detail,
    mode,
  } as unknown as FailureSituation;
  return { ...(await RESPONSES[mode](situation)), recorded };
}

describe("the answer to a failure mode", () => {
  const broken = [1, 2, 3, 4, 5, 6].map((round) => ({
    id: `V-${round}-1`,
    round,
    result: "BROKEN",
    claim_status_changes: [],
  }));
  const citing = (count: number) =>
    broken.slice(0, count).map(({ id }, index) => ({
      id: `D-1-${index + 1}`,
      cites: [{ type: "verification", id, relation: "based-on" }],
    }));

  it("audits five BROKEN, and takes the attack from a critic of whose five fewer than two led to a decision", async () => {
    const audit = async (decisions: number, of = broken) => {
      const { recorded } = await answer("FM-2", {
        verifications: of,
        decisions: citing(decisions),
      });
      return recorded.map(({ name, data }) =>
        name === "audit.made" ? (data as { of: string[] }).of.length : name,
      );
    };
    expect(await audit(0)).toEqual([5, "roles.assigned"]);
    expect(await audit(1)).toEqual([5, "roles.assigned"]);
    expect(await audit(2)).toEqual([5]);
    expect(await audit(0, broken.slice(0, 4))).toEqual([4]);
  });

  it("audits three checks that were passed by", async () => {
    const { recorded } = await answer("FM-6", { verifications: broken });
    expect(recorded).toEqual([
      {
        name: "audit.made",
        data: {
          round: 6,
          mode: "FM-6",
          of: ["V-1-1", "V-2-1", "V-3-1"],
          finding: "3 of 3 changed no claim",
        },
      },
    ]);
  });

  it("caps claims at one a role where they pile up, and asks for one where they run out", async () => {
    expect((await answer("FM-5", {}, "inflation: 12 claims")).policy).toEqual({
      claims: { least: 0, most: 1 },
    });
    expect((await answer("FM-5", {}, "starvation: 1 claims")).policy).toEqual({
      claims: { least: 1, most: 2 },
    });
  });

  it("stresses a role in the next free round, unless it has been", async () => {
    expect((await answer("FM-4")).policy).toEqual({ stress: { round: 7, absent: "action" } });
    expect((await answer("FM-1")).policy).toEqual({ criticTightened: true });
    expect((await answer("FM-8")).policy).toBeUndefined();
  });
});

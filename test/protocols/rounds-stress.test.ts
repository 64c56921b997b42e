import { openMeeting, rounds } from "boardroom";
import { describe, expect, it } from "vitest";
import { readLedger } from "../../src/protocols/rounds/ledger.ts";
import { architecture, modelsWith } from "./rounds-review.ts";

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
    const { stress } = readLedger(state);
    expect(cues.get("rounds-stress")).toHaveLength(stress.length);
    for (const instruction of cues.get("rounds-stress")!) {
      for (const { predicted } of stress) expect(instruction).not.toContain(predicted);
      expect(instruction).not.toMatch(/[Pp]redict/);
    }
  });
});

import { foldTranscript, verdictTable } from "boardroom";
import { expect, test } from "vitest";
import { opened, resume, transcript } from "../reports/meeting.ts";

test("a meeting recorded before there were scripts is read as it was written", () => {
  const { scenario } = opened() as unknown as { readonly scenario: object };
  const evidence = [{ criterion: "ethics", ref: "resume.md#L3", strength: 0.5, claim: "she asked first" }];
  const events = transcript([opened({ scenario: { ...scenario, evidence } as never }), resume()]);
  const state = foldTranscript(events);
  expect(state.scenario.script).toBeUndefined();
  expect(verdictTable(state, { headHash: "a".repeat(64) }).read).toBeNull();
});

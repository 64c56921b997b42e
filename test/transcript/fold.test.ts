import { board, foldTranscript, openMeeting } from "boardroom";
import { exampleScenario, scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { spentBy } from "../../src/engine/transcript/call-events.ts";

const failed = {
  type: "call.failed",
  path: "1.1",
  at: "2026-03-02T09:00:00.000Z",
  speaker: "ada",
  purpose: "turn",
  asked: "lab:qwen",
  request: "",
  kind: "auth",
  message: "401",
  partial: "",
  retryInMs: null,
  latencyMs: 3,
} as const;

describe("a transcript", () => {
  it("is suspended where one branch of a group stopped it, whatever others did after", async () => {
    const auth = {
      type: "failure",
      kind: "auth",
      message: "401 bad key",
      retryable: false,
      partialText: "",
    } as const;
    const meeting = openMeeting({
      scenario: exampleScenario(),
      protocol: board,
      seed: 1,
      createModel: () => scriptedModel(Array.from({ length: 9 }, () => auth)),
    });
    expect(await meeting.run()).toMatchObject({ status: "suspended" });
    const { ending } = foldTranscript(meeting.journal.events);
    expect(ending).toEqual({ kind: "suspended", reason: "401 bad key" });
  });
});

describe("a failed call of which no usage is known", () => {
  it("cost nothing where its price is known, or nobody counts", () => {
    expect(spentBy(failed).cost).toBe(0);
    expect(spentBy({ ...failed, estimate: { input: 9, output: 9, cost: 0.1 } }).cost).toBe(0);
  });

  it("cost what nobody knows where its price is not", () => {
    expect(spentBy({ ...failed, estimate: { input: 9, output: 9, cost: null } }).cost).toBeNull();
  });
});

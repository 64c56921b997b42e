import { BoardroomError, type MeetingEvent } from "boardroom";
import { conformanceRequest, createRecordedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { hashRequest } from "../../src/models/contract/request-hash.ts";

const signal = new AbortController().signal;
const asked = conformanceRequest();
const line = {
  at: "2026-03-02T09:00:00Z",
  prev: "0".repeat(64),
  request: hashRequest(asked),
  latencyMs: 5,
};

function answered(seq: number, speaker: string, text: string): MeetingEvent {
  return {
    ...line,
    seq,
    path: `${seq}.1`,
    type: "call.answered",
    speaker,
    purpose: "turn",
    asked: "anthropic:claude-sonnet-5-5",
    answered: "claude-sonnet-5-5",
    text,
    stop: "end",
    usage: { uncached: 3, cacheRead: 2, cacheWrite: 1, output: 4, reasoning: 0 },
    cost: 0.1,
  };
}

function failed(seq: number, speaker: string): MeetingEvent {
  return {
    ...line,
    seq,
    path: `${seq}.1`,
    type: "call.failed",
    speaker,
    purpose: "turn",
    asked: "anthropic:claude-sonnet-5-5",
    kind: "overloaded",
    message: "busy",
    partial: "half",
    retryInMs: 500,
  };
}

const events: readonly MeetingEvent[] = [
  answered(1, "sarah-chen", "mine"),
  failed(2, "sarah-chen"),
  answered(3, "omar-haddad", "his"),
  answered(4, "sarah-chen", "mine again"),
];

describe("createRecordedModel", () => {
  it("gives a speaker's nth call the nth recorded reply, failures included", async () => {
    const model = createRecordedModel(events, { speaker: "sarah-chen" });
    const replies = [];
    for (let call = 0; call < 4; call++) replies.push(await model.generate(asked, { signal }));
    expect(replies).toMatchObject([
      { type: "answer", text: "mine", model: "claude-sonnet-5-5", usage: { cacheRead: 2 } },
      {
        type: "failure",
        kind: "overloaded",
        retryable: true,
        retryAfterMs: 500,
        partialText: "half",
      },
      { type: "answer", text: "mine again" },
      {
        kind: "bad-request",
        message: "The recording holds 3 calls of sarah-chen, and this is call 4.",
      },
    ]);
  });

  it("takes every call in the order of the file where no speaker is named", async () => {
    const model = createRecordedModel(events);
    expect(model.spec).toBe("anthropic:claude-sonnet-5-5");
    await model.generate(asked, { signal });
    await model.generate(asked, { signal });
    expect(await model.generate(asked, { signal })).toMatchObject({ text: "his" });
  });

  it("refuses a request that differs from the recorded one", async () => {
    const other = conformanceRequest({ instruction: "Something else." });
    const call = createRecordedModel(events).generate(other, { signal });
    await expect(call).rejects.toThrow(BoardroomError);
    await expect(call).rejects.toMatchObject({ code: "recording-mismatch" });
  });

  it("answers a differing request when loose", async () => {
    const model = createRecordedModel(events, { loose: true });
    expect(
      await model.generate(conformanceRequest({ instruction: "Else." }), { signal }),
    ).toMatchObject({
      text: "mine",
    });
  });
});

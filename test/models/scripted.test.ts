import { conformanceRequest, MODEL_CONFORMANCE, scriptedModel } from "boardroom/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../support/any-text.ts";
import { failure } from "../support/failures.ts";

const signal = new AbortController().signal;

describe("scriptedModel", () => {
  for (const { title, check } of MODEL_CONFORMANCE) {
    it(title, () => {
      const model = scriptedModel(["The publication record is strong.", "The ACL paper of 2024."]);
      return expect(check(model)).resolves.toBeUndefined();
    });
  }

  it("gives its replies in order, then a failure that says so", async () => {
    const model = scriptedModel([
      "one",
      failure("overloaded", "busy"),
      ({ instruction }) => `heard: ${instruction}`,
    ]);
    const replies = [];
    for (let call = 0; call < 4; call++)
      replies.push(await model.generate(conformanceRequest(), { signal }));
    expect(replies).toMatchObject([
      { type: "answer", text: "one", stop: "end", model: "scripted" },
      { type: "failure", kind: "overloaded", retryable: true },
      { type: "answer", text: "heard: Dr. Chen, you have the floor." },
      {
        kind: "bad-request",
        retryable: false,
        message: "The script has 3 replies, and this is call 4.",
      },
    ]);
  });

  it("turns a throwing reply function into a failure", async () => {
    const model = scriptedModel([
      () => {
        throw new Error("oh");
      },
    ]);
    expect(await model.generate(conformanceRequest(), { signal })).toMatchObject({
      kind: "bad-request",
      message: "Scripted reply 1 threw: Error: oh",
    });
  });

  it("stops streaming at an abort and keeps what had arrived", async () => {
    const controller = new AbortController();
    const model = scriptedModel(["x".repeat(100)]);
    const reply = await model.generate(conformanceRequest(), {
      signal: controller.signal,
      onText: () => controller.abort(),
    });
    expect(reply).toMatchObject({ kind: "cancelled", partialText: "x".repeat(24) });
  });

  it("never splits a character between two pieces", async () => {
    await fc.assert(
      fc.asyncProperty(anyText({ maxLength: 200 }), async (text) => {
        const pieces: string[] = [];
        await scriptedModel([text]).generate(conformanceRequest(), {
          signal,
          onText: (piece) => pieces.push(piece),
        });
        expect(pieces.join("")).toBe(text);
        // encodeURIComponent throws for half a character.
        if (isWhole(text)) expect(pieces.every(isWhole)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

function isWhole(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

import {
  conformanceRequest,
  type Fault,
  faultyModel,
  MODEL_CONFORMANCE,
  scriptedModel,
} from "boardroom/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const signal = new AbortController().signal;
const SAID = "<Message><Speaker>Ada</Speaker><Content>Strong, and well argued.</Content></Message>";
const chances = fc.stringMatching(/^[0-9a-f]{64}$/);

function always(fault: Fault) {
  return faultyModel(scriptedModel(Array(9).fill(SAID)), { rates: { [fault]: 1 } });
}

describe("faultyModel", () => {
  it.each([
    ["rate-limited", { type: "failure", kind: "rate-limited", retryAfterMs: 2_000 }],
    ["overloaded", { type: "failure", kind: "overloaded", status: 529 }],
    ["timeout", { type: "failure", kind: "timeout" }],
    ["malformed", { type: "failure", kind: "malformed" }],
    ["empty", { type: "failure", kind: "empty" }],
    ["refused", { type: "failure", kind: "refused", retryable: false }],
    ["dropped", { type: "failure", kind: "dropped", partialText: expect.stringMatching(/^<Mess/) }],
    ["cut-off", { type: "answer", stop: "length" }],
    ["garbled", { type: "answer", stop: "end" }],
  ] as const)("injects %s", async (fault, reply) => {
    const found = await always(fault).generate(conformanceRequest({ chance: "7a".repeat(32) }), { signal });
    expect(found).toMatchObject(reply);
    expect(JSON.stringify(found)).not.toContain(SAID);
  });

  for (const { title, check } of MODEL_CONFORMANCE) {
    it(`keeps the promise of any model: ${title}`, async () => {
      const model = faultyModel(scriptedModel(Array(9).fill(SAID)), { rates: 0 });
      await expect(check(model)).resolves.toBeUndefined();
    });
  }

  it("hits about as many calls as it is told, the same ones every time, and others for another seed", async () => {
    const hits = async (rate: number, seed: string) => {
      const model = faultyModel(scriptedModel(Array(600).fill(SAID)), { rates: { overloaded: rate }, seed });
      const found: number[] = [];
      for (let call = 0; call < 600; call++) {
        const chance = call.toString(16).padStart(64, "0");
        const reply = await model.generate(conformanceRequest({ chance }), { signal });
        if (reply.type === "failure") found.push(call);
      }
      return found;
    };
    const some = await hits(0.2, "a");
    expect(some.length).toBeGreaterThan(80);
    expect(some.length).toBeLessThan(160);
    expect(await hits(0.2, "a")).toEqual(some);
    expect(await hits(0.2, "b")).not.toEqual(some);
    expect(await hits(0, "a")).toEqual([]);
    expect(await hits(1, "a")).toHaveLength(600);
  });

  it("always resolves, streams no more than it answers, and obeys an abort", async () => {
    await fc.assert(
      fc.asyncProperty(chances, fc.double({ min: 0, max: 1, noNaN: true }), async (chance, rate) => {
        const model = faultyModel(scriptedModel([SAID]), { rates: rate });
        const pieces: string[] = [];
        const reply = await model.generate(conformanceRequest({ chance }), {
          signal,
          onText: (piece) => pieces.push(piece),
        });
        expect(pieces.join("")).toBe(reply.type === "answer" ? reply.text : reply.partialText);
        const aborted = await model.generate(conformanceRequest({ chance }), { signal: AbortSignal.abort() });
        expect(aborted).toMatchObject({ type: "failure", kind: "cancelled" });
      }),
      { numRuns: 200 },
    );
  });
});

import type { ModelRequest } from "boardroom";
import { conformanceRequest } from "boardroom/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ViewTurn } from "../../src/models/contract/model.ts";
import { hashRequest } from "../../src/models/contract/request-hash.ts";

type OpenTurn = { role: ViewTurn["role"]; parts: string[] };

const part = fc.string({ unit: "grapheme", maxLength: 8 });
const step = fc.oneof(
  fc.record({
    does: fc.constant("turn" as const),
    role: fc.constantFrom("user" as const, "assistant" as const),
    part,
  }),
  fc.record({ does: fc.constant("part" as const), part }),
  fc.record({ does: fc.constant("hash" as const), part }),
);

function afresh(request: ModelRequest): ModelRequest {
  return structuredClone(request) as ModelRequest;
}

describe("requestHash", () => {
  it("equals hashing from scratch however the turns grew", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), part, part, (steps, shared, individual) => {
        const turns: OpenTurn[] = [{ role: "user", parts: ["open"] }];
        for (const { does, ...rest } of steps) {
          if (does === "turn" && "role" in rest)
            turns.push({ role: rest.role, parts: [rest.part] });
          if (does === "part") turns.at(-1)!.parts.push(rest.part);
          if (does === "hash") {
            const request = conformanceRequest({
              turns,
              shared,
              individual,
              instruction: rest.part,
            });
            expect(hashRequest(request)).toBe(hashRequest(afresh(request)));
          }
        }
      }),
    );
  });

  it("differs for different turns, even where their texts join to the same", () => {
    const views: readonly (readonly ViewTurn[])[] = [
      [{ role: "user", parts: ["a", "b"] }],
      [{ role: "user", parts: ["ab"] }],
      [
        { role: "user", parts: ["a"] },
        { role: "user", parts: ["b"] },
      ],
      [
        { role: "user", parts: ["a"] },
        { role: "assistant", parts: ["b"] },
      ],
      [{ role: "user", parts: ["a", "", "b"] }],
      [{ role: "user", parts: ["ap1:b"] }],
    ];
    expect(new Set(views.map((turns) => hashRequest(conformanceRequest({ turns })))).size).toBe(
      views.length,
    );
  });

  it("differs when anything that may change the answer differs, and for nothing else", () => {
    const base = hashRequest(conformanceRequest());
    const changes: Partial<ModelRequest>[] = [
      { shared: "other" },
      { individual: "other" },
      { instruction: "other" },
      { maxOutputTokens: 7 },
      { exchange: { reply: "a", problem: "b" } },
      { json: { name: "a", schema: { type: "object" } } },
    ];
    const hashes = changes.map((change) => hashRequest(conformanceRequest(change)));
    expect(new Set([base, ...hashes]).size).toBe(changes.length + 1);
    const unseen = {
      chance: "ff",
      cacheKey: "other",
      seed: "7",
      occasion: { kind: "floor", data: { topic: "t" } },
    };
    expect(hashRequest(conformanceRequest(unseen))).toBe(base);
    expect(base).toMatch(/^[0-9a-f]{64}$/);
  });

  it("reads a view anew when it has shrunk", () => {
    const turns: OpenTurn[] = [
      { role: "user", parts: ["a", "b"] },
      { role: "assistant", parts: ["c"] },
    ];
    hashRequest(conformanceRequest({ turns }));
    turns.pop();
    turns[0]!.parts.pop();
    const request = conformanceRequest({ turns });
    expect(hashRequest(request)).toBe(hashRequest(afresh(request)));
  });
});

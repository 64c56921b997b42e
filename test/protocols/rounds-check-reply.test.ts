import { expect, it } from "vitest";
import type { Ledger } from "../../src/protocols/rounds/ledger.ts";
import { defineCheckForm } from "../../src/protocols/rounds/replies.ts";

const places = [1, 2, 3].map((number) => `state/decisions.jsonl#D-1-${number}`);

function takes(refs: readonly string[]): boolean {
  const decisions = [1, 2, 3].map((number) => ({ id: `D-1-${number}` }));
  const ledger = { decisions, claims: [], artifacts: [] } as unknown as Ledger;
  const given = { result: "ROBUST", evidence_refs: refs, notes: "It holds.", affected: [] };
  return defineCheckForm(ledger).reply.safeParse(given).success;
}

it("a check names two different places on record at least", () => {
  expect(takes(places.slice(0, 1))).toBe(false);
  expect(takes([places[0]!, places[0]!])).toBe(false);
  expect(takes([places[0]!, "state/decisions.jsonl#D-9-9"])).toBe(false);
  expect(takes(places.slice(0, 2))).toBe(true);
});

import { expect, it } from "vitest";
import type { Ledger } from "../../src/protocols/rounds/ledger.ts";
import { defineCheckForm, toShortPlace } from "../../src/protocols/rounds/replies.ts";

const places = [1, 2, 3].map((number) => `state/decisions.jsonl#D-1-${number}`);

function read(refs: readonly string[]) {
  const decisions = [1, 2, 3].map((number) => ({ id: `D-1-${number}` }));
  const ledger = { decisions, claims: [], artifacts: [] } as unknown as Ledger;
  const given = { result: "ROBUST", evidence_refs: refs, notes: "It holds.", affected: [] };
  const form = defineCheckForm(ledger, [{ check: 4, places }]);
  return form.reply.safeParse({ check4: given }).data?.check4?.evidence_refs;
}

it("a check names two different places on record at least", () => {
  expect(read(places.slice(0, 1))).toBeUndefined();
  expect(read([places[0]!, places[0]!])).toBeUndefined();
  expect(read([places[0]!, "state/decisions.jsonl#D-9-9"])).toBeUndefined();
  expect(read(places.slice(0, 2))).toEqual(places.slice(0, 2));
});

it("a check may name places in short, and a place that is not on record is left out", () => {
  expect(read(["D-1-1", "D-1-2", "R9-critic-attack"])).toEqual(places.slice(0, 2));
  expect(toShortPlace("artifacts/round_03/action.md#happy_path")).toBe("R3-action-happy_path");
});

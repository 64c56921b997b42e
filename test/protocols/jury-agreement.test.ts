import { expect, it } from "vitest";
import { type Resolving, resolveItems } from "../../src/protocols/jury/consensus.ts";

/** Whether so many who agree settle an item, of so many sheets; the others disagree or leave it out. */
function isSettled(
  agreement: Resolving["agreement"],
  agree: number,
  sheets: number,
  leaveOut = 0,
): boolean {
  const choiceOf = (index: number) =>
    index < agree ? ["agree"] : index < sheets - leaveOut ? ["disagree"] : [];
  const { agreements } = resolveItems({
    items: [{ id: "t1", title: "Go on", topic: "t1" }],
    proposals: {},
    sheets: Array.from({ length: sheets }, (_, index) => ({
      member: `m${index}`,
      choices: choiceOf(index).map((choice) => ({ item: "t1", choice, reason: "so" })),
    })),
    choices: ["agree", "disagree"],
    accepting: ["agree"],
    agreement,
  });
  return agreements.length === 1;
}

it.each([
  ["majority", 2, 3, true],
  ["majority", 2, 4, false],
  ["majority", 3, 4, true],
  ["supermajority", 2, 3, true],
  ["supermajority", 3, 5, false],
  ["supermajority", 4, 6, true],
  ["supermajority", 6, 10, false],
  ["unanimity", 3, 3, true],
  ["unanimity", 2, 3, false],
] as const)("by %s, %i sheets of %i settle an item: %s", (agreement, agree, sheets, settled) =>
  expect(isSettled(agreement, agree, sheets)).toBe(settled),
);

it("a sheet that leaves an item out counts among those of which a share is asked", () => {
  expect(isSettled("majority", 2, 4, 2)).toBe(false);
  expect(isSettled("supermajority", 2, 4, 2)).toBe(false);
  expect(isSettled("unanimity", 2, 3, 1)).toBe(false);
});

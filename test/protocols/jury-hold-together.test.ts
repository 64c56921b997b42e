import { expect, it } from "vitest";
import { resolve } from "../../src/protocols/jury/resolve.ts";

type Said = readonly [choice: string, detail?: string];

/** What three members settle who all say the same to each item. */
function settled(said: Readonly<Record<string, Said>>, proposals: Readonly<Record<string, string>> = {}) {
  const items = Object.keys(said).map((id) => ({ id, title: proposals[id] ?? id, topic: "t1" }));
  const choices = ["keep", "rename", "merge", "drop"];
  const sheets = ["ada", "ben", "cleo"].map((member) => ({
    member,
    choices: Object.entries(said).map(([item, [choice, detail]]) => ({ item, choice, detail, reason: "so" })),
  }));
  return resolve({ items, proposals, sheets, choices, accepting: choices, agreement: "majority" });
}

it("a merge into an item that is kept or renamed stands", () => {
  const { unresolved } = settled({
    o1: ["merge", "o2"],
    o2: ["keep"],
    o3: ["merge", "into o4"],
    o4: ["rename", "x"],
  });
  expect(unresolved).toEqual([]);
});

it("a merge into an item that is dropped is open, with everybody's position and the reason, whoever voted for it", () => {
  const { agreements, unresolved } = settled({ o9: ["merge", "o10"], o10: ["drop"] });
  expect(agreements.map(({ item }) => item)).toEqual(["o10"]);
  expect(unresolved).toMatchObject([
    {
      item: "o9",
      choice: null,
      votes: { merge: 3 },
      why: "merge is settled with o10, for which drop is",
      positions: [{ member: "ada" }, { member: "ben" }, { member: "cleo" }],
    },
  ]);
});

it.each([[undefined], ["o77"], ["o1"]])("a merge into %s, which is no other item, is open", (detail) => {
  const said: Said = detail === undefined ? ["merge"] : ["merge", detail];
  expect(settled({ o1: said, o2: ["keep"] }).unresolved).toMatchObject([{ item: "o1", votes: { merge: 3 } }]);
});

it("two items that are each merged into the other are both open", () => {
  expect(settled({ o1: ["merge", "o2"], o2: ["merge", "o1"] }).agreements).toEqual([]);
});

it("a sentence that is kept beside its own denial is open, and so is the denial", () => {
  const proposals = { o1: "The cache is cleared.", o2: "The cache is not cleared.", o3: "The cache is large." };
  const kept = settled({ o1: ["keep"], o2: ["keep"], o3: ["keep"] }, proposals);
  expect(kept.agreements.map(({ item }) => item)).toEqual(["o3"]);
  expect(kept.unresolved[0]!.why).toBe("keep is settled for o2 too, which says the opposite");
  expect(settled({ o1: ["keep"], o2: ["drop"] }, proposals).unresolved).toEqual([]);
});

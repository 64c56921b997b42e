import fc from "fast-check";
import { expect, test } from "vitest";
import { findNearest, suggestNames } from "../../../src/scenario/files/nearest.ts";

const KNOWN = ["sarah-chen", "emily-watson", "members", "model"];

test("a slip of the fingers finds the name that was meant", () => {
  for (const slip of [
    "sara-chen",
    "sarah_chen",
    "Sarah Chen",
    "sarha-chen",
    "sarah-chn",
    "sarahchen",
  ]) {
    expect([slip, findNearest(slip, KNOWN)]).toEqual([slip, "sarah-chen"]);
  }
  expect(findNearest("memebers", KNOWN)).toBe("members");
});

test("what resembles nothing gets no guess", () => {
  for (const far of ["x", "quarterly-report", "", "chen"])
    expect([far, findNearest(far, KNOWN)]).toEqual([far, undefined]);
  expect(suggestNames("quarterly", KNOWN)).toBe(
    "Allowed: sarah-chen, emily-watson, members, model.",
  );
  expect(suggestNames("x", [], "Scenarios")).toBe("Scenarios: none.");
});

test("one letter added, dropped, changed or swapped is always forgiven in names of three letters or more", () => {
  const name = fc.stringMatching(/^[a-z]{3,20}$/);
  fc.assert(
    fc.property(
      name,
      fc.nat(),
      fc.constantFrom("add", "drop", "change", "swap"),
      (meant, position, slip) => {
        const at = position % (meant.length - 1);
        const letters = [...meant];
        if (slip === "add") letters.splice(at, 0, "q");
        if (slip === "drop") letters.splice(at, 1);
        if (slip === "change") letters[at] = "q";
        if (slip === "swap") letters.splice(at, 2, letters[at + 1]!, letters[at]!);
        expect(findNearest(letters.join(""), [meant])).toBe(meant);
      },
    ),
  );
});

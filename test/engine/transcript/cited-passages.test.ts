import { expect, it } from "vitest";
import {
  dropRepeatedPassages,
  selectNewPassages,
} from "../../../src/engine/transcript/citations.ts";
import type { CheckedCitation } from "../../../src/engine/transcript/events.ts";

const cited = {
  ref: "memo.md#L3",
  quote: "Revenue rose to 2.4 million in 2025",
  found: "exact",
} as const;
const quoted = {
  ref: null,
  quote: "Revenue rose to 2.4 million in 2025.",
  found: "exact",
} as const;
const other = { ref: null, quote: "margins fell in every quarter of it", found: "exact" } as const;

/** Passages of one member that says these one after another. */
function passagesOf(...said: readonly CheckedCitation[]) {
  const known: CheckedCitation[] = [];
  for (const each of said) known.push(...selectNewPassages(known, { citations: [each] }));
  return dropRepeatedPassages(known);
}

it("counts a passage once that is cited by its place and quoted, whole or in part, in any order", () => {
  const part = { ...quoted, quote: "rose to 2.4 million in 2025," };
  expect(passagesOf(cited, quoted, part, other)).toEqual([cited, other]);
  expect(passagesOf(other, part, quoted, cited)).toEqual([other, cited]);
});

it("counts once what is said in the message and again in its grounds", () => {
  expect(passagesOf(other, other, quoted)).toEqual([other, quoted]);
});

it("counts once what is found nowhere, though it is cited by a place and quoted", () => {
  const made = {
    ref: "memo.md#L9",
    quote: "the founders have left the company",
    found: "absent",
  } as const;
  const again = { ...made, ref: null };
  expect(passagesOf(made, again)).toEqual([made]);
  expect(passagesOf(again, made)).toEqual([made]);
});

import { expect, it } from "vitest";
import { citedPassages } from "../../src/transcript/cited-passages.ts";

const cited = { ref: "memo.md#L3", quote: "Revenue rose to 2.4 million in 2025", found: "exact" } as const;
const quoted = { ref: null, quote: "Revenue rose to 2.4 million in 2025.", found: "exact" } as const;
const other = { ref: null, quote: "margins fell in every quarter of it", found: "exact" } as const;

it("counts a passage once that is cited by its place and quoted, whole or in part", () => {
  const part = { ...quoted, quote: "rose to 2.4 million in 2025," };
  expect(citedPassages({ citations: [cited, quoted, part, other] })).toEqual([cited, other]);
});

it("counts once what is said in the message and again in its grounds", () => {
  expect(citedPassages({ citations: [other], quotations: [other, quoted] })).toEqual([other, quoted]);
});

it("keeps what is found nowhere, though a citation that is not found has the same words", () => {
  const made = { ref: "memo.md#L9", quote: "the founders have left the company", found: "absent" } as const;
  const again = { ...made, ref: null };
  expect(citedPassages({ citations: [made, again] })).toEqual([made, again]);
});

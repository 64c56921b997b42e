import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beginningOf, MOST_TOKENS, pagedView, sizeOf, textPages } from "../../src/agents/mcp/pages.ts";
import { SEED } from "../support/seed.ts";

const seeded = SEED === null ? {} : { seed: Number(SEED) };

const promptOf = (parts: readonly string[]) => ({
  shared: "The rules.",
  individual: "You are somebody.",
  turns: [{ role: "user" as const, parts }],
  instruction: "Now speak.",
});

/** Everything that a seat is given by asking on until no more follows, put together again, and how large each answer was. */
function readOn(parts: readonly string[], beside: readonly unknown[]) {
  const sizes: number[] = [];
  let text = "";
  for (let cursor: string | undefined; ; ) {
    const page = pagedView(promptOf(parts), cursor, beside);
    text += page.blocks.map((block) => block.text).join("");
    sizes.push(page.blocks.reduce((sum, block) => sum + sizeOf(block.text), 0));
    if (!page.more) return { text, sizes };
    expect(page.next).not.toBe(cursor);
    cursor = page.next;
  }
}

const longText = fc
  .array(
    fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom("\n", "ß", "評議会", "🪑", "word ".repeat(3_000))),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

describe("what a seat is given in parts", () => {
  it("is the whole view, each part within its bound, whatever was said", () => {
    fc.assert(
      fc.property(fc.array(longText, { maxLength: 6 }), fc.nat(MOST_TOKENS), (parts, instruction) => {
        const { text, sizes } = readOn(parts, ["x".repeat(instruction)]);
        expect(text).toBe(["The rules.", "You are somebody.", ...parts].join(""));
        for (const size of sizes) expect(size).toBeLessThanOrEqual(MOST_TOKENS);
      }),
      { ...seeded, numRuns: 60 },
    );
  });

  it("goes on where the parts before fill the room to its last token", () => {
    // Beside the longest instruction there is room for 1,000 tokens; of these beginnings one or the other leaves none.
    const instruction = "c".repeat(50_000);
    const blocks = Array.from({ length: 200 }, (_, at) => `What was said as number ${at} of a long talk.`);
    for (let length = 0; length < 80; length++) {
      const parts = ["y".repeat(length), ...blocks];
      expect(readOn(parts, [instruction]).text).toBe(["The rules.", "You are somebody.", ...parts].join(""));
    }
  });
});

describe("pages of a text", () => {
  it("come to the text again, each within its bound", () => {
    fc.assert(
      fc.property(longText, fc.integer({ min: 4, max: 500 }), (text, most) => {
        const pages = textPages(text, most);
        expect(pages.join("")).toBe(text);
        for (const page of pages) expect(sizeOf(page)).toBeLessThanOrEqual(most);
      }),
      { ...seeded, numRuns: 60 },
    );
  });

  it("end with a line where one is near, and never between the halves of a character", () => {
    expect(beginningOf(`${"a".repeat(90)}\n${"b".repeat(90)}`, 40)).toBe(`${"a".repeat(90)}\n`);
    expect(textPages("🪑".repeat(50), 4).every((page) => !/[\ud800-\udbff]$/.test(page))).toBe(true);
  });

  it("take a character that is larger than the bound all the same", () => {
    expect(textPages("🪑x", 0)).toEqual(["🪑", "x"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { phrasesIn } from "../../src/text/phrases.ts";

/** Few letters, so that phrases share beginnings, overlap and stand within each other. */
const words = fc.string({ unit: fc.constantFrom("a", "b", "ß", "語"), maxLength: 30 });

describe("phrases found in one pass", () => {
  it("are those that the text contains, whatever stands around them", () => {
    fc.assert(
      fc.property(fc.array(words), words, words, (others, before, after) => {
        const inside = `${before}abab${before}`;
        const phrases = [...others, inside, before, after];
        const text = `${others[0] ?? ""}${inside}${after}`;
        expect(phrasesIn(phrases)(text)).toEqual(new Set(phrases.filter((phrase) => text.includes(phrase))));
      }),
    );
  });

  it("include one that is the whole text or its end, and none of a text that is empty", () => {
    const find = phrasesIn(["twelve chars", "chars at the end"]);
    expect([...find("twelve chars")]).toEqual(["twelve chars"]);
    expect([...find("twelve chars at the end")]).toEqual(["twelve chars", "chars at the end"]);
    expect([...find("")]).toEqual([]);
  });
});

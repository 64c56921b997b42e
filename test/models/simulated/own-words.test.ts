import { describe, expect, it } from "vitest";
import { bestOf } from "../../../src/models/simulated/answers/best.ts";
import { ownWords, phrasing } from "../../../src/models/simulated/answers/own-words.ts";
import type { Slots } from "../../../src/models/simulated/tongue.ts";
import { listed } from "../../../src/text/plain.ts";

/** Says the first sentence whose slots are all there. */
function sayFirst(list: string | readonly string[], slots: Slots): string {
  const suits = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].every(([, slot]) => slots[slot!] !== undefined);
  const sentence = typeof list === "string" ? undefined : list.find(suits);
  return sentence?.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]!) ?? "";
}

const WORDS = {
  hello: ["Hello, {who}"],
  helloPlain: ["Hello"],
  "sheet.why": ["Because {t}"],
  "sheet.whyPlain": ["Because"],
  "sheet.when": ["On {day}"],
};

describe("the words of a protocol", () => {
  const { say, fill } = phrasing(WORDS, { say: sayFirst }, { day: "Monday" });

  it("fall back on the plain kind where a slot is missing, and on nothing where there is none", () => {
    expect(say("hello", { who: "Ada" })).toBe("Hello, Ada");
    expect(say("hello")).toBe("Hello");
    expect(say("goodbye")).toBe("");
  });

  it("fill every field of a sheet once, with what all sentences have in common", () => {
    expect(fill("sheet", { t: "so" })).toEqual({ why: "Because so", when: "On Monday" });
    expect(fill("sheet")).toEqual({ why: "Because", when: "On Monday" });
  });

  it("are read from the files of rounds, juries, panels and answers", () => {
    for (const file of ["rounds", "jury", "chamber", "answers"])
      for (const [move, list] of Object.entries(ownWords(file))) {
        expect(list.length, `${file} ${move}`).toBeGreaterThan(0);
        for (const sentence of list) expect(sentence, `${file} ${move}`).not.toMatch(/\{\}|\{[^}]*\s|\s\s/);
      }
  });
});

it("the best of a list is the first of most worth, and none where nothing is worth anything", () => {
  const worth = (word: string) => word.length - 3;
  expect(bestOf(["red", "blue", "gold"], worth)).toBe("blue");
  expect(bestOf(["red", "is"], worth)).toBeUndefined();
  expect(bestOf([], worth)).toBeUndefined();
});

it("names are listed as in a sentence", () => {
  expect([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
});

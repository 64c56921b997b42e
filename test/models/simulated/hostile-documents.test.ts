import { expect, it } from "vitest";
import { kindOf } from "../../../src/models/simulated/reading/kind.ts";
import { passagesOf } from "../../../src/models/simulated/reading/passages.ts";
import { plainToneOf } from "../../../src/models/simulated/reading/plain-tone.ts";
import { toneOf } from "../../../src/models/simulated/reading/tone.ts";

const HEADS = [
  "errors",
  "Fall rates",
  "The number of errors",
  "competitors",
  "customers",
  "without",
  "Reduced",
];
const AGAIN = [
  ...["1.", "1,", "a ", "ly ", "of ", "the ", ".", "… ", "one ", "a b-", "not ", "was ", "and ", ", ", "very "],
  ...["two-three ", "rates ", "by ", "-", "large larger ", "reduced ", "errors ", "fell ", "rivals ", "if "],
  ...["after the previous ", "claims were ", "below the ", "under our ", "12 % ", "3.4 ", '"'],
];
const TAILS = ["!", " x!", " fell", "", " of customers rose from 3 to 4"];

/** One that reads in time that doubles with each word would never come to an end here. */
it("a sentence is read whatever is repeated in it", () => {
  for (const head of HEADS)
    for (const again of AGAIN)
      for (const tail of TAILS) {
        const text = `${head} ${again.repeat(Math.ceil(1_200 / again.length))}${tail}`;
        const tone = toneOf(text, true);
        expect(Math.abs(tone)).toBeLessThanOrEqual(1);
        expect(Math.abs(plainToneOf(text))).toBeLessThanOrEqual(1);
        expect(kindOf(text, tone)).toMatch(/^[a-z]+$/);
      }
});

it("what runs on without an end is no passage, and a long page of sentences is read to its end", () => {
  const read = (text: string) =>
    passagesOf({ name: "x.md", title: "X", subject: true, lines: [text] } as never).map((each) => each.text);
  expect(read("errors 1.".repeat(30_000))).toEqual([]);
  expect(read("Errors fell to 3 in 2024, says Dr. Ash. ".repeat(10_000))).toHaveLength(10_000);
});

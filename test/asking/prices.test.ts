import { expect, it } from "vitest";
import { parse } from "yaml";
import { casebookByChoice } from "../../src/asking/by-choice.ts";
import { commonOf } from "../../src/asking/frame.ts";
import { makeDocument } from "../../src/scenario/documents/document-text.ts";

const CHOICES = ["Acorn", "Borealis", "Corvid"].map((name) => ({ name, id: name.toUpperCase() }));

/** What the prices of offers show of each choice. */
function shown(text: string): Record<string, number> {
  const document = makeDocument({ name: "offers.md", title: "Offers", subject: true, text });
  const yaml = casebookByChoice([document], commonOf(["cost", "security"]), CHOICES);
  const points: { candidate: string; says: string; bears: { cost?: number } }[] = yaml
    ? parse(yaml).points
    : [];
  return Object.fromEntries(points.map(({ candidate, bears }) => [candidate, bears.cost ?? 0]));
}

it("lets the lowest of several prices speak for its choice, and the highest against", () => {
  expect(
    shown("Acorn: EUR 11,400 a year.\n\nBorealis: EUR 9,900 a year.\n\nCorvid: EUR 15,900 a year."),
  ).toEqual({
    ACORN: 0.25,
    BOREALIS: 0.5,
    CORVID: -0.5,
  });
});

it("compares neither currencies nor periods with each other, nor a fee with a price", () => {
  expect(shown("Acorn: EUR 12,400 a year.\n\nBorealis: USD 9,900 a year.")).toEqual({});
  expect(shown("Acorn: EUR 1,200 a month.\n\nBorealis: EUR 9,900 a year.")).toEqual({});
  expect(shown("Acorn: set-up EUR 1,200.\n\nBorealis: training EUR 900.")).toEqual({});
  expect(
    shown(
      "The offer of Acorn is EUR 40 per user and month.\n\nThe offer of Borealis is EUR 52 per user per month.",
    ),
  ).toEqual({
    ACORN: 0.5,
    BOREALIS: -0.5,
  });
});

it("compares no choice that names two prices of a kind, and none by a price that is as good as equal", () => {
  expect(shown("Acorn: EUR 12,400 or EUR 13,000 a year.\n\nBorealis: EUR 9,900 a year.")).toEqual({});
  expect(shown("Acorn: EUR 9,950 a year.\n\nBorealis: EUR 9,900 a year.")).toEqual({});
});

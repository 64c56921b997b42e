import type { Json } from "boardroom";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type FieldSchema,
  type FormField,
  toFormFields,
} from "../../../src/engine/form/field-kind.ts";
import {
  checkAnswer,
  enterText,
  listFormParts,
  moveBy,
  openForm,
  type Written,
} from "../../../src/engine/form/form.ts";
import { listFormLines } from "../../../src/screens/tui/answer-lines.ts";
import { measureLine, readLine } from "../../../src/screens/tui/lines.ts";

const schemaOf = (type: z.ZodType) =>
  toFormFields(z.toJSONSchema(type, { io: "input" }) as FieldSchema);
const ranked = schemaOf(
  z.object({
    reasoning: z.string().trim().min(1),
    ranking: z
      .array(z.enum(["YES", "MAYBE", "NO", "NONE"]))
      .min(1)
      .max(3),
    wouldChange: z.string().nullish(),
    confidence: z.number().nullish(),
    movedBy: z.object({ message: z.string().trim(), passage: z.string().trim() }).nullish(),
  }),
);
const judge = schemaOf(
  z.object({
    analysis: z.string().trim().min(1),
    findings: z
      .array(z.object({ ref: z.string().describe("memo.md#L3"), says: z.string() }))
      .max(20),
    grades: z.object({ depth: z.int().min(1).max(5), care: z.int().min(1).max(5) }),
    verdict: z.enum(["YES", "MAYBE", "NO"]),
    settled: z.boolean(),
    notes: z.array(z.string()),
    confidence: z.union([z.number(), z.string()]).nullish(),
  }),
);

function fill(
  schema: readonly FormField[],
  ...texts: readonly string[]
): Written | { answer: Json } {
  let written = openForm(schema);
  for (const text of texts) {
    const next = enterText({ ...written, text });
    if ("answer" in next) return next;
    written = next;
  }
  return written;
}

function screen(written: Written, width = 60, height = 20): readonly string[] {
  return listFormLines(written, width, height).map((line) => readLine(line).trimEnd());
}

describe("a form", () => {
  it("asks for a list of choices field by field, and sends what fits", () => {
    const open = openForm(ranked);
    expect(screen(open)).toEqual([
      " ▸ reasoning",
      "   text",
      " > ▌",
      "   ranking  any of 1 YES, 2 MAYBE, 3 NO, 4 NONE (no verdict)",
      "   wouldChange  text, may be left empty",
      "   confidence  number, may be left empty",
      "   movedBy.message  text, may be left empty",
      "   movedBy.passage  text, may be left empty",
      "   send",
    ]);
    expect(fill(ranked, "It pays.", "3, maybe, YES", "", "0.7", "", "", "")).toEqual({
      answer: { reasoning: "It pays.", ranking: ["NO", "MAYBE", "YES"], confidence: 0.7 },
    });
  });

  it.each([
    ["", "needs to be filled in"],
    ["YES, YES, NO, NO", "at most 3"],
    ["YES, PERHAPS", '"PERHAPS" is none of them'],
  ])("says of the list %j, at the field: %s", (text, problem) => {
    const written = fill(ranked, "It pays.", text) as Written;
    expect(written.form.at).toBe(1);
    expect(screen(written).slice(1, 6)).toEqual([
      " ▸ ranking",
      "   any of 1 YES, 2 MAYBE, 3 NO, 4 NONE (no verdict)",
      ` > ${text}▌`,
      ` ! ${problem}`,
      "   wouldChange  text, may be left empty",
    ]);
  });

  it("asks for entries until there are no more, for grades one by one, for numbers within their range", () => {
    const labels = listFormParts(openForm(judge).form).map(({ label }) => label);
    expect(labels).toEqual([
      ...[
        "analysis",
        "findings: any?",
        "grades.depth",
        "grades.care",
        "verdict",
        "settled",
        "notes",
      ],
      "confidence",
    ]);
    const entries = ["yes", "memo.md#L3", "It pays.", "y", "memo.md#L4", "Two left.", "no"];
    expect(
      fill(judge, "Sound.", ...entries, "4", "5", "maybe", "n", "one; two, or so", "high", ""),
    ).toEqual({
      answer: {
        analysis: "Sound.",
        findings: [
          { ref: "memo.md#L3", says: "It pays." },
          { ref: "memo.md#L4", says: "Two left." },
        ],
        grades: { depth: 4, care: 5 },
        verdict: "MAYBE",
        settled: false,
        notes: ["one", "two, or so"],
        confidence: "high",
      },
    });
    const wrong = fill(judge, "Sound.", "no", "6") as Written;
    expect(screen(wrong)).toContain(" ! not a whole number from 1 to 5");
  });

  it("sends empty lists where nothing was entered, and leaves out what may be left out", () => {
    expect(fill(judge, "Sound.", "", "1", "1", "1", "yes", "", "", "")).toEqual({
      answer: {
        analysis: "Sound.",
        findings: [],
        grades: { depth: 1, care: 1 },
        verdict: "YES",
        settled: true,
        notes: [],
      },
    });
  });

  it("goes back to a field with what stands there, and to the first one that is wrong in place of sending", () => {
    const back = moveBy(moveBy({ ...openForm(ranked), text: "It pays." }, 1), -1);
    expect(back).toMatchObject({ text: "It pays.", form: { at: 0 } });
    const atSend = moveBy(back, 9);
    const refused = enterText(atSend) as Written;
    expect(refused.form.at).toBe(1);
    expect(screen(refused)).toContain(" ! needs to be filled in");
  });

  it("reports by field what is wrong in a whole answer", () => {
    const wrong = checkAnswer(judge, {
      analysis: "x",
      findings: [{ ref: "a" }],
      grades: { depth: 9 },
    });
    expect("problems" in wrong && [...wrong.problems]).toEqual([
      ["findings.1.says", "needs to be filled in"],
      ["grades.depth", "not a whole number from 1 to 5"],
      ["grades.care", "needs to be filled in"],
      ["verdict", "needs to be filled in"],
      ["settled", "needs to be filled in"],
    ]);
  });

  const items = [
    "The build takes 40 minutes.",
    "The build takes 22 minutes since it was split.",
    "Nobody deploys on Friday.",
  ];
  const sheet = toFormFields(
    z.toJSONSchema(
      z.object({
        choices: z.array(
          z.object({
            item: z.string(),
            choice: z.enum(["keep", "drop"]),
            detail: z.string().nullish(),
            reason: z.string(),
          }),
        ),
        verdict: z.enum(["YES", "NO"]),
      }),
      { io: "input" },
    ) as FieldSchema,
    {
      rows: {
        choices: { key: "item", of: items.map((label, at) => ({ value: `o${at + 1}`, label })) },
      },
      labels: { "choices.choice": "your choice", "choices.reason": "why", verdict: "your verdict" },
    },
  );

  it("has a row for each item, with the whole words of the one that is decided", () => {
    const written = fill(sheet, "keep", "", "As the log says.") as Written;
    expect(screen(written, 64)).toEqual([
      " ✓ keep · As the log says.  1 The build takes 40 minutes.",
      " 2 of 3: The build takes 22 minutes since it was split.",
      " ▸ your choice",
      "   one of 1 keep, 2 drop",
      " > ▌",
      "   detail  text, may be left empty",
      "   why  text",
      "   3 Nobody deploys on Friday.",
      "   your verdict  one of 1 YES, 2 NO",
      "   send",
    ]);
  });

  it("leaves out a row in which nothing is written, and asks for what a begun row needs", () => {
    const begun = fill(sheet, "keep", "", "As the log says.", "", "drop", "", "") as Written;
    expect(begun.form.problems.get("3 o3: why")).toBe("needs to be filled in");
    expect(fill(sheet, "keep", "", "As the log says.", "", "", "1", "")).toEqual({
      answer: {
        choices: [{ item: "o1", choice: "keep", reason: "As the log says." }],
        verdict: "YES",
      },
    });
  });

  it("has again what was given, row by row", () => {
    const typed = {
      choices: [{ item: "o3", choice: "drop", reason: "They do." }],
      verdict: "MAYBE",
    };
    const written = openForm(sheet, typed);
    expect(screen(written, 64)).toContain(" ✓ drop · They do.  3 Nobody deploys on Friday.");
    expect(screen(written, 64).join("\n")).toContain("MAYBE");
  });

  it("scrolls through as many items as there are, the open one in sight", () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      value: `i${at}`,
      label: `Item number ${at} in its own words.`,
    }));
    const rows = toFormFields(
      z.toJSONSchema(
        z.object({ all: z.array(z.object({ id: z.string(), choice: z.enum(["a", "b"]) })) }),
        {
          io: "input",
        },
      ) as FieldSchema,
      { rows: { all: { key: "id", of: many } } },
    );
    let written = openForm(rows);
    for (let at = 0; at < 40; at++) {
      const lines = screen(written, 60, 9);
      expect(lines.length).toBeLessThanOrEqual(9);
      expect(lines.join("\n")).toContain(`${at + 1} of 40: Item number ${at} in its own words.`);
      expect(lines.join("\n")).toContain("▸ choice");
      written = enterText({ ...written, text: "a" }) as Written;
    }
  });

  it("keeps the open field in sight, and every row within the width, however small", () => {
    let written = openForm(judge);
    for (let at = 0; at <= listFormParts(written.form).length; at++) {
      const lines = listFormLines(written, 30, 5);
      expect(lines.length).toBeLessThanOrEqual(5);
      expect(Math.max(...lines.map(measureLine))).toBeLessThanOrEqual(30);
      expect(lines.map(readLine).join("\n")).toContain("▸");
      written = moveBy(written, 1);
    }
  });
});

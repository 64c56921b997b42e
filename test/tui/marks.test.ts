import { exampleScenario } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { badgesOf, marksOf } from "../../src/screens/tui/state/marks.ts";

const candidates = ["BUILD_LEDGER", "BUILD_CENTRAL", "BUILD_CELLS", "BUILD_NONE"].map((id) => ({
  id,
  side: "for" as const,
}));
const counting = (more: object) => ({ ...exampleScenario().decision, ...more });

describe("how options are told", () => {
  it("by side where sides are counted", () => {
    const verdicts = [
      { id: "HIRE", side: "for" as const },
      { id: "WAIT", side: "neutral" as const },
      { id: "NO_HIRE", side: "against" as const },
    ];
    const marks = marksOf({ verdicts, decision: counting({}) });
    expect([...marks.values()].map(({ letter, role }) => `${letter} ${role}`)).toEqual([
      "F for",
      "N neutral",
      "A against",
    ]);
  });

  it.each([{ by: "option" }, { rule: "borda" }])(
    "by letters and colours of their own where %o counts options, none of them for's or against's",
    (decision) => {
      const marks = [...marksOf({ verdicts: candidates, decision: counting(decision) }).values()];
      expect(marks.map(({ letter }) => letter)).toEqual(["L", "C", "E", "N"]);
      expect(new Set(marks.map(({ role }) => role)).size).toBe(4);
      for (const { role, chip } of marks) expect(`${role} ${chip}`).toMatch(/^hue-\d chip-\d$/);
    },
  );

  it("by a letter each, however alike their names are", () => {
    const verdicts = ["A", "AA", "AAA"].map((id) => ({ id, side: "for" as const }));
    const marks = marksOf({ verdicts, decision: counting({ by: "option" }) });
    expect(new Set([...marks.values()].map(({ letter }) => letter)).size).toBe(3);
  });
});

describe("how members are told", () => {
  it("by initials without titles, and a colour each", () => {
    const badges = badgesOf(["Dr. Sarah Chen", "Prof. Michael Rodriguez", "Kirsten Aaby"]);
    expect(badges.map(({ text }) => text)).toEqual(["SC", "MR", "KA"]);
    expect(new Set(badges.map(({ role }) => role)).size).toBe(3);
  });

  it("by other letters where initials are the same", () => {
    const texts = badgesOf(["Sarah Chen", "Sam Cole", "Sue Clark", "Sid Cho"]).map(({ text }) => text);
    expect(new Set(texts).size).toBe(4);
    for (const text of texts) expect(text).toMatch(/^[A-Z][A-Z0-9]$/);
  });

  it("in two columns, whatever the script", () =>
    expect(badgesOf(["王小明", "Ödön Ács", "X"]).map(({ text }) => text)).toEqual(["王", "ÖÁ", "X "]));
});

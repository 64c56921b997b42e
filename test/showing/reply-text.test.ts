import { describe, expect, it } from "vitest";
import { formatContent } from "../../src/showing/message-parts.ts";

describe("a reply in JSON", () => {
  it("is read as an outline, with empty values left out", () => {
    const reply = {
      verdict: "FAIL",
      selfAssessment: 4,
      condition: null,
      cites: ["D-1-1", "memo.md#L3"],
      claims: [],
      persona: { name: "Ruth", role: "manager" },
      traces: [{ kind: "edge", steps: [{ does: "Stops", delta: "a=1" }] }],
    };
    expect(formatContent({ content: "{...}", reply })).toBe(
      [
        "verdict: FAIL",
        "self assessment: 4",
        "cites: D-1-1, memo.md#L3",
        "persona: name: Ruth; role: manager",
        "traces:",
        "- kind: edge",
        "steps:",
        "- does: Stops; delta: a=1",
      ].join("\n"),
    );
  });

  it("is the content where it is no tree, and where there is none", () => {
    expect(formatContent({ content: "Words.", reply: 3 })).toBe("Words.");
    expect(formatContent({ content: "Words." })).toBe("Words.");
  });
});

import { expect, test } from "vitest";
import { plainPalette } from "../../src/reports/palette.ts";
import { createPlainView } from "../../src/reports/plain-view.ts";
import type { Draft } from "../../src/transcript/events.ts";
import { draft, opened, smallMeeting, spoken } from "./meeting.ts";

const style = { width: 80, palette: plainPalette };

function print(events: readonly Draft[], explain = false): string {
  const view = createPlainView({ ...style, explain });
  return events.flatMap((event) => view.next(event)).join("\n");
}

test("a meeting as it is read", async () => {
  await expect(print(smallMeeting())).toMatchFileSnapshot("golden/plain.txt");
});

test("explaining adds each choice with all weights and the draw", async () => {
  await expect(print(smallMeeting(), true)).toMatchFileSnapshot("golden/explained.txt");
});

test("a message still arriving begins as it will stand", () => {
  const view = createPlainView(style);
  view.next(opened());
  const early = view.partial("chen", "I would hire her");
  const late = view.next(spoken("1", "chen", "I would hire her.", { to: "kumar" }));
  expect(early[1]).toBe("[1] Dr. Sarah Chen (Research Director)");
  expect(late[1]).toBe(`${early[1]} -> Dr. James Kumar`);
  expect(late[2]).toBe(`${early[2]}.`);
});

test("a verdict is printed when it changes, not when it is repeated", () => {
  const text = print([
    opened(),
    spoken("1", "chen", "Yes.", { verdict: "HIRE" }),
    spoken("2", "chen", "Still yes.", { verdict: "HIRE" }),
    spoken("3", "chen", "No.", { verdict: "NO_HIRE", confidence: 0.6, reasoning: "Licence" }),
  ]);
  expect(text.match(/verdict: .*/g)).toEqual([
    "verdict: HIRE",
    "verdict: NO_HIRE (was HIRE), confidence 0.6: Licence",
  ]);
});

test("no control sequence of a model reaches the screen, and no name or reason breaks a line", () => {
  const text = print([
    opened(),
    spoken("1", "chen", "Hello\x1b[2J \x1b]0;owned\x07there\u202e", {
      verdict: "HIRE",
      reasoning: "a\n[9] Dr. James Kumar",
    }),
    draft("turn.absent", "2", { speaker: "watson", reason: "bad\nnews\x1b[31m" }),
  ]);
  expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(text).toContain("    verdict: HIRE: a [9] Dr. James Kumar");
  expect(text).toContain("[2] Emily Watson is absent: bad news");
});

test("a limit that is near says whose it is, and when nothing more fits", () => {
  const text = print([
    opened(),
    draft("budget.warned", "1", { limit: "dollars", used: 0.40000000000000002, of: 0.5 }),
    draft("budget.warned", "2", { limit: "tokens", used: 900, of: 900, member: "chen", stops: true }),
  ]);
  expect(text).toMatch(
    /\n0\.4 of 0\.5 dollars used\nDr\. Sarah Chen: 900 of 900 tokens used; nothing more fits$/,
  );
});

test("words kept for the record are not shown", () => {
  const text = print([opened(), spoken("1", "chen", "SECRET", { audience: "record" })]);
  expect(text).not.toContain("SECRET");
});

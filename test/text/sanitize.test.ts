import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitize, sanitizeLine } from "../../src/text/sanitize.ts";
import { measureWidth } from "../../src/text/width.ts";
import { measureLongestPiece, wrap } from "../../src/text/wrap.ts";
import { anyText } from "../support/any-text.ts";

test.each([
  ["\x1b[31mred\x1b[0m", "red"],
  ["\x1b[8mhidden\x1b[28m", "hidden"],
  ["\x1b]0;title\x07text", "text"],
  ["\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "link"],
  ["\x9b2Jgone", "gone"],
  ["\x1b]0;never closed", "]0;never closed"],
  ["\x1bPq\x1b\\after", "after"],
  ["\x1bcreset", "reset"],
  ["a\rb", "a\nb"],
  ["evil\u202egnp.exe", "evilgnp.exe"],
  ["a\u2066b\u2069c\u200ed", "abcd"],
  ["tag\u{e0041}s", "tags"],
  ["bell\x07back\x08null\x00del\x7f", "bellbacknulldel"],
  ["col\tumn", "col  umn"],
  ["café 漢字 👩‍🔬", "café 漢字 👩‍🔬"],
])("prints %j as %j", (text, printed) => {
  expect(sanitize(text)).toBe(printed);
});

test("no text keeps a control character or a direction override, and sanitising twice changes nothing", () => {
  const nasty = fc.constantFrom(
    "\x1b",
    "[",
    "]",
    "0",
    "m",
    ";",
    "\x07",
    "\\",
    "\x9b",
    "\u202e",
    "a",
    "\n",
    "P",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        anyText(),
        fc.array(nasty).map((parts) => parts.join("")),
      ),
      (text) => {
        const printed = sanitize(text);
        expect(printed).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
        expect(sanitize(printed)).toBe(printed);
      },
    ),
  );
});

test("a line is one line", () => {
  expect(sanitizeLine("  two\nlines\u2028and \x1b[2Ja third ")).toBe("two lines and a third");
});

test("wrapped lines fit the width and lose nothing but blanks", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 30 }), (text, width) => {
      const lines = wrap(text, width);
      for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join("").replace(/\s/gu, "")).toBe(text.replace(/\s/gu, ""));
    }),
  );
});

test("breaks at blanks, and after underscores only what is too long for a line", () => {
  expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrap("STRONG_NO_HIRE", 9)).toEqual(["STRONG_", "NO_HIRE"]);
  expect(wrap("one STRONG_HIRE two", 14)).toEqual(["one", "STRONG_HIRE", "two"]);
  expect(wrap("a STRONG_NO_HIRE b", 9)).toEqual(["a", "STRONG_", "NO_HIRE b"]);
  expect(wrap("漢字漢字", 4)).toEqual(["漢字", "漢字"]);
  expect(measureLongestPiece("STRONG_NO_HIRE now")).toBe(7);
});

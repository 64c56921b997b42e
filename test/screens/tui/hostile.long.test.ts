import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanForPainting } from "../../../src/text/paintable.ts";
import { opened, resume, seat, spoken, transcript } from "../../showing/meeting.ts";
import { anyText } from "../../support/any-text.ts";
import { watch } from "../../support/watcher.ts";
import { widthOf } from "../../support/widths.ts";

/** Nothing but printable characters: no controls, no direction marks, no invisible ones. */
const UNPAINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

const ATTACKS: readonly (readonly [name: string, text: string])[] = [
  ["clear the screen", "\x1b[2Jgone"],
  ["move the cursor", "\x1b[1;1Hhere\x1b[10A"],
  ["set the title", "\x1b]0;owned\x07after"],
  ["set the title, unfinished", "\x1b]0;owned and the rest"],
  ["hide text", "\x1b[8mhidden\x1b[0m"],
  ["8-bit controls", "\x9b2J\x9d0;t\x9c"],
  ["device control and APC", "\x1bP1;2q\x1b\\ \x1b_x\x1b\\"],
  ["bare escape at the end", "text\x1b"],
  ["bell, backspace, carriage return", "a\x07b\b\b\bc\rd"],
  ["override of direction", "\u202eevil\u202c and \u2066isolate\u2069"],
  ["right-to-left marks", "\u200f\u200e\u061cabc"],
  ["zero width", "a\u200bb\u200cc\u200dd\ufeffe\u2060f"],
  ["tag characters", "x\u{e0041}\u{e0042}\u{e007f}y"],
  ["variation selectors", "a\ufe0e\ufe0f\u{e0100}b"],
  ["blessed markup", "{bold}{red-fg}x{/} {open}{close} {escape}"],
  ["stacked marks", `z${"\u0335".repeat(200)}z`],
  ["a mark on nothing", "\u0301start"],
  ["hangul fillers", "a\u115f\u1160\u3164\uffa0b"],
  ["lone surrogates", "\ud800 x \udfff"],
  ["line and paragraph separators", "a\u2028b\u2029c\u0085d\vg\fh"],
  ["a word of two thousand letters", "x".repeat(2_000)],
  ["wide letters", "会議の議事録".repeat(40)],
  ["emoji sequences", "👩🏽‍💻 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪 ❤️ 1️⃣ ✅ 🖥️ 👍🏿"],
  ["Devanagari and Thai", "हिन्दी में कार्यक्रम กำลังทำ"],
  ["Arabic and Hebrew", "مرحبا بالعالم שלום עולם"],
];

describe("text of a model, a document or a person", () => {
  it.each(ATTACKS)("cannot draw, hide or move: %s", (_, text) => {
    const events = transcript([
      opened({
        seats: [seat("chen", text, text), seat("kumar", "Kumar", "Lawyer")],
        seed: text.slice(0, 40),
      }),
      resume(text),
      spoken("3", "chen", text, {
        to: "kumar",
        verdict: "HIRE",
        reasoning: text,
        wouldChange: text,
        citations: [
          { ref: "resume.md#L1", quote: text, found: "exact" },
          { ref: text, quote: text, found: "absent" },
        ],
        flags: [text],
      }),
    ]);
    const signals = [
      { type: "text", path: "4", speaker: "chen", delta: text },
      { type: "waiting", path: "5", speaker: "kumar", ms: 9_000, why: text },
    ] as const;
    const discarded = { type: "discarded", path: "4", speaker: "chen", why: text } as const;
    const seen = [watch(events, { signals }), watch(events, { signals: [discarded] })];
    for (const watcher of [
      ...seen,
      seen[0]!.keys("/").write("e").keys("enter"),
      seen[0]!.keys("x", "a", "i").write(text),
    ])
      for (const panel of ["0", "1", "2", "3", "4", "5", "6", "7"])
        for (const row of watcher.write(panel).rows) {
          expect(row).not.toMatch(UNPAINTABLE);
          expect(widthOf(row)).toBe(120);
        }
  });

  it("keeps markup of every kind as the letters it is", () => {
    const events = transcript([opened(), spoken("3", "chen", "{bold}loud{/bold} <b>x</b> [31m")]);
    expect(watch(events).text).toContain("{bold}loud{/bold} <b>x</b> [31m");
  });

  it("shows what a sequence of emoji begins with, and a flag as its letters", () => {
    expect(cleanForPainting("👩🏽‍💻 🇩🇪 ❤️ 1️⃣ é")).toBe("👩 DE ❤ 1 é");
  });

  it("is printable and stays so, whatever Unicode it is", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const painted = cleanForPainting(text);
        expect(painted.replaceAll("\n", "")).not.toMatch(UNPAINTABLE);
        expect(cleanForPainting(painted)).toBe(painted);
      }),
    );
  });

  it("never widens a row, whatever Unicode a message is", () => {
    fc.assert(
      fc.property(
        anyText({ maxLength: 400 }),
        fc.integer({ min: 60, max: 140 }),
        (content, columns) => {
          const events = transcript([opened(), spoken("3", "chen", content, { citations: [] })]);
          for (const row of watch(events, { size: { columns, rows: 20 } }).rows)
            expect(widthOf(row)).toBe(columns);
        },
      ),
      { numRuns: 60 },
    );
  });
});

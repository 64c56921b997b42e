import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Flow, movedBy, START, windowAtEnd, windowFrom } from "../../src/screens/tui/flow.ts";
import { itemLines, type Now } from "../../src/screens/tui/items.ts";
import { lineText } from "../../src/screens/tui/lines.ts";
import { tableOf } from "../../src/screens/tui/table.ts";
import { createEntries, type Entry } from "../../src/showing/entries.ts";
import { opened, spoken, transcript } from "../reports/meeting.ts";
import { watching } from "./watching.ts";

function itemsOf(contents: readonly string[]): readonly Entry[] {
  const items = createEntries();
  const events = transcript([
    opened(),
    ...contents.map((content, index) => spoken(String(index + 1), "chen", content)),
  ]);
  for (const event of events) items.push(event);
  return items.list;
}

const TABLE = tableOf(watching([]));
const NOW: Now = { result: null, waits: () => "no longer" };

function flowOf(items: readonly Entry[], width: number): Flow {
  return { length: items.length, lines: (block) => itemLines(items[block]!, TABLE, width, NOW) };
}

const words = fc
  .array(fc.string({ minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 60 })
  .map((list) => list.join(" "));
const contents = fc.array(words, { minLength: 1, maxLength: 12 });
const width = fc.integer({ min: 30, max: 180 });

it("who moved a member is named with the turn that stands in brackets", () => {
  const items = createEntries();
  const movedBy = { message: "m4", passage: "two years late" };
  for (const event of transcript([
    opened(),
    spoken("4", "kumar", "It came two years late."),
    spoken("7", "chen", "Then no.", { verdict: "NO_HIRE", reasoning: "Late", movedBy }),
  ]))
    items.push(event);
  const rows = itemLines(items.list.at(-1)!, TABLE, 120, NOW).map(({ line }) => lineText(line));
  expect(rows.join("\n")).toContain('moved by kumar (turn 1): "two years late"');
});

describe("a place in the transcript", () => {
  it("stays the top row when the terminal is resized and resized back", () => {
    fc.assert(
      fc.property(
        contents,
        width,
        width,
        fc.nat(200),
        fc.integer({ min: 3, max: 40 }),
        (texts, a, b, rows, height) => {
          const items = itemsOf(texts);
          const before = flowOf(items, a);
          const anchor = movedBy(before, START, rows, height);
          const top = windowFrom(before, anchor, height).rows[0];
          windowFrom(flowOf(items, b), anchor, height);
          expect(windowFrom(flowOf(items, a), anchor, height).rows[0]).toEqual(top);
        },
      ),
    );
  });

  it("is on screen at every width: the row that holds its character is in the window", () => {
    fc.assert(
      fc.property(
        contents,
        width,
        width,
        fc.nat(200),
        fc.integer({ min: 3, max: 40 }),
        (texts, a, b, rows, height) => {
          const items = itemsOf(texts);
          const anchor = movedBy(flowOf(items, a), START, rows, height);
          const flow = flowOf(items, b);
          const lines = flow.lines(anchor.block);
          const wanted = lines.findLast(({ at }) => at <= anchor.at) ?? lines[0];
          const visible = windowFrom(flow, anchor, height).rows;
          expect(
            visible.some(
              ({ block, flowLine }) => block === anchor.block && flowLine.at === wanted?.at,
            ),
          ).toBe(true);
        },
      ),
    );
  });

  it("moves row by row: down and up again is where it was", () => {
    fc.assert(
      fc.property(contents, width, fc.nat(60), fc.nat(20), (texts, columns, start, rows) => {
        const flow = flowOf(itemsOf(texts), columns);
        const from = movedBy(flow, START, start, 10);
        const down = movedBy(flow, from, rows, 10);
        const isClamped = windowFrom(flow, down, 10).isAtEnd;
        if (!isClamped) expect(movedBy(flow, down, -rows, 10)).toEqual(from);
      }),
    );
  });

  it("never runs past either end, and the windows at both are full", () => {
    fc.assert(
      fc.property(contents, width, fc.integer({ min: 3, max: 30 }), (texts, columns, height) => {
        const flow = flowOf(itemsOf(texts), columns);
        const all = Array.from({ length: flow.length }, (_, block) => flow.lines(block)).flat();
        const end = windowAtEnd(flow, height);
        expect(end.rows.map(({ flowLine }) => lineText(flowLine.line))).toEqual(
          all.slice(-height).map(({ line }) => lineText(line)),
        );
        expect(end.isAtEnd).toBe(true);
        expect(windowFrom(flow, movedBy(flow, START, 100_000, height), height).rows).toEqual(
          end.rows,
        );
        expect(windowFrom(flow, movedBy(flow, end.top, -100_000, height), height).isAtStart).toBe(
          true,
        );
      }),
    );
  });
});

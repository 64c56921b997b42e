import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Flow,
  moveAnchor,
  openLastWindow,
  openWindow,
  START,
} from "../../../src/screens/tui/flow.ts";
import { listItemLines, type Now } from "../../../src/screens/tui/items.ts";
import { readLine } from "../../../src/screens/tui/lines.ts";
import { getTable } from "../../../src/screens/tui/table.ts";
import { createEntries, type Entry } from "../../../src/showing/entries.ts";
import { opened, spoken, transcript } from "../../showing/meeting.ts";
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

const TABLE = getTable(watching([]));
const NOW: Now = { result: null, waits: () => "no longer" };

function flowOf(items: readonly Entry[], width: number): Flow {
  return {
    length: items.length,
    lines: (block) => listItemLines(items[block]!, TABLE, width, NOW),
  };
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
  const detailed = { ...TABLE, isDetailed: true };
  const [folded, rows] = [TABLE, detailed].map((table) =>
    listItemLines(items.list.at(-1)!, table, 120, NOW).map(({ line }) => readLine(line)),
  ) as [string[], string[]];
  expect(folded.join("\n")).not.toContain("moved by");
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
          const anchor = moveAnchor(before, START, rows, height);
          const top = openWindow(before, anchor, height).rows[0];
          openWindow(flowOf(items, b), anchor, height);
          expect(openWindow(flowOf(items, a), anchor, height).rows[0]).toEqual(top);
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
          const anchor = moveAnchor(flowOf(items, a), START, rows, height);
          const flow = flowOf(items, b);
          const lines = flow.lines(anchor.block);
          const wanted = lines.findLast(({ at }) => at <= anchor.at) ?? lines[0];
          const visible = openWindow(flow, anchor, height).rows;
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
        const from = moveAnchor(flow, START, start, 10);
        const down = moveAnchor(flow, from, rows, 10);
        const isClamped = openWindow(flow, down, 10).isAtEnd;
        if (!isClamped) expect(moveAnchor(flow, down, -rows, 10)).toEqual(from);
      }),
    );
  });

  it("never runs past either end, and the windows at both are full", () => {
    fc.assert(
      fc.property(contents, width, fc.integer({ min: 3, max: 30 }), (texts, columns, height) => {
        const flow = flowOf(itemsOf(texts), columns);
        const all = Array.from({ length: flow.length }, (_, block) => flow.lines(block)).flat();
        const end = openLastWindow(flow, height);
        expect(end.rows.map(({ flowLine }) => readLine(flowLine.line))).toEqual(
          all.slice(-height).map(({ line }) => readLine(line)),
        );
        expect(end.isAtEnd).toBe(true);
        expect(openWindow(flow, moveAnchor(flow, START, 100_000, height), height).rows).toEqual(
          end.rows,
        );
        expect(
          openWindow(flow, moveAnchor(flow, end.top, -100_000, height), height).isAtStart,
        ).toBe(true);
      }),
    );
  });
});

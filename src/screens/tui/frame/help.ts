import { displayWidth } from "../../../text/width.ts";
import { wrap } from "../../../text/wrap.ts";
import type { Flow } from "../paint/flow.ts";
import { BLANK, fitLine, type Line, span } from "../paint/spans.ts";
import { flowOf } from "../panels/rows.ts";
import type { ViewState } from "../state/model.ts";

export type HelpPlace = { readonly width: number; readonly height: number };

type Helped = Pick<ViewState, "mode" | "isPaced" | "canAct">;

export function helpFlow(state: Helped, { width, height }: HelpPlace): Flow {
  const groups = groupsOf(state);
  const most = Math.max(1, Math.min(3, Math.floor(width / LEAST_COLUMNS)));
  for (let columns = 1; columns < most; columns++) {
    const laid = inColumns(groups, columns, width);
    if (laid.length <= height) return flowOf(laid);
  }
  return flowOf(inColumns(groups, most, width));
}

/** A column of keys reads in this many columns of the terminal. */
const LEAST_COLUMNS = 34;
const BETWEEN = 2;

function inColumns(groups: readonly Group[], columns: number, width: number): readonly Line[] {
  const each = Math.floor((width - BETWEEN * (columns - 1)) / columns);
  const blocks = groups.map((group) => blockOf(group, each));
  const packed = packedIn(blocks, columns);
  const rows = Math.max(...packed.map((lines) => lines.length));
  return Array.from({ length: rows }, (_, row) =>
    packed.flatMap((lines, index) => [
      ...(index === 0 ? [] : [span(" ".repeat(BETWEEN))]),
      ...fitLine(lines[row] ?? BLANK, each),
    ]),
  );
}

/** In the fewest rows that so many columns allow; no group is broken. */
function packedIn(blocks: readonly (readonly Line[])[], columns: number): readonly (readonly Line[])[] {
  const total = blocks.reduce((sum, { length }) => sum + length + 1, 0);
  for (let room = Math.ceil(total / columns); room < total; room++) {
    let last: Line[] = [];
    const packed = [last];
    for (const block of blocks) {
      const gap = last.length > 0 ? 1 : 0;
      if (last.length + gap + block.length <= room) last.push(...(gap ? [BLANK] : []), ...block);
      else {
        last = [...block];
        packed.push(last);
      }
    }
    if (packed.length <= columns) return packed;
  }
  return [blocks.flatMap((block, index) => (index === 0 ? block : [BLANK, ...block]))];
}

function blockOf([title, keys]: Group, width: number): readonly Line[] {
  const label = Math.max(...keys.map(([key]) => displayWidth(key))) + 2;
  const room = Math.max(8, width - label - 1);
  return [
    [span(title, "strong")],
    ...keys.flatMap(([key, words]) =>
      wrap(words, room).map(
        (row, index): Line => [
          span(` ${index === 0 ? key.padEnd(label) : " ".repeat(label)}`, "key"),
          span(row),
        ],
      ),
    ),
  ];
}

type Group = readonly [title: string, keys: readonly (readonly [key: string, words: string])[]];

function groupsOf({ mode, isPaced, canAct }: Helped): readonly Group[] {
  const pace: Group[1] = isPaced ? [["+ -", "faster, slower"]] : [];
  const holding: Group[1] =
    mode === "live"
      ? [["space", "pause and resume the meeting"], ["s", "one step, then hold"], ...pace]
      : [
          ["space", "play and pause"],
          ["← → s", "one turn back, forward"],
          ["< >", "ten turns back, forward"],
          ["# N ⏎", "to message N"],
          ["r G", "to the beginning, to the end"],
          ...pace,
        ];
  const acts: readonly Group[] = canAct
    ? [
        [
          "Taking part",
          [
            ["a", "answer, when it is your turn"],
            ["g", "floor next to the chosen member"],
            ["i w", "say to all, to the chosen one"],
            ["d", "lay a document on the table"],
            ["B b", "a private ballot, the closing one"],
            ["e", "end in order; can be resumed"],
          ],
        ],
      ]
    : [];
  return [
    [mode === "live" ? "The meeting" : "The record", holding],
    ...acts,
    [
      "Reading",
      [
        ["↑ ↓ k j", "by a line"],
        ["pgup dn", "by a page"],
        ["home end", "first message, last"],
        ["f", "follow"],
        ["/ n N", "search, next, previous"],
        ["v V", "verdict changes"],
        ...(mode === "live" ? ([["# N ⏎", "to message N"]] as Group[1]) : []),
      ],
    ],
    [
      "Panels",
      [
        ["1 2 3", "tally, next speaker, member"],
        ["4 5 6 7", "document, prompt, cost, record"],
        ["p 0", "next panel, none"],
        ["J K", "scroll the panel"],
        ["tab ⏎", "choose a member, show it"],
        ["c C", "older, newer citation"],
      ],
    ],
    [
      "Else",
      [
        ["x", "export the verdict table"],
        ["ctrl-l z", "paint again, to the shell"],
        ["? q", "help, quit"],
        ["F A N -", "for, against, neutral, none; letters of their own where options are counted"],
      ],
    ],
  ];
}

/** The list of keys in the full-screen view, made from the bindings in `keys.ts`. */

import { measureWidth } from "../../text/width.ts";
import { wrap } from "../../text/wrap.ts";
import { createFlow, type Flow, moveAnchor, openWindow, START, type Window } from "./flow.ts";
import { countBodyRows } from "./layout.ts";
import { BLANK, createSpan, fitLine, type Line } from "./lines.ts";
import { hasEnded, type ViewState } from "./model.ts";

const GROUPS = ["The meeting", "Reading", "Panels", "Acts", "Program"] as const;

export type KeyHelp = {
  group: (typeof GROUPS)[number];
  key: string;
  when?: (state: ViewState) => boolean;
  help: string;
};

export function openHelp(state: ViewState, bindings: readonly KeyHelp[]): Window {
  return openWindow(
    createHelpFlow(state, bindings),
    state.panelAt ?? START,
    countBodyRows(state.size),
  );
}

export function scrollHelp(
  state: ViewState,
  bindings: readonly KeyHelp[],
  rows: number,
): ViewState {
  const flow = createHelpFlow(state, bindings);
  return {
    ...state,
    panelAt: moveAnchor(flow, state.panelAt ?? START, rows, countBodyRows(state.size)),
  };
}

const LEAST_COLUMNS = 40;
const BETWEEN = 2;

function createHelpFlow(state: ViewState, bindings: readonly KeyHelp[]): Flow {
  const width = state.size.columns - 4;
  const columns = width >= 2 * LEAST_COLUMNS + BETWEEN ? 2 : 1;
  const each = Math.floor((width - BETWEEN * (columns - 1)) / columns);
  const known = bindings.filter(({ group, when }) =>
    group === "Acts"
      ? state.canAct && !hasEnded(state)
      : group !== "The meeting" || (when?.(state) ?? true),
  );
  const blocks = GROUPS.flatMap((group) => {
    const own = known.filter((binding) => binding.group === group);
    return own.length === 0 ? [] : [createBlock(group, own, each)];
  });
  const half = Math.ceil(blocks.reduce((sum, { length }) => sum + length, 0) / columns);
  const packed: Line[][] = Array.from({ length: columns }, () => []);
  let at = 0;
  for (const block of blocks) {
    if (
      (packed[at]?.length ?? 0) + block.length > half + 2 &&
      at < columns - 1 &&
      packed[at]?.length
    )
      at++;
    packed[at]?.push(...block);
  }
  const rows = Math.max(...packed.map(({ length }) => length)) - 1;
  return createFlow(
    Array.from({ length: rows }, (_, row) =>
      packed.flatMap((lines, index) => [
        ...(index === 0 ? [] : [createSpan(" ".repeat(BETWEEN))]),
        ...fitLine(lines[row] ?? BLANK, each),
      ]),
    ),
  );
}

function createBlock(title: string, bindings: readonly KeyHelp[], width: number): readonly Line[] {
  const label = Math.max(...bindings.map(({ key }) => measureWidth(key))) + 2;
  return [
    [createSpan(title, "strong")],
    ...bindings.flatMap(({ key, help }) =>
      wrap(help, Math.max(8, width - label - 1)).map(
        (row, index): Line => [
          createSpan(
            ` ${index === 0 ? key + " ".repeat(label - measureWidth(key)) : " ".repeat(label)}`,
            "key",
          ),
          createSpan(row),
        ],
      ),
    ),
    BLANK,
  ];
}

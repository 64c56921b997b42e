import type { Flow } from "./flow.ts";
import type { ViewState } from "./model.ts";
import { createRows, flowOf } from "./panels/rows.ts";
import { type Line, span } from "./spans.ts";

/** All keys, those that work in this mode. */
export function helpFlow(state: ViewState, width: number): Flow {
  const rows = createRows(width);
  for (const [title, keys] of groupsOf(state)) {
    rows.heading(title);
    for (const [key, words] of keys) rows.add(keyRow(key, words));
    rows.blank();
  }
  rows.text(
    "Letters of a verdict: F for, A against, N neutral, - none yet. Mouse: wheel scrolls, click chooses a member.",
    "dim",
  );
  return flowOf(rows.lines);
}

type Keys = readonly (readonly [key: string, words: string])[];

function groupsOf({ mode, isPaced, canAct }: ViewState): readonly (readonly [string, Keys])[] {
  const pace: Keys = isPaced ? [["+ -", "faster, slower: 1× 2× 4× 8× instant"]] : [];
  const holding: Keys =
    mode === "live"
      ? [["space", "pause and resume the meeting itself"], ["s", "one step, then hold"], ...pace]
      : [
          ["space", "play and pause"],
          ["← →  s", "one turn back, one forward"],
          ["< >", "ten turns back, forward"],
          ["# N enter", "go to message N"],
          ["r", "from the beginning"],
          ...pace,
        ];
  const acts: Keys = canAct
    ? [
        ["g", "give the floor next to the chosen member"],
        ["i w", "say something to all, as the chair; to the chosen member alone"],
        ["a", "answer what you are asked: words, /verdict, /cite ..., or field by field"],
        ["d B", "lay a document on the table; call a private ballot"],
        ["b", "call the closing ballot"],
        ["e", "end the meeting in order; it can be resumed"],
      ]
    : [];
  return [
    [mode === "live" ? "The meeting" : "The record", [...holding, ...acts]],
    [
      "Reading",
      [
        ["↑ ↓  k j", "scroll by a line"],
        ["pgup pgdn", "scroll by a page"],
        ["home end", "first message, follow the end"],
        ["f", "follow"],
        ["/", "search; n N next and previous match"],
        ["v V", "next and previous verdict change"],
        ...(mode === "live" ? ([["# N enter", "go to message N"]] as Keys) : []),
      ],
    ],
    [
      "Panels",
      [
        ["1-6", "tally, next speaker, member, document, prompt, cost"],
        ["p  0", "next panel, no panel"],
        ["J K", "scroll the panel"],
        ["tab", "choose the next member, shift-tab the one before; enter shows it"],
        ["c C", "older and newer cited passage"],
      ],
    ],
    [
      "Else",
      [
        ["x", "export the verdict table"],
        ["ctrl-l", "paint again"],
        ["?", "this help"],
        ["q", "quit; asks while the meeting is live"],
      ],
    ],
  ];
}

function keyRow(key: string, words: string): Line {
  return [span(`  ${key.padEnd(11)}`, "key"), span(words)];
}

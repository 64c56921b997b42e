import type { ProtocolExhibit } from "../../../engine/meeting/contract/protocol.ts";
import { spokenSoFar } from "../../../engine/meeting/money/limits.ts";
import type { MeetingState, MemberState } from "../../../engine/transcript/state.ts";
import { dollarsInWords } from "../../../showing/words.ts";
import { paintableLine } from "../../../text/paintable.ts";
import { groupThousands, withoutTitle } from "../../../text/plain.ts";
import { cutText } from "../../../text/width.ts";
import type { Anchor, Flow } from "../paint/flow.ts";
import { BLANK, justified, type Line, span, type TextRole } from "../paint/spans.ts";
import { bar } from "../state/held.ts";
import { currentSpeaker, type PanelName, type ViewState } from "../state/model.ts";
import { inOrder, nameOf, type Table } from "../state/table.ts";
import { createLayout } from "../transcript/laid-out.ts";
import { citationsBefore, documentFlow } from "./document.ts";
import { memberFlow } from "./member.ts";
import { promptFlow } from "./prompt.ts";
import { countingFlow, createRows, flowOf, type Rows } from "./rows.ts";
import { tallyFlow } from "./tally.ts";

export type Panel = {
  readonly head: readonly Line[];
  readonly flow: Flow;
  readonly opensAt: Anchor | "end";
};

export type PanelPlace = {
  readonly name: PanelName;
  readonly width: number;
  readonly lastItem: number;
};

export const PANEL_TITLES: Readonly<Record<PanelName, string>> = {
  tally: "tally",
  member: "member",
  cost: "costs",
  document: "document",
  prompt: "prompt",
  record: "transcript",
};

export function panelOf(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  { name, width, lastItem }: PanelPlace,
): Panel {
  if (state.isCounting && name !== "document") return atStart(countingFlow(width));
  switch (name) {
    case "tally":
      return atStart(tallyFlow(state, meeting, table, width));
    case "member": {
      const seat = state.chosen ?? currentSpeaker(state) ?? meeting.scenario.members[0]?.id ?? "";
      return atStart(memberFlow(state, meeting, seat, table, width));
    }
    case "document": {
      const cited = citationsBefore(state, Math.min(lastItem, state.shown - 1));
      const { head, flow, focus } = documentFlow(
        meeting,
        cited[Math.min(state.citation, cited.length - 1)] ?? null,
        table,
        width,
      );
      return { head, flow, opensAt: { block: focus, at: 0 } };
    }
    case "prompt":
      return {
        head: [],
        flow: promptFlow(state.prompt, table, width),
        opensAt: state.prompt?.prompt ? "end" : { block: 0, at: 0 },
      };
    case "cost":
      return atStart(costFlow(meeting, table, width));
    case "record":
      return atStart(recordFlow(state.exhibits(), table, width));
    default:
      return name satisfies never;
  }
}

function atStart(flow: Flow): Panel {
  return { head: [], flow, opensAt: { block: 0, at: Number.NEGATIVE_INFINITY } };
}

function recordFlow(exhibits: readonly ProtocolExhibit[], table: Table, width: number): Flow {
  const entries = exhibits.flatMap((exhibit) =>
    exhibit.entries.map((entry, index) => ({ exhibit, entry, isFirst: index === 0 })),
  );
  if (entries.length === 0) {
    const rows = createRows(width);
    rows.text("This protocol records only messages and votes.", "dim");
    return flowOf(rows.lines);
  }
  return {
    length: entries.length,
    lines(block) {
      const shown = entries[block];
      if (!shown) return [];
      const { exhibit, entry, isFirst } = shown;
      const layout = createLayout(width, table.mask);
      if (isFirst) {
        if (block > 0) layout.add(BLANK);
        const count = [span(String(exhibit.entries.length), "dim")];
        layout.add(justified([span(paintableLine(exhibit.title), "strong")], count, width));
      }
      layout.text(entry.head, { indent: 0, role: toneOf(entry.head) });
      const body = { indent: 2, role: "dim" } as const;
      if (entry.format === "markdown") layout.markdown(withoutTitle(entry.text), body);
      else layout.text(entry.text, body);
      return layout.lines;
    },
  };
}

/** How an entry stands is the end of its head: `C-3-1, critic: confirmed`. */
function toneOf(head: string): TextRole {
  if (/: (?:confirmed|resolved|yes\b)/.test(head)) return "good";
  if (/: (?:(?:partially )?refuted|no\b)/.test(head)) return "against";
  if (/: (?:open|pending)/.test(head)) return "warn";
  return "accent";
}

function costFlow(meeting: MeetingState, table: Table, width: number): Flow {
  const rows = createRows(width);
  rows.heading("Cost and tokens");
  if (meeting.simulated) rows.text("Simulated members: no tokens, no cost.", "dim");
  rows.blank();
  for (const member of inOrder(table, [...meeting.members.values()], ({ seat }) => seat.id)) {
    if (member.seat.model === "template") continue;
    addSeat(rows, nameOf(table, member.seat.id), member.spending, meeting.simulated);
  }
  rows.add([span("─".repeat(width), "rule")]);
  addSeat(rows, "all", meeting.spending, meeting.simulated);
  rows.blank();
  addLimits(rows, meeting);
  return flowOf(rows.lines);
}

function addSeat(rows: Rows, name: string, spent: MemberState["spending"], isSimulated: boolean): void {
  const { calls, failedCalls, input, cacheRead, output, cost } = spent;
  const failed = failedCalls > 0 ? `, ${failedCalls} failed` : "";
  const dollars = isSimulated ? "" : dollarsInWords(cost);
  rows.add(justified([span(cutText(name, rows.width - 12), "strong")], [span(dollars)], rows.width));
  const cached = input > 0 ? `, ${Math.round((100 * cacheRead) / input)} % cached` : "";
  const tokens = isSimulated ? "" : `: ${groupThousands(input)} in${cached}, ${groupThousands(output)} out`;
  rows.text(`${calls} calls${failed}${tokens}`, failedCalls > 0 ? "warn" : "dim", 2);
}

function addLimits(rows: Rows, meeting: MeetingState): void {
  const { limits } = meeting.scenario;
  const { input, output, cost } = meeting.spending;
  rows.heading("Limits");
  rows.add(...limitRows("messages", spokenSoFar(meeting), limits.messages, rows.width));
  if (limits.tokens !== undefined) rows.add(...limitRows("tokens", input + output, limits.tokens, rows.width));
  if (limits.dollars !== undefined && cost !== null)
    rows.add(...limitRows("dollars", cost, limits.dollars, rows.width));
  if (limits.minutes !== undefined) rows.add(...limitRows("minutes", null, limits.minutes, rows.width));
}

function limitRows(name: string, used: number | null, of: number, width: number): readonly Line[] {
  const figures = used === null ? `at most ${of}` : `${Math.round(used * 10_000) / 10_000} of ${of}`;
  const share = used === null ? 0 : used / of;
  const role: TextRole = share >= 0.95 ? "error" : share >= 0.8 ? "warn" : "bar";
  const row = justified([span(name, "dim")], [span(figures)], width);
  return used === null ? [row] : [row, bar(share, width, role)];
}

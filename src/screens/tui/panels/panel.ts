import { spokenSoFar } from "../../../engine/meeting/money/limits.ts";
import type { MeetingState, MemberState } from "../../../engine/transcript/state.ts";
import { dollarsInWords } from "../../../showing/words.ts";
import { groupThousands } from "../../../text/plain.ts";
import { cutText } from "../../../text/width.ts";
import type { Flow } from "../paint/flow.ts";
import { justified, span } from "../paint/spans.ts";
import { currentSpeaker, type PanelName, type ViewState } from "../state/model.ts";
import { inOrder, nameOf, type Table } from "../state/table.ts";
import { memberFlow } from "./member.ts";
import { createRows, flowOf, type Rows } from "./rows.ts";
import { tallyFlow } from "./tally.ts";

export const PANEL_TITLES: Readonly<Record<PanelName, string>> = {
  tally: "tally",
  member: "member",
  cost: "costs",
};

export function panelOf(
  state: ViewState,
  meeting: MeetingState,
  table: Table,
  name: PanelName,
  width: number,
): Flow {
  switch (name) {
    case "tally":
      return tallyFlow(state, meeting, table, width);
    case "member": {
      const seat = state.chosen ?? currentSpeaker(state) ?? meeting.scenario.members[0]?.id ?? "";
      return memberFlow(state, meeting, seat, table, width);
    }
    case "cost":
      return costFlow(meeting, table, width);
    default:
      return name satisfies never;
  }
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
  const add = (name: string, used: number | null, of: number | undefined) => {
    if (of === undefined) return;
    const role = used === null || used / of < 0.8 ? "text" : used / of < 0.95 ? "warn" : "error";
    rows.pair(name, used === null ? `at most ${of}` : `${Math.round(used * 10_000) / 10_000} of ${of}`, role);
  };
  rows.heading("Limits");
  add("messages", spokenSoFar(meeting), limits.messages);
  add("tokens", input + output, limits.tokens);
  add("dollars", cost, limits.dollars);
  add("minutes", null, limits.minutes);
}

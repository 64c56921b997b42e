import type { MeetingState } from "../../../engine/transcript/state.ts";
import type { Anchor, Flow } from "../paint/flow.ts";
import type { Line } from "../paint/spans.ts";
import { currentSpeaker, type PanelName, type ViewState } from "../state/model.ts";
import type { Table } from "../state/table.ts";
import { costFlow } from "./cost.ts";
import { citationsBefore, documentFlow } from "./document.ts";
import { memberFlow } from "./member.ts";
import { promptFlow } from "./prompt.ts";
import { recordFlow } from "./record.ts";
import { countingFlow } from "./rows.ts";
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
  record: "on record",
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

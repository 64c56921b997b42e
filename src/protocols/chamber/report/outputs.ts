import type { OutputFile } from "../../../engine/meeting/contract/protocol.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { chamberReport } from "./report.ts";
import { sessionOf } from "./session.ts";

export function chamberOutputs(state: MeetingState): OutputFile[] {
  return [
    { name: "report.md", text: chamberReport(state) },
    { name: "session.json", text: `${JSON.stringify(sessionOf(state), null, 2)}\n` },
  ];
}

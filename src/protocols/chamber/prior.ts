import { memberOf } from "../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { oneLine } from "../../text/plain.ts";
import { panelArbitrated } from "./facts.ts";
import { openly } from "./labels.ts";

export function priorSynthesis(state: MeetingState): string[] {
  const arbitrated = panelArbitrated.last(state);
  const open = arbitrated && openly(arbitrated, (id) => memberOf(state, id).seat.persona.name);
  if (!open?.text) return [];
  const { synthesis, minorityViews, uncertainty } = open.text;
  return [
    "",
    "## Synthesis",
    "",
    oneLine(synthesis),
    "",
    ...minorityViews.map((view) => `- Minority view: ${oneLine(view)}`),
    `- Uncertain: ${oneLine(uncertainty)}`,
    ...(open.assignment
      ? [`- Data wanted: ${open.assignment.what}, from ${open.assignment.from}`].map(oneLine)
      : []),
  ];
}

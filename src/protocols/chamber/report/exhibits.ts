import type { ProtocolExhibit } from "../../../engine/meeting/contract/protocol.ts";
import { nameIn } from "../../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { document } from "../../../text/markdown.ts";
import { attemptOf, attemptsIn } from "../attempts.ts";
import { openly } from "../labels.ts";
import { confidenceParts, divergenceParts, synthesisParts } from "./report-synthesis.ts";

export function chamberExhibits(state: MeetingState): readonly ProtocolExhibit[] {
  const last = attemptOf(state, Math.max(1, attemptsIn(state)));
  const nameOf = (id: string) => nameIn(state, id);
  const arbitration = last.arbitration && openly(last.arbitration, nameOf);
  if (last.divergence === null && arbitration === null) return [];
  const differing = document([...divergenceParts(last.divergence, arbitration)]);
  const synthesis = document([...synthesisParts(arbitration, last, nameOf), ...confidenceParts(arbitration)]);
  return [
    {
      name: "divergence",
      title: "Where the panel differs",
      entries: [{ head: "Divergence", text: differing, format: "markdown" }],
    },
    ...(arbitration === null
      ? []
      : [
          {
            name: "synthesis",
            title: "What the arbiter makes of it",
            entries: [
              { head: `Synthesis: ${arbitration.outcome}`, text: synthesis, format: "markdown" as const },
            ],
          },
        ]),
  ];
}

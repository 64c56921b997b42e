import type { ProtocolExhibit } from "../../engine/meeting/contract/protocol.ts";
import { decide } from "../../engine/meeting/decision/decide.ts";
import type { Outcome } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { iterationInWords, iterationJudged } from "./iteration.ts";
import { panelConcluded } from "./report.ts";

export function judgesExhibits(state: MeetingState): readonly ProtocolExhibit[] {
  const iterations = iterationJudged.all(state);
  const concluded = panelConcluded.last(state);
  return [
    ...(concluded
      ? [{ name: "chair", title: "The chair", entries: chairEntries(concluded, decide(state)) }]
      : []),
    ...(iterations.length === 0
      ? []
      : [
          {
            name: "iterations",
            title: "How often the panel was asked",
            entries: iterations.map((each) =>
              entry(`Iteration ${each.iteration}`, iterationInWords(each) ?? ""),
            ),
          },
        ]),
  ];
}

type ChairsText = NonNullable<ReturnType<typeof panelConcluded.last>>;

function chairEntries({ final, agreed, disputed, recommendation }: ChairsText, outcome: Outcome) {
  const votes = Object.entries(outcome.votes).map(([name, count]) => `${name} ${count}`);
  return [
    entry(`Recommendation: ${recommendation ?? "none"}`, final ?? "The chair gave no text."),
    ...(agreed.length > 0 ? [entry("Agreed", agreed.join("\n"))] : []),
    ...(disputed.length > 0 ? [entry("Disputed", disputed.join("\n"))] : []),
    entry(
      `The judges' decision: ${outcome.option ?? outcome.side ?? outcome.status}`,
      `${outcome.rule}: ${votes.join(", ")}`,
    ),
  ];
}

function entry(head: string, text: string) {
  return { head, text, format: "words" } as const;
}

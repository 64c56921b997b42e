import type { z } from "zod";
import type { Cue } from "../../engine/meeting/contract/floor.ts";
import { verdictIds } from "../../engine/meeting/decision/ballot.ts";
import { asking, filledWords, form, list, option, words } from "../../engine/meeting/form/reply-form.ts";
import { shuffled } from "../../engine/routing/select.ts";
import { escapeAttribute, escapeText } from "../../engine/scaffold/fields.ts";
import { positionName } from "../../engine/scaffold/message.ts";
import { type MeetingState, memberOf } from "../../engine/transcript/state.ts";
import { lastOf, nonEmpty } from "../../lists.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { answerSchema } from "./answer.ts";
import type { JudgesOptions } from "./options.ts";
import type { Judged } from "./report.ts";

export type Synthesis = z.infer<ReturnType<typeof chairForm>["reply"]>;

function chairForm({ verdicts }: Scenario) {
  const ids = verdictIds(verdicts);
  return form("synthesis", {
    synthesis: filledWords("the answers in summary"),
    agreed: list(words("what they agree on")),
    disputed: list(words("points on which they differ")),
    recommendation: option(ids, `one of ${ids.join(", ")}`),
  });
}

export type SynthesisData = {
  readonly answers: readonly {
    readonly judge: string;
    readonly verdict: string | null;
    readonly findings: readonly { readonly ref: string; readonly says: string }[];
  }[];
};

type ChairView = { readonly judges: Readonly<Record<string, Judged>>; readonly options: JudgesOptions };

/** Shows the answers of one iteration only, in a drawn order. */
export function chairCue(state: MeetingState, { judges, options }: ChairView): Cue<Synthesis> {
  const { scenario, seed } = state;
  const answered = Object.entries(judges).flatMap(([id, { status }]) => (status === "ok" ? [id] : []));
  const order = shuffled(answered, seed, "chair's order");
  const showsConfidence = options.chair.sees === "answers-and-confidence";
  return {
    ...asking(chairForm(scenario), [
      `The judges have answered independently. Combine their answers to this question: ${escapeText(scenario.question)}`,
      "State what they agree on, how they differ and which findings matter most. If only one judge holds a view, keep it and name it as such. Do not add findings and do not vote. Base the recommendation on their answers alone.",
      ...order.map((id) => answerBlock(state, id, showsConfidence)),
    ]),
    data: { answers: order.map((id) => answerIn(state, id)) } satisfies SynthesisData,
  };
}

function answerIn(state: MeetingState, id: string): SynthesisData["answers"][number] {
  const { seat, ballots } = memberOf(state, id);
  const { verdict, reply } = lastOf(nonEmpty(ballots, `ballot of ${id}`));
  const findings = answerSchema.parse(reply).findings.map(({ ref, says }) => ({ ref, says }));
  return { judge: seat.persona.name, verdict, findings };
}

function answerBlock(state: MeetingState, id: string, showsConfidence: boolean): string {
  const member = memberOf(state, id);
  const ballot = lastOf(nonEmpty(member.ballots, `ballot of ${id}`));
  const { analysis, findings, grades, ranking } = answerSchema.parse(ballot.reply);
  const lines = [
    `verdict: ${positionName(ballot)}`,
    ...(showsConfidence ? [`confidence: ${ballot.confidence ?? "not stated"}`] : []),
    ...(grades
      ? [
          `grades: ${Object.entries(grades)
            .map(([name, grade]) => `${escapeText(name)} ${grade}`)
            .join(", ")}`,
        ]
      : []),
    ...(ranking ? [`ranking: ${ranking.join(", ")}`] : []),
    `analysis: ${escapeText(analysis)}`,
    ...findings.map(
      ({ ref, quote, says }) => `finding: ${escapeText(ref)} "${escapeAttribute(quote)}": ${escapeText(says)}`,
    ),
  ];
  return `<Answer judge="${escapeAttribute(member.seat.persona.name)}">\n${lines.join("\n")}\n</Answer>`;
}

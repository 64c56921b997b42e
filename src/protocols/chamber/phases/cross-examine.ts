import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { broughtBlock } from "../brought.ts";
import { crossCue, crossReplyOf } from "../cross-examination.ts";
import { broughtData } from "../cue-data.ts";
import { type CrossReply, type Divergence, type PanelAnswer, panelCrossExamined } from "../facts.ts";
import { neutralLabels, openLabels } from "../labels.ts";
import { measured } from "../measured.ts";
import type { ChamberOptions } from "../options.ts";
import { answeredIn } from "../standing.ts";

export async function crossExamine(
  floor: Floor,
  { anonymise }: ChamberOptions,
  all: readonly PanelAnswer[],
  divergence: Divergence,
): Promise<readonly CrossReply[]> {
  if (!divergence.triggered || divergence.skipped !== null) return [];
  const { scenario } = floor.state;
  const { attempt } = divergence;
  const answers = answeredIn(all);
  const seats = answers.map(({ panelist }) => panelist);
  const options = scenario.verdicts.map(({ id }) => id);
  const labels = anonymise
    ? neutralLabels(floor.state, seats, `panel's labels ${attempt}`)
    : openLabels(floor.state, seats);
  const shown = {
    scenario,
    answers,
    divergence,
    labels,
    brought: broughtBlock(floor),
    data: broughtData(floor),
  };
  const replies = await floor.parallel(
    answers.map((own) => async (branch: Floor) => {
      const { turn, taken } = await measured(branch, own.panelist, crossCue(own, shown));
      if (turn.status === "spoke") {
        return crossReplyOf(own, { reply: turn.reply, raw: turn.message.content }, options, taken);
      }
      const error = turn.status === "absent" ? turn.reason : "passed";
      return crossReplyOf(own, { error }, options, taken);
    }),
    { speakers: seats, ballot: "closing" },
  );
  await panelCrossExamined.record(floor, { attempt, replies: [...replies] });
  return replies;
}

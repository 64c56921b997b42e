import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { ARBITER } from "../agents.ts";
import { arbiterCue, arbitratedOf } from "../arbitration.ts";
import { broughtBlock } from "../brought.ts";
import { broughtData } from "../cue-data.ts";
import {
  type Arbitrated,
  type CrossReply,
  claimChecked,
  type Divergence,
  founderContributed,
  ofPanelist,
  type PanelAnswer,
  panelArbitrated,
} from "../facts.ts";
import { neutralLabels } from "../labels.ts";
import { measured } from "../measured.ts";
import { answeredIn, type Final } from "../standing.ts";

type HeardPanel = {
  readonly answers: readonly PanelAnswer[];
  readonly replies: readonly CrossReply[];
  readonly divergence: Divergence;
  readonly finals: readonly Final[];
};

/** Under labels drawn anew: one of the answers may be the arbiter's own model's. */
export async function arbitrate(floor: Floor, heard: HeardPanel): Promise<Arbitrated> {
  const { state } = floor;
  const { attempt } = heard.divergence;
  const answers = answeredIn(heard.answers);
  const ids = answers.map(({ panelist }) => panelist);
  const labels = neutralLabels(state, ids, `arbiter's labels ${attempt}`);
  const brief = {
    ...heard,
    answers,
    scenario: state.scenario,
    contributions: founderContributed.all(state),
    claims: claimChecked.all(state),
    labels,
    brought: broughtBlock(floor),
    data: broughtData(floor),
  };
  const { turn, taken } = await measured(floor, ARBITER.id, arbiterCue(brief));
  const said = turn.status === "spoke" ? turn : null;
  const arbitrated = arbitratedOf({
    attempt,
    labels,
    finals: heard.finals,
    reply: said?.reply ?? null,
    raw: said?.message.content ?? "",
    taken,
    stances: state.scenario.verdicts.map(({ id }) => id),
    views: ({ panelist, stance, confidence }) => {
      const answer = ofPanelist(answers, panelist);
      const reply = heard.replies.find((each) => each.panelist === panelist);
      const grounds = stance === answer.stance ? answer.reasoning : (reply?.response ?? answer.reasoning);
      const sure = confidence === null ? "" : ` (${confidence} sure)`;
      return `${labels.labelOf(panelist)}: ${stance}${sure}. ${labels.hide(grounds)}`.trim();
    },
  });
  await panelArbitrated.record(floor, arbitrated);
  return arbitrated;
}

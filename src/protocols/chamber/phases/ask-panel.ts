import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { memberOf } from "../../../engine/transcript/member-of.ts";
import { NONE, type Scenario } from "../../../scenario/schema/scenario.ts";
import { type AnswerReply, answerCue, confidenceIn, isAmbiguous, stanceIn, UNCLEAR } from "../answers.ts";
import { broughtBlock } from "../brought.ts";
import { broughtData } from "../cue-data.ts";
import { type PanelAnswer, panelAnswered } from "../facts.ts";
import { measured } from "../measured.ts";

/** In parallel: the same words to all, and no branch sees another. */
export async function askPanel(floor: Floor, attempt: number): Promise<readonly PanelAnswer[]> {
  const { scenario } = floor.state;
  const cue = answerCue(scenario, broughtBlock(floor), broughtData(floor));
  const seats = scenario.members.map(({ id }) => id);
  const answers = await floor.parallel(
    seats.map((id) => async (branch: Floor): Promise<PanelAnswer> => {
      const { turn, taken } = await measured(branch, id, cue);
      const common = { panelist: id, model: memberOf(branch.state, id).seat.model, taken };
      if (turn.status !== "spoke") {
        const error = turn.status === "absent" ? turn.reason : "passed";
        return { ...common, ...NOTHING, status: "absent", stance: null, raw: "", flags: [], error };
      }
      return { ...common, ...answerIn(turn.reply, turn.message.content, scenario) };
    }),
    { speakers: seats, ballot: "closing" },
  );
  await panelAnswered.record(floor, { attempt, answers: [...answers] });
  return answers;
}

const NOTHING = { reasoning: "", confidence: null, confidenceAsGiven: null, evidence: [] };

function flagsOf(confidence: AnswerReply["confidence"]): string[] {
  if (isAmbiguous(confidence)) return ["confidence_ambiguous"];
  return confidenceIn(confidence) === null ? ["no_confidence"] : [];
}

function answerIn(
  reply: AnswerReply | null,
  raw: string,
  { verdicts }: Scenario,
): Omit<PanelAnswer, "panelist" | "model" | "taken"> {
  if (reply === null) {
    return { ...NOTHING, status: "unparsed", stance: UNCLEAR, raw, flags: ["unparsed"], error: null };
  }
  const ids = verdicts.map(({ id }) => id);
  const stance = stanceIn(reply.stance, ids);
  const hasNone = stance === NONE;
  return {
    status: "ok",
    stance,
    reasoning: reply.reasoning,
    confidence: hasNone ? null : confidenceIn(reply.confidence),
    confidenceAsGiven: reply.confidence ?? null,
    evidence: [...reply.evidence],
    raw,
    flags: hasNone ? [] : flagsOf(reply.confidence),
    error: null,
  };
}

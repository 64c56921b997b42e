import type { Cue, Floor, Turn } from "../../engine/meeting/contract/floor.ts";
import { memberOf } from "../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { TurnCost } from "./facts.ts";

export async function measured<Reply>(
  floor: Floor,
  seat: string,
  cue: Cue<Reply>,
): Promise<{ readonly turn: Turn<Reply>; readonly taken: TurnCost }> {
  const before = spentBy(floor.state, seat);
  const turn = await floor.turn(seat, cue);
  const after = spentBy(floor.state, seat);
  return {
    turn,
    taken: {
      calls: after.calls - before.calls,
      tokensIn: after.tokensIn - before.tokensIn,
      tokensOut: after.tokensOut - before.tokensOut,
      latencyMs: after.latencyMs - before.latencyMs,
      cost: before.cost === null || after.cost === null ? null : cents(after.cost - before.cost),
    },
  };
}

/** The fold's figures change in place. */
function spentBy(state: MeetingState, seat: string): TurnCost {
  const { calls, failedCalls, input, output, ms, cost } = memberOf(state, seat).spending;
  return { calls: calls + failedCalls, tokensIn: input, tokensOut: output, latencyMs: ms, cost };
}

/** Rounds away what binary fractions leave behind; millionths of a dollar. */
function cents(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}

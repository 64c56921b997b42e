import { knownOf } from "../../../lists.ts";
import { isOutage } from "../../../models/calls/outage.ts";
import type { ModelFailure } from "../../../models/port/model.ts";
import type { Draft } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { Cue } from "../contract/floor.ts";
import { MeetingStop } from "../contract/stop.ts";
import { activeMembers, type LimitUse } from "../money/limits.ts";
import { refuseToGoOn } from "./call.ts";
import { recordShort } from "./gate.ts";
import type { TurnReading } from "./read-scaffold.ts";
import type { Effect } from "./runtime.ts";
import { isProviderDown } from "./silenced.ts";

/** After the repair whatever is still wrong is left out; what cannot be read at all is an absence. */
export function settled(effect: Effect, speaker: string, cue: AbsenceCue, reading: TurnReading): TurnReading {
  if (reading.isLegible || (cue.ballot !== undefined && cue.verbatim !== undefined)) return reading;
  return { ...reading, ending: absent(effect, speaker, cue, reading.problem ?? "the reply could not be read") };
}

type AbsenceCue = Pick<Cue, "ballot" | "keepsBallot" | "mayFail"> & { readonly verbatim?: unknown };

export function absence(effect: Effect, speaker: string, cue: AbsenceCue, failure: ModelFailure): TurnReading {
  refuseToGoOn(effect, speaker, failure, cue.mayFail ?? false);
  const reason = `${failure.kind}: ${failure.message}`;
  const isTheirs = isOutage(failure) && isProviderDown(effect, speaker);
  const cause = isTheirs ? { cause: "outage" as const } : {};
  if (failure.kind !== "context-too-long")
    return silence({ ...absent(effect, speaker, cue, reason), ...cause });
  recordShort(effect, contextUse(effect, speaker));
  return silence(absent(effect, speaker, cue, `${reason} ${NO_SUMMARY(effect)}`));
}

export function silence(ending: Draft<"turn.absent">): TurnReading {
  return { ending, impersonated: [], problem: null, isLegible: false, mend: null };
}

/** A debate only grows: a member whose model cannot hold it has no further turn. */
function contextUse({ runtime, fold }: Effect, speaker: string): LimitUse {
  const used = runtime.budget.foresee(fold.state, speaker).input;
  const of = knownOf(runtime.models, speaker).capabilities.contextWindow ?? used;
  return { limit: "context", used, of, member: speaker, stops: true };
}

const NO_SUMMARY = ({ fold }: Effect) =>
  fold.state.scenario.prompt.summarise
    ? "Nothing is left to summarise."
    : "The scenario does not allow summaries (prompt.summarise).";

export function noRoomFor({ limit, used, of, member }: LimitUse): string {
  const whose = member === undefined ? "the meeting's" : "the member's";
  const spent = limit === "dollars" ? used.toFixed(4) : String(used);
  return `${whose} limit of ${of} ${limit} has no room for this call: ${spent} used, and the closing ballot kept`;
}

/** The last member to fall silent suspends the meeting: an empty room decides nothing. */
export function absent(
  { path, fold }: Effect,
  speaker: string,
  { ballot, keepsBallot }: AbsenceCue,
  reason: string,
): Draft<"turn.absent"> {
  const { state } = fold;
  const { absencesInARow, stoppedBy } = memberOf(state, speaker);
  const leaves = absencesInARow + 1 >= state.scenario.limits.absences && stoppedBy === null;
  if (leaves && activeMembers(state).every((id) => id === speaker) && !hasWithdrawals(state)) {
    const why = `every member is absent; last ${speaker}: ${reason}`;
    throw new MeetingStop({ kind: "suspended", reason: why, path, cause: "absent", speaker });
  }
  return {
    type: "turn.absent",
    path,
    at: state.now,
    speaker,
    reason,
    ...(ballot && !keepsBallot && { ballot }),
  };
}

function hasWithdrawals({ members }: Effect["fold"]["state"]): boolean {
  return [...members.values()].some(({ status }) => status === "withdrawn");
}

import { iterateBackwards, requireEntry } from "../../lists.ts";
import { isWaitedOut } from "../../models/calls/retry.ts";
import type { FailureKind, ModelFailure } from "../../models/contract/model.ts";
import { activeMembers, type LimitUse, warnOnce } from "../money/limits.ts";
import { findPerson } from "../people/person.ts";
import { type Instruction, MeetingStop } from "../protocol/floor.ts";
import type { Draft } from "../transcript/events.ts";
import { toStepPath } from "../transcript/path.ts";
import { getMember, type MeetingState, type MemberState } from "../transcript/state.ts";
import { areRepairsInVain } from "../transcript/turn-events.ts";
import type { TurnReading } from "./read-reply.ts";
import { type Effect, RECORDED } from "./runtime.ts";

/** Parts that are still wrong after the repair are dropped. An unreadable reply is an absence. */
export function settled(
  effect: Effect,
  speaker: string,
  instruction: AbsenceInstruction,
  reading: TurnReading,
): TurnReading {
  if (reading.isLegible || (instruction.ballot !== undefined && instruction.verbatim !== undefined))
    return reading;
  return {
    ...reading,
    ending: absent(effect, speaker, instruction, reading.problem ?? "the reply could not be read"),
  };
}

type AbsenceInstruction = Pick<Instruction, "ballot" | "keepsBallot" | "mayFail"> & {
  verbatim?: unknown;
};

export function absence(
  effect: Effect,
  speaker: string,
  instruction: AbsenceInstruction,
  failure: ModelFailure,
): TurnReading {
  refuseToGoOn(effect, speaker, failure, instruction.mayFail ?? false);
  const reason = `${failure.kind}: ${failure.message}`;
  if (failure.kind !== "context-too-long")
    return silence({ ...absent(effect, speaker, instruction, reason), cause: "call" });
  recordShort(effect, contextUse(effect, speaker));
  return silence(absent(effect, speaker, instruction, `${reason} ${NO_SUMMARY(effect)}`));
}

export function silence(ending: Draft<"turn.absent">): TurnReading {
  return { ending, impersonated: [], problem: null, isLegible: false, readRepair: null };
}

/** A debate only grows: a member whose model cannot hold it has no further turn. */
function contextUse({ runtime, fold }: Effect, speaker: string): LimitUse {
  const used = runtime.budget.foresee(fold.state, speaker).input;
  const of = requireEntry(runtime.models, speaker).capabilities.contextWindow ?? used;
  return { limit: "context", used, of, member: speaker, stops: true };
}

const NO_SUMMARY = ({ fold }: Effect) =>
  fold.state.scenario.prompt.summarise
    ? "Nothing is left to summarise."
    : "The scenario does not allow summaries (prompt.summarise).";

export function noRoomFor({ limit, used, of }: LimitUse): string {
  const spent = limit === "dollars" ? used.toFixed(4) : String(used);
  return `the meeting's limit of ${of} ${limit} has no room for this call: ${spent} used, and the rest is kept for the closing vote`;
}

/** The last member to fall silent suspends the meeting: an empty room decides nothing. */
export function absent(
  { path, fold }: Effect,
  speaker: string,
  { ballot, keepsBallot }: AbsenceInstruction,
  reason: string,
): Draft<"turn.absent"> {
  const { state } = fold;
  const { absencesInARow, stoppedBy } = getMember(state, speaker);
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

/** True where fewer than half of the board can speak without this provider or have had their say. */
function isSilenced({ runtime, fold }: Effect, provider: string): boolean {
  if (provider === RECORDED) return false;
  const { scenario, members } = fold.state;
  const without = scenario.members.filter(({ id }) => {
    const { status } = requireEntry(members, id);
    return (
      status === "withdrawn" ||
      (status === "active" && runtime.models.get(id)?.provider !== provider)
    );
  });
  return 2 * without.length < scenario.members.length;
}

/** Depends only on the order of recorded calls, so that a resumed meeting agrees. */
export function isProviderDown(
  { runtime, path }: Pick<Effect, "runtime" | "path">,
  speaker: string,
): boolean {
  const { calls } = runtime;
  let last = calls.length - 1;
  while (last >= 0 && !isFailureAt(calls[last], path, speaker)) last--;
  const provider = providerOf(calls[last]);
  let hasAnswered = false;
  for (const call of calls.slice(0, last + 1).reverse()) {
    if (call.speaker !== speaker)
      hasAnswered ||= call.type === "call.answered" && providerOf(call) === provider;
    else if (call.type === "call.answered") break;
    else if (hasAnswered) return false;
  }
  return true;
}

type Call = Draft<"call.answered" | "call.failed">;

function isFailureAt(call: Call | undefined, path: string, speaker: string): boolean {
  return call?.type === "call.failed" && call.speaker === speaker && toStepPath(call.path) === path;
}

/** As the seat names it: a recount has no providers. */
function providerOf(call: Call | undefined): string {
  return (call?.asked ?? "").split(":")[0] ?? "";
}

/** Waiting does not help: these suspend the meeting instead of filling it with absences. */
export const SUSPENDING: readonly FailureKind[] = ["auth", "quota", "unknown-model", "unusable"];

/**
 * True if the last calls of all members with a model failed and no call was answered since. A board of which half can
 * speak without a model, or have withdrawn, continues.
 */
function hasEveryCallFailed({ runtime, fold }: Pick<Effect, "runtime" | "fold">): boolean {
  const failed = new Set<string>();
  for (const call of iterateBackwards(runtime.calls)) {
    if (call.type === "call.answered") break;
    if (call.retryInMs === null && call.kind !== "context-too-long") failed.add(call.speaker);
  }
  const { members } = fold.state.scenario;
  const asked = members.filter(({ id }) => {
    const { status, stoppedBy } = getMember(fold.state, id);
    return runtime.models.has(id) && status !== "withdrawn" && stoppedBy === null;
  });
  const isEvery = asked.length > 0 && asked.every(({ id }) => failed.has(id));
  return isEvery && 2 * (members.length - asked.length) < members.length;
}

/** The suspension if no member can be reached, else null. A parallel group checks this when all its branches have ended. */
export function findUnreachable(
  effect: Pick<Effect, "runtime" | "fold" | "path">,
  { reason, speaker, cause }: Unreachable,
): MeetingStop | null {
  if (!hasEveryCallFailed(effect)) return null;
  const why = `no call of any member succeeds; last ${speaker}: ${reason}`;
  return new MeetingStop({ kind: "suspended", reason: why, path: effect.path, cause, speaker });
}

/** A closing vote without a readable reply decides nothing if no member has a verdict. */
export function findUnread(
  { fold, path }: Pick<Effect, "fold" | "path">,
  unread: ReadonlySet<string>,
): MeetingStop | null {
  const { state } = fold;
  const hasVerdict = ({ verdicts, ballots }: MemberState) =>
    verdicts.length > 0 || ballots.some(({ verdict, abstains }) => verdict !== null || abstains);
  if ([...state.members.values()].some(hasVerdict)) return null;
  const names = [...unread].map((id) => getMember(state, id).seat.persona.name).join(", ");
  const reason = `no reply to the closing vote could be read (${names}), and no member has a verdict`;
  return new MeetingStop({ kind: "suspended", reason, path, cause: "form", speaker: null });
}

type Unreachable = { reason: string; speaker: string; cause: string };

/** Suspends for permanent failures, and for a long outage that leaves too few members. Else only the speaker is absent. */
function refuseToGoOn(
  effect: Effect,
  speaker: string,
  failure: ModelFailure,
  mayFail: boolean,
): void {
  const { runtime, path, recorded } = effect;
  const { kind, message } = failure;
  const { provider } = requireEntry(runtime.models, speaker);
  const isDown = isWaitedOut(failure) && isProviderDown(effect, speaker);
  const isOut = isDown && recorded.givenUp.size === 0 && isSilenced(effect, provider);
  const asked = { reason: message, speaker, cause: kind };
  const stop = effect.group === null && !isOut ? findUnreachable(effect, asked) : null;
  if (stop) throw stop;
  if (!isOut && (mayFail || !SUSPENDING.includes(kind))) return;
  const reason = isOut ? `${provider} does not answer: ${message}` : message;
  throw new MeetingStop({ kind: "suspended", reason, path, cause: kind, speaker });
}

export function recordShort({ fold, path, write }: Effect, short: LimitUse): void {
  warnOnce(fold.state, short, (use) =>
    write({ type: "budget.warned", path, at: fold.state.now, ...use }),
  );
}

const SHOWN = 300;

/** Suspends a meeting in which no member keeps the form. Only between turns, never in a ballot's branches. */
export function breakCircuit({ fold, path, group }: Effect, speaker: string): void {
  const { state } = fold;
  if (group !== null || getMember(state, speaker).seat.kind !== "member") return;
  const spoken = membersOf(state).filter(({ lastReply }) => lastReply !== null);
  const [last] = spoken;
  if (last === undefined || !spoken.every(areRepairsInVain)) return;
  const own = getMember(state, speaker);
  throw new MeetingStop({
    kind: "suspended",
    reason: reasonOf(own.lastReply === null ? last : own, state),
    path,
    cause: "form",
    speaker: null,
  });
}

function membersOf({ members }: MeetingState): MemberState[] {
  return [...members.values()].filter(
    ({ seat }) => seat.kind === "member" && findPerson(seat) === null,
  );
}

function reasonOf({ seat, lastReply, missed }: MemberState, { scenario }: MeetingState): string {
  const faults = missed.map((fault) => IN_WORDS[fault] ?? fault).join("; ");
  const text = (lastReply ?? "").trim().replaceAll(/\s+/g, " ");
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text;
  const other = scenario.prompt.scaffold === "verdict-last" ? "verdict-first" : "verdict-last";
  return [
    `Every member that has spoken failed the form three times in a row. Fault: ${faults}.`,
    `A reply of ${seat.persona.name}: "${shown}".`,
    "Try another model: boardroom fork TRANSCRIPT --model MODEL.",
    `Or begin again with prompt.scaffold: ${other}.`,
  ].join(" ");
}

const IN_WORDS: Readonly<Record<string, string>> = {
  "no-scaffold": "the reply is not one <Message> in the form asked for",
  "several-verdicts": "the message holds more than one verdict",
  "verdict-in-content": "the verdict is inside the content",
  "verdict-unknown": "the verdict is not an option",
  "withdrawal-without-verdict": "the member withdraws without a verdict",
  "addressee-missing": "the message addresses no member",
  "topic-required": "the message names no topic",
};

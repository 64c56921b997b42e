/** The rule for members that cannot be heard: their turns end as absences, and the meeting waits if too few are left.
 * Turns and groups of turns use it. Single calls are tried again in `call.ts`. */
import { iterateBackwards } from "../../lists.ts";
import { isWaitedOut } from "../../models/calls/retry.ts";
import type { ModelFailure } from "../../models/contract/model.ts";
import { type LimitUse, warnOnce } from "../money/limits.ts";
import { findPerson } from "../people/person.ts";
import type { MeetingRules } from "../perspective/meeting-rules.ts";
import { MeetingStop } from "../protocol/floor.ts";
import type { Draft } from "../transcript/events.ts";
import { toStepPath } from "../transcript/path.ts";
import {
  getMember,
  getMemberName,
  type MeetingState,
  type MemberState,
} from "../transcript/state.ts";
import { areRepairsInVain, type UnheardCause } from "../transcript/turn-events.ts";
import { findFinalVerdict } from "./decide.ts";
import type { TurnReading } from "./read-reply.ts";
import { type Effect, type OpenTurn, RECORDED, type Unheard } from "./runtime.ts";

/** Ends a turn whose member was not heard. Throws if the meeting has to wait; a group decides that when all have ended. */
export function endUnheard(turn: OpenTurn, unheard: Unheard): TurnReading {
  const { reason, cause } = unheard;
  noteUnheard(turn, unheard);
  if (turn.group === null)
    throwIfStopped(findReasonToWait(turn, [unheard]) ?? findReasonToWaitForReply(turn, unheard));
  return endAbsent({ ...createAbsence(turn, reason), cause });
}

/** For the decision of a group when all its turns have ended. */
export function noteUnheard({ group, instruction }: OpenTurn, unheard: Unheard): void {
  const losesVote = instruction.ballot !== undefined && !instruction.keepsBallot;
  group?.unheard.push({ ...unheard, losesVote });
}

/** If the meeting needs the last reply of this speaker and cannot read it, it waits once. */
function findReasonToWaitForReply(turn: OpenTurn, unheard: Unheard): MeetingStop | null {
  const { isNeeded, isLast } = turn.instruction;
  if (!isNeeded || !isLast || unheard.cause !== "reply") return null;
  if (turn.recorded.givenUp.size > 0) return null;
  return createStop(turn, [unheard], "a reply that the meeting needs cannot be read");
}

/** Ends the turn of a person who is silent. The last member to leave suspends the meeting: an empty room decides nothing. */
export function endSilent(turn: OpenTurn, reason: string): TurnReading {
  const { speaker } = turn;
  throwIfStopped(findReasonToWait(turn, [{ speaker, reason, cause: "call" }], new Set(), 1));
  return endAbsent(createAbsence(turn, reason));
}

/** Ends a turn whose call failed. A key, a quota or a model that is refused suspends the meeting at once. */
export function endFailed(turn: OpenTurn, failure: ModelFailure): TurnReading {
  const { speaker } = turn;
  const { kind, message } = failure;
  if (kind === "context-too-long") {
    recordShort(turn, measureContextUse(turn, speaker));
    return endAbsent(createAbsence(turn, `${kind}: ${message}`));
  }
  throwIfStopped(findRefusal(turn, failure));
  const reason = `${kind}: ${message}`;
  return endUnheard(turn, { speaker, reason, cause: "call" });
}

function throwIfStopped(stop: MeetingStop | null): void {
  if (stop) throw stop;
}

function endAbsent(ending: Draft<"turn.absent">): TurnReading {
  return { ending, impersonated: [], problem: null, isLegible: false, readRepair: null };
}

function createAbsence(
  { path, fold, speaker, instruction: { ballot, keepsBallot } }: OpenTurn,
  reason: string,
): Draft<"turn.absent"> {
  const missed = keepsBallot ? undefined : ballot;
  return { type: "turn.absent", path, at: fold.state.now, speaker, reason, ballot: missed };
}

/** A debate only grows: a member whose model cannot hold it has no further turn. */
function measureContextUse({ runtime, fold }: Effect, speaker: string): LimitUse {
  const used = runtime.budget.estimateTurn(fold.state, speaker).input;
  const of = runtime.getModel(speaker).capabilities.contextWindow ?? used;
  return { limit: "context", used, of, member: speaker, stops: true };
}

export type Place = Pick<Effect, "runtime" | "fold" | "path">;

/** Why the meeting waits for members that were just not heard, else null. Either no member with a model was heard since
 * each of them failed, or fewer are left than the protocol needs. `heard`: members of the same group that were. */
export function findReasonToWait(
  place: Place,
  unheard: readonly Unheard[],
  heard: ReadonlySet<string> = new Set(),
  quorum = place.runtime.quorum,
): MeetingStop | null {
  const { runtime, fold } = place;
  const { members, limits } = fold.state.scenario;
  // A member without room in a limit can be reached.
  const failed = unheard.filter(({ cause }) => cause !== "limit");
  const speakers = new Set(failed.map(({ speaker }) => speaker));
  const silent = new Set([...fold.state.unheard, ...speakers]);
  const isNobodyHeard =
    failed.some(({ speaker }) => runtime.models.has(speaker)) &&
    members.every(({ id }) => {
      const { status, stoppedBy } = getMember(fold.state, id);
      const isAsked = runtime.models.has(id) && status !== "withdrawn" && stoppedBy === null;
      return !heard.has(id) && (!isAsked || silent.has(id));
    });
  const left = countLeft(fold.state, (id) => {
    if (isNobodyHeard && silent.has(id)) return true;
    return speakers.has(id) && getMember(fold.state, id).absencesInARow + 1 >= limits.absences;
  });
  if (left >= quorum) return null;
  const few = `${left} of ${members.length} members can be heard, and ${quorum} are needed`;
  return createStop(place, failed, isNobodyHeard ? "no member can be heard" : few);
}

/** Members that can still be heard. Withdrawn members had their say, and those stopped by their context can vote. */
function countLeft(state: MeetingState, isGone: (id: string) => boolean): number {
  const left = state.scenario.members.filter(({ id }) => {
    const { status, stoppedBy } = getMember(state, id);
    if (status === "withdrawn" || stoppedBy !== null) return true;
    return status === "active" && !isGone(id);
  });
  return left.length;
}

/** What a final vote came to, and whether it waited before at this place. */
type Vote = { unheard: readonly Unheard[]; voted: ReadonlySet<string>; hasWaited: boolean };

/** Why a final vote waits for members that were not heard, else null. Fewer have a vote than the protocol needs; or,
 * once, a member would be left without a vote, or its provider answers no member. */
export function findVoteStop(
  place: Place,
  { unheard, voted, hasWaited }: Vote,
): MeetingStop | null {
  const { runtime, fold } = place;
  const { members } = fold.state.scenario;
  const voters = members.filter(
    ({ id }) => voted.has(id) || hasVote(getMember(fold.state, id), unheard, runtime.standsAs),
  );
  if (voters.length < runtime.quorum) {
    const why = `${voters.length} of ${members.length} members have a vote, and ${runtime.quorum} are needed`;
    return createStop(place, unheard, why);
  }
  if (hasWaited) return null;
  const missed = unheard.filter((each) => {
    if (!isMendable(runtime.calls, each)) return false;
    const member = getMember(fold.state, each.speaker);
    const isOut = each.cause === "call" && isUnanswered(runtime.calls, each.speaker);
    return isOut || !hasVote(member, unheard, runtime.standsAs);
  });
  return createStop(place, missed, "the final vote waits once for members that were not heard");
}

function hasVote(
  member: MemberState,
  unheard: readonly Unheard[],
  standsAs: MeetingRules["standsAs"],
): boolean {
  const isLost = unheard.some(({ speaker, losesVote }) => losesVote && speaker === member.seat.id);
  if (!isLost) return findFinalVerdict(member).by !== null;
  return standsAs === "verdict" && member.verdicts.length > 0;
}

/** True if the member may be heard after a wait. No wait helps against a limit, a refusal or a prompt that is too long. */
function isMendable(calls: readonly Call[], { speaker, cause }: Unheard): boolean {
  if (cause !== "call") return cause === "reply";
  const last = calls.findLast((call) => call.speaker === speaker);
  return last?.type === "call.failed" && !LASTING.includes(last.kind);
}

/** Refusals of the provider. They suspend the meeting, unless the speaker may fail. */
const REFUSALS: readonly string[] = ["auth", "quota", "unknown-model"];

const LASTING = [...REFUSALS, "refused", "bad-request", "context-too-long"];

function createStop(
  { fold, path }: Place,
  unheard: readonly Unheard[],
  why: string,
): MeetingStop | null {
  const last = unheard.at(-1);
  if (last === undefined) return null;
  const reason = `${why}. Last, ${getMemberName(fold.state, last.speaker)}: ${last.reason}`;
  const { speaker } = last;
  return new MeetingStop({ kind: "suspended", reason, path, cause: KINDS[last.cause], speaker });
}

const KINDS: Readonly<Record<UnheardCause, string>> = {
  call: "call",
  reply: "form",
  limit: "budget",
};

/** True if the provider of a member's failed call at this path has answered no member since. Depends only on the order of
 * recorded calls, so that a resumed meeting agrees. */
export function isProviderDown({ runtime, path }: Effect, speaker: string): boolean {
  const last = runtime.calls.findLastIndex(
    (call) =>
      call.type === "call.failed" && call.speaker === speaker && toStepPath(call.path) === path,
  );
  return isUnanswered(runtime.calls.slice(0, last + 1), speaker);
}

type Call = Draft<"call.answered" | "call.failed">;

/** True if the provider answered no other member since the member's calls began to fail. */
function isUnanswered(calls: readonly Call[], speaker: string): boolean {
  const provider = getProviderName(calls.findLast((call) => call.speaker === speaker));
  let hasAnswered = false;
  for (const call of iterateBackwards(calls)) {
    if (call.speaker !== speaker)
      hasAnswered ||= call.type === "call.answered" && getProviderName(call) === provider;
    else if (call.type === "call.answered") break;
    else if (hasAnswered) return false;
  }
  return true;
}

/** As the seat names it: a recount has no providers. */
function getProviderName(call: Call | undefined): string {
  return (call?.asked ?? "").split(":")[0] ?? "";
}

/** True if such a failure suspends the meeting instead of filling it with absences. */
export function isSuspending(kind: string, mayFail = false): boolean {
  return kind === "unusable" || (REFUSALS.includes(kind) && !mayFail);
}

/** Why a failed call suspends the meeting at once, else null. The provider refuses permanently, or was waited for in vain
 * while too few can speak without it, or only this speaker can answer. */
function findRefusal(turn: OpenTurn, failure: ModelFailure): MeetingStop | null {
  const { runtime, path, speaker, instruction } = turn;
  const { mayFail, isNeeded = false } = instruction;
  const { kind, message } = failure;
  const { provider } = runtime.getModel(speaker);
  const isDown = isWaitedOut(failure) && isProviderDown(turn, speaker);
  const isOut = isDown && (isNeeded || isSilencedBy(turn, provider));
  const isFinal = isSuspending(kind, mayFail) || (isNeeded && kind !== "refused");
  if (!isOut && !isFinal) return null;
  const reason = isOut ? `${provider} does not answer: ${message}` : message;
  return new MeetingStop({ kind: "suspended", reason, path, cause: kind, speaker });
}

/** True if too few can speak without this provider. The second time, the members are asked one after another. */
function isSilencedBy({ runtime, fold, recorded }: Effect, provider: string): boolean {
  if (provider === RECORDED || recorded.givenUp.size > 0) return false;
  const isGone = (id: string) => runtime.models.get(id)?.provider === provider;
  return countLeft(fold.state, isGone) < runtime.quorum;
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
  const spoken = listMemberModels(state).filter(({ lastReply }) => lastReply !== null);
  const [last] = spoken;
  if (last === undefined || !spoken.every(areRepairsInVain)) return;
  const own = getMember(state, speaker);
  throw new MeetingStop({
    kind: "suspended",
    reason: writeAbsenceReason(own.lastReply === null ? last : own, state),
    path,
    cause: "form",
    speaker: null,
  });
}

function listMemberModels({ members }: MeetingState): MemberState[] {
  return [...members.values()].filter(
    ({ seat }) => seat.kind === "member" && findPerson(seat) === null,
  );
}

function writeAbsenceReason(
  { seat, lastReply, missed }: MemberState,
  { scenario }: MeetingState,
): string {
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
};

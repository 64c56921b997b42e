// Limits of messages, minutes, tokens and dollars: which one is reached, which warning is due, and
// how it is raised.

import { BoardroomError } from "../../errors.ts";
import type { Draft, LimitName, RaisableLimit } from "../transcript/events.ts";
import { getMember, type MeetingState } from "../transcript/state.ts";

/** `1 message`, `40 messages`, `2 dollars`. */
export function formatLimit(limit: Exclude<LimitName, "context">, of: number): string {
  return `${of} ${of === 1 ? limit.slice(0, -1) : limit}`;
}

/** What counts against `limits.messages`: messages, reminders and passes. An absence uses up nothing. */
export function countSpoken({ counts }: MeetingState): number {
  return counts.messages + counts.notices + counts.passes;
}

/** Members who can still be given the floor. */
export function listActiveMembers(state: MeetingState): string[] {
  return state.scenario.members
    .map(({ id }) => id)
    .filter((id) => getMember(state, id).status === "active");
}

/** The limit that ends the debate, or null. All but the message limit are recorded as warnings, so that a replay agrees. */
export function findReachedLimit(state: MeetingState): LimitName | null {
  if (countSpoken(state) >= state.scenario.limits.messages) return "messages";
  const stop = findStoppingLimit(state);
  if (stop !== null) return stop;
  return listActiveMembers(state).length === 0 ? findMemberLimit(state) : null;
}

export function mustEnd(state: MeetingState): boolean {
  return findReachedLimit(state) !== null || state.closingRequested;
}

export function findStoppingLimit(state: MeetingState): LimitName | null {
  return findStoppingWarning(state)?.limit ?? null;
}

/** A warning about a limit that was raised since stops nothing. */
function findStoppingWarning({ warnings, scenario: { limits } }: MeetingState) {
  return warnings.find(
    ({ member, stops, limit, of }) =>
      member === null && stops && (limit === "context" || of === limits[limit]),
  );
}

function findMemberLimit({ members }: MeetingState): LimitName | null {
  for (const { stoppedBy } of members.values()) if (stoppedBy !== null) return stoppedBy;
  return null;
}

/** Why the meeting ends, in words: a limit, a person, or that all members have left. */
export function explainClosing(state: MeetingState): string {
  const limit = findReachedLimit(state);
  if (listActiveMembers(state).length > 0) {
    if (limit === null && state.closingRequested) return "the final vote was called";
    return limit === null || limit === "context"
      ? "the protocol ended"
      : describeReached(state, limit);
  }
  const absent = [...state.members.values()].filter(({ status }) => status === "absent").length;
  if (absent === 0) return "all members withdrew";
  const stopped = [...state.members.values()].filter(({ stoppedBy }) => stoppedBy !== null).length;
  const why = stopped === 0 ? "" : `, ${stopped} stopped by a limit`;
  return `all members withdrew or were absent (${absent} absent${why})`;
}

function describeReached(state: MeetingState, limit: Exclude<LimitName, "context">): string {
  const of = state.scenario.limits[limit] ?? 0;
  const stop = findStoppingWarning(state);
  return limit === "messages" || !stop || stop.used >= stop.of
    ? `the limit of ${formatLimit(limit, of)} was reached`
    : `what was left of ${formatLimit(limit, of)} is kept for the final vote`;
}

export type LimitUse = {
  limit: LimitName;
  used: number;
  of: number;
  member?: string;
  stops?: true;
};

const STEPS = [0.5, 0.8, 0.95, 1];

/** Limits past another 50, 80, 95 or 100 %. `minutes` is wall time. */
export function listDueWarnings(state: MeetingState, minutes: number): LimitUse[] {
  const { limits } = state.scenario;
  const { chargedTokens: tokens, chargedDollars: dollars } = state.spending;
  const used = { tokens, dollars, minutes, messages: countSpoken(state) };
  return LIMITS.flatMap((limit): LimitUse[] => {
    const of = limits[limit];
    return of === undefined ? [] : [{ limit, used: used[limit], of }];
  })
    .filter((use) => countSteps(use) > countLastSteps(state, use))
    .map((use) => (use.used >= use.of ? { ...use, stops: true } : use));
}

const LIMITS = ["messages", "minutes", "tokens", "dollars"] as const;

function countSteps({ used, of }: { used: number; of: number }): number {
  return STEPS.filter((step) => used >= step * of).length;
}

function countLastSteps(state: MeetingState, use: LimitUse): number {
  const last = state.warnings.findLast((warning) => isSameLimit(warning, use));
  if (!last) return 0;
  return last.stops ? STEPS.length : countSteps(last);
}

export function warnOnce(state: MeetingState, use: LimitUse, write: (use: LimitUse) => void): void {
  if (!state.warnings.some((warning) => isSameLimit(warning, use) && warning.stops)) write(use);
}

function isSameLimit(
  warning: MeetingState["warnings"][number],
  { limit, of, member }: LimitUse,
): boolean {
  return (
    warning.limit === limit &&
    (limit === "context" || warning.of === of) &&
    warning.member === (member ?? null)
  );
}

export type Raise = { [Name in RaisableLimit]?: number | undefined };

export function createRaises(
  state: MeetingState,
  raise: Raise,
  path: string,
): Draft<"limit.raised">[] {
  const { limits } = state.scenario;
  return LIMITS.flatMap((limit) => {
    const [to, from] = [raise[limit], limits[limit]];
    if (to === undefined || to === from) return [];
    if (from === undefined)
      throw new BoardroomError("usage", {
        path: ["limits", limit],
        message: `limits.${limit}: ${to} cannot be set: this meeting was opened without a limit of ${limit}`,
        remedy: "Resume it without the flag, or fork the meeting and set the limit there.",
      });
    if (to < from)
      throw new BoardroomError("usage", {
        path: ["limits", limit],
        message: `limits.${limit}: ${to} is below ${from}, the limit that the meeting has; ${formatSpent(state, limit)}`,
        remedy: `Give more than ${from}, or leave the flag out.`,
      });
    return [{ type: "limit.raised", path, at: state.now, limit, from, to }];
  });
}

function formatSpent(state: MeetingState, limit: RaisableLimit): string {
  const { chargedTokens, chargedDollars, ms } = state.spending;
  const spent = {
    messages: `${countSpoken(state)} messages are used`,
    minutes: `its calls took ${(ms / 60_000).toFixed(1)} minutes`,
    tokens: `${chargedTokens} tokens are spent`,
    dollars: `$${chargedDollars.toFixed(4)} are spent`,
  };
  return spent[limit];
}

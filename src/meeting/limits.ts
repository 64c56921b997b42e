import type { MeetingState } from "../transcript/state.ts";

/** Messages, notices, passes and absences alike. */
export function spokenSoFar({ counts }: MeetingState): number {
  return counts.messages + counts.notices + counts.passes + counts.absences;
}

/** Members who can still be given the floor. */
export function activeMembers(state: MeetingState): string[] {
  return state.scenario.members.map(({ id }) => id).filter((id) => state.members.get(id)!.status === "active");
}

/** The first limit that is used up, or null. Minutes, tokens and dollars are on record as warnings, so a replay agrees. */
export function limitReached(state: MeetingState): LimitUse["limit"] | null {
  if (spokenSoFar(state) >= state.scenario.limits.messages) return "messages";
  return state.warnings.find(({ used, of }) => used >= of)?.limit ?? null;
}

/** Why a meeting has come to its end, in words. */
export function closingReason(state: MeetingState): string {
  if (activeMembers(state).length === 0) {
    const absent = [...state.members.values()].filter(({ status }) => status === "absent").length;
    return absent === 0
      ? "every member has withdrawn"
      : `every member has withdrawn or is absent (${absent} absent)`;
  }
  const limit = limitReached(state);
  if (limit === null && state.closingRequested) return "the closing ballot was called";
  return limit === null
    ? "nobody was left to speak"
    : `the limit of ${state.scenario.limits[limit]} ${limit} was reached`;
}

export type LimitUse = {
  readonly limit: "messages" | "minutes" | "tokens" | "dollars";
  readonly used: number;
  readonly of: number;
};

const STEPS = [0.5, 0.8, 0.95, 1];

/** Limits that have crossed 50, 80, 95 or 100 % since they were last warned of; the message limit warns by notices. */
export function dueWarnings(state: MeetingState, minutes: number): LimitUse[] {
  const { limits } = state.scenario;
  const { input, output, cost } = state.spending;
  const uses: LimitUse[] = [];
  if (limits.minutes !== undefined) uses.push({ limit: "minutes", used: minutes, of: limits.minutes });
  if (limits.tokens !== undefined) uses.push({ limit: "tokens", used: input + output, of: limits.tokens });
  if (limits.dollars !== undefined && cost !== null)
    uses.push({ limit: "dollars", used: cost, of: limits.dollars });
  return uses.filter((use) => stepOf(use) > stepOf(lastWarning(state, use)));
}

function stepOf({ used, of }: { readonly used: number; readonly of: number }): number {
  return STEPS.filter((step) => used >= step * of).length;
}

function lastWarning(
  state: MeetingState,
  { limit, of }: LimitUse,
): { readonly used: number; readonly of: number } {
  return state.warnings.findLast((warning) => warning.limit === limit) ?? { used: 0, of };
}

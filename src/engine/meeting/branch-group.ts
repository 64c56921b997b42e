// A parallel group of calls: sets aside the money for all of them and runs each in its own branch.
// If too few members can be heard, the meeting waits.

import type { Planned } from "../money/budget.ts";
import { findStoppingLimit, formatLimit } from "../money/limits.ts";
import { type GroupPlan, MeetingStop } from "../protocol/floor.ts";
import type { Fold } from "../transcript/fold.ts";
import type { MeetingState } from "../transcript/state.ts";
import type { BranchGroup, Runtime } from "./runtime.ts";

type OpenedGroup = {
  runtime: Runtime;
  fold: Fold;
  group?: BranchGroup;
  path: string;
  branches: number;
  plan: GroupPlan | undefined;
  isRecorded: boolean;
};

/** Sets aside what a parallel group can cost before any of its calls. */
export function openGroup({
  runtime,
  fold,
  group,
  path,
  branches,
  plan,
  isRecorded,
}: OpenedGroup): BranchGroup {
  const { state } = fold;
  const { budget } = runtime;
  const { spending } = state;
  const reservation = group?.reservation ?? budget.openReservation();
  const callsBefore = spending.calls + spending.failedCalls;
  const open = {
    held: [],
    unheard: [],
    isOneByOne: false,
    reservation,
    callsBefore,
  };
  if (isRecorded) return open;
  if (plan?.ballot === "closing") requireDebate(state, path);
  if (!budget.isLimited) return open;
  // Ballots are reserved at their likely price, so each member is asked when the cost before is known.
  if (plan?.ballot !== undefined) return { ...open, isOneByOne: true };
  const calls = planCalls(runtime, state, branches, plan);
  if (budget.findShortLimit(state, calls) !== null) return { ...open, isOneByOne: true };
  calls.forEach(reservation.add);
  return open;
}

/** A meeting without a message never closes with a vote: it waits for a higher limit. */
function requireDebate(state: MeetingState, path: string): void {
  const limit = findStoppingLimit(state);
  const hasSpoken = [...state.members.values()].some(
    ({ seat, messages, answers }) => seat.kind === "member" && messages + answers > 0,
  );
  if (limit === null || limit === "context" || hasSpoken) return;
  const most = formatLimit(limit, state.scenario.limits[limit] ?? 0);
  const reason = `no member has spoken, and the limit of ${most} is enough only for the final vote. Raise it: boardroom resume TRANSCRIPT --max-${limit} N`;
  throw new MeetingStop({ kind: "suspended", reason, path, cause: "budget", speaker: null });
}

function planCalls(
  runtime: Runtime,
  state: MeetingState,
  branches: number,
  plan: GroupPlan | undefined,
): Planned[] {
  const speakers =
    plan?.speakers ?? Array.from({ length: branches }, () => findDearestSeat(runtime, state));
  return speakers
    .filter((speaker) => runtime.models.has(speaker))
    .map((speaker) => ({
      speaker,
      estimate: runtime.budget.estimateTurn(state, speaker),
      isClosing: false,
      isShown: true,
    }));
}

function findDearestSeat({ models, budget }: Runtime, state: MeetingState): string {
  const estimateSize = (seat: string) => {
    const { input, output, cost } = budget.estimateTurn(state, seat);
    return [cost ?? 0, input + output] as const;
  };
  return (
    [...models.keys()]
      .filter((seat) => state.members.has(seat))
      .sort(
        (a, b) =>
          estimateSize(b)[0] - estimateSize(a)[0] || estimateSize(b)[1] - estimateSize(a)[1],
      )[0] ?? ""
  );
}

import type { MeetingState } from "../../transcript/state.ts";
import type { GroupPlan } from "../contract/floor.ts";
import type { Planned } from "../money/reservations.ts";
import type { Runtime } from "./runtime.ts";

export function plannedCalls(
  runtime: Runtime,
  state: MeetingState,
  branches: number,
  plan: GroupPlan | undefined,
): Planned[] {
  const seats = plan?.speakers.filter((seat) => runtime.models.has(seat)) ?? [dearestSeat(runtime, state)];
  const speakers = plan ? seats : Array.from({ length: branches }, () => seats[0]);
  return speakers.flatMap((speaker) =>
    speaker === undefined
      ? []
      : [{ speaker, estimate: runtime.budget.foresee(state, speaker), isClosing: false, isShown: true }],
  );
}

function dearestSeat({ models, budget }: Runtime, state: MeetingState): string | undefined {
  const size = (seat: string) => {
    const { input, output, cost } = budget.foresee(state, seat);
    return [cost ?? 0, input + output] as const;
  };
  return [...models.keys()].sort((a, b) => size(b)[0] - size(a)[0] || size(b)[1] - size(a)[1])[0];
}

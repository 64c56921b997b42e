import { activeMembers } from "../../engine/meeting/money/limits.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import type { JuryOptions } from "./options.ts";

export function requiredQuorum({ quorum }: JuryOptions, { scenario }: MeetingState): number {
  return quorum ?? scenario.members.length;
}

export function present(state: MeetingState): string[] {
  return activeMembers(state);
}

export function hasQuorum(options: JuryOptions, state: MeetingState): boolean {
  return present(state).length >= requiredQuorum(options, state);
}

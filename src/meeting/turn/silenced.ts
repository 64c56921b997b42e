import { knownOf } from "../../lists.ts";
import { RECORDED } from "../../models/doubles/recorded.ts";
import type { Effect } from "./runtime.ts";

/**
 * Whether a meeting has to wait for a provider that answers nobody: those who can speak without it, and those who have
 * had their say, are fewer than half of the board.
 */
export function isSilenced({ runtime, fold }: Effect, provider: string): boolean {
  if (provider === RECORDED) return false;
  const { scenario, members } = fold.state;
  const without = scenario.members.filter(({ id }) => {
    const { status } = knownOf(members, id);
    return status === "withdrawn" || (status === "active" && runtime.models.get(id)?.provider !== provider);
  });
  return 2 * without.length < scenario.members.length;
}

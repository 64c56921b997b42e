import { knownOf } from "../../../lists.ts";
import type { Draft } from "../../transcript/events.ts";
import { effectPath } from "../../transcript/path.ts";
import { RECORDED } from "./recorded-model.ts";
import type { Effect } from "./runtime.ts";

/** True where fewer than half of the board can speak without this provider or have had their say. */
export function isSilenced({ runtime, fold }: Effect, provider: string): boolean {
  if (provider === RECORDED) return false;
  const { scenario, members } = fold.state;
  const without = scenario.members.filter(({ id }) => {
    const { status } = knownOf(members, id);
    return status === "withdrawn" || (status === "active" && runtime.models.get(id)?.provider !== provider);
  });
  return 2 * without.length < scenario.members.length;
}

/** Else it is the speaker's own trouble. Told from the order of calls on record, so that a rerun agrees. */
export function isProviderDown({ runtime, path }: Pick<Effect, "runtime" | "path">, speaker: string): boolean {
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
  return call?.type === "call.failed" && call.speaker === speaker && effectPath(call.path) === path;
}

/** As the seat names it: a rerun has no providers. */
function providerOf(call: Call | undefined): string {
  return (call?.asked ?? "").split(":")[0] ?? "";
}

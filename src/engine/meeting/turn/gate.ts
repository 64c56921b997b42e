import type { WarmPlace } from "../../../models/calls/warm-up.ts";
import type { Model, ModelReply, ModelRequest } from "../../../models/port/model.ts";
import { MeetingStop } from "../contract/stop.ts";
import { type LimitUse, warnOnce } from "../money/limits.ts";
import type { Planned } from "../money/reservations.ts";
import type { Effect } from "./runtime.ts";

export type Passed = { readonly reply: ModelReply; readonly heldMs: number; readonly latencyMs: number };

/** Or names the limit without room. A group pays for each branch's first call; what others take is kept until it ends, as branches cannot see each other. */
export function setAside(effect: Effect, planned: Planned): { readonly short: LimitUse } | { release(): void } {
  const { runtime, fold, group } = effect;
  if (!group || group.isOneByOne) {
    const short = runtime.budget.shortOf(fold.state, [planned]);
    if (short) return { short };
    const reservation = runtime.budget.reservation();
    reservation.add(planned);
    return reservation;
  }
  const { spending } = fold.state;
  const isPaid = spending.calls + spending.failedCalls === group.callsBefore;
  const short = isPaid ? group.short : runtime.budget.shortOf(fold.state, [planned]);
  if (short) return { short };
  if (!isPaid) group.reservation.add(planned);
  return { release() {} };
}

export function recordShort({ fold, path, write }: Effect, short: LimitUse): void {
  warnOnce(fold.state, short, (use) => write({ type: "budget.warned", path, at: fold.state.now, ...use }));
}

/** Waits for the provider's limits and, where it caches prompts, for the first call that sends this beginning. Stops where the meeting is aborted. */
export async function passThrough(
  { runtime }: Effect,
  model: Model,
  { shared }: Pick<ModelRequest, "shared">,
  call: (onBegin: () => void) => Promise<ModelReply>,
): Promise<Passed> {
  const asked = runtime.clock();
  let begun = asked;
  const keeps = model.capabilities.caching !== "none";
  const place = keeps ? await runtime.warmUp.enter(`${model.spec}\n${shared}`, runtime.ending) : NOWHERE;
  const begin = () => {
    begun = runtime.clock();
    return call(place.begun);
  };
  const reply = await runtime
    .throttle(model.provider)
    .run(begin, runtime.ending)
    .catch((error: unknown) => {
      if (runtime.ending.aborted) throw aborted("stopped while a call waited for its turn");
      throw error;
    })
    .finally(place.over);
  if (reply.type === "answer") place.begun();
  if (runtime.signal.aborted && reply.type === "failure") throw aborted("stopped while a call was under way");
  return { reply, heldMs: Math.round(begun - asked), latencyMs: Math.round(runtime.clock() - begun) };
}

const NOWHERE: WarmPlace = { begun() {}, over() {} };

export function aborted(reason: string): MeetingStop {
  return new MeetingStop({ kind: "aborted", reason });
}

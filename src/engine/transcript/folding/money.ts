import type { Draft, LimitName } from "../events.ts";
import { limitInWords } from "../limit-in-words.ts";
import { memberOf } from "../member-of.ts";
import type { OwnMember, OwnState, Spending } from "../state.ts";

export function addWarning(state: OwnState, event: Draft<"budget.warned">): void {
  const { limit, used, of, member = null, stops = false } = event;
  state.warnings.push({ limit, used, of, member, stops });
  if (member !== null && stops) stopMember(memberOf(state, member), limit, of);
}

/** A member's own messages are on record with its turns, so that no event needs to say that they are used up. */
export function stopSpentMember({ scenario }: OwnState, member: OwnMember): void {
  const { messages } = scenario.limits.member ?? {};
  const turns = member.messages + member.passes + member.absences;
  if (messages !== undefined && turns >= messages) stopMember(member, "messages", messages);
}

/** The seat stays, with a place in the closing ballot. */
function stopMember(member: OwnMember, limit: LimitName, of: number): void {
  if (member.status !== "active" || member.seat.kind === "agent") return;
  member.status = "absent";
  member.stoppedBy = limit;
  member.absentBecause =
    limit === "context"
      ? "the debate no longer fits the model's context window"
      : `the member's limit of ${limitInWords(limit, of)} is used up`;
}

/** A call without usage is charged its estimate: the whole of it, or of a broken stream its input and what was streamed. */
export function spentBy(event: Draft<"call.answered" | "call.failed">): Spending {
  const { usage, estimate } = event;
  const isAnswer = event.type === "call.answered";
  const isGuessed = !usage && (isAnswer || event.partial !== "");
  const input = usage ? usage.uncached + usage.cacheRead + usage.cacheWrite : 0;
  const output = usage?.output ?? 0;
  const cost = isAnswer ? event.cost : usage ? (event.cost ?? null) : costOfNothing(estimate);
  return {
    calls: isAnswer ? 1 : 0,
    failedCalls: isAnswer ? 0 : 1,
    input,
    estimatedInput: estimate?.input ?? 0,
    cacheRead: usage?.cacheRead ?? 0,
    output,
    cost,
    chargedTokens: isGuessed ? (estimate ? estimate.input + estimate.output : 0) : input + output,
    chargedDollars: (isGuessed ? estimate?.cost : cost) ?? 0,
    ms: event.latencyMs,
  };
}

/** A call of which no usage is known cost nothing, unless nobody knows what its model would have charged. */
function costOfNothing(estimate: Draft<"call.failed">["estimate"]): number | null {
  return estimate?.cost === null ? null : 0;
}

export function spend(state: OwnState, speaker: string, spent: Spending): void {
  for (const sum of [state.spending, memberOf(state, speaker).spending]) {
    sum.calls += spent.calls;
    sum.failedCalls += spent.failedCalls;
    sum.input += spent.input;
    sum.estimatedInput += spent.estimatedInput;
    sum.cacheRead += spent.cacheRead;
    sum.output += spent.output;
    sum.cost = sum.cost === null || spent.cost === null ? null : sum.cost + spent.cost;
    sum.chargedTokens += spent.chargedTokens;
    sum.chargedDollars += spent.chargedDollars;
    sum.ms += spent.ms;
  }
}

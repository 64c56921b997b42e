import type { MeetingState } from "../../../engine/transcript/state.ts";
import { attemptOf, attemptsIn } from "../attempts.ts";
import type { TurnCost } from "../facts.ts";

type Paid = TurnCost & { readonly attempt: number; readonly seat: string; readonly phase: string };

export function callsOf(state: MeetingState): Paid[] {
  return Array.from({ length: attemptsIn(state) }, (_, index) => attemptOf(state, index + 1)).flatMap(
    (each) => {
      const { attempt, phase1, divergence, phase2, claims, arbitration } = each;
      const paid = (seat: string, phase: string, taken: TurnCost): Paid => ({ attempt, seat, phase, ...taken });
      return [
        ...phase1.map((answer) => paid(answer.panelist, "answer", answer.taken)),
        ...(divergence?.taken ? [paid("classifier", "divergence", divergence.taken)] : []),
        ...(phase2 ?? []).map((reply) => paid(reply.panelist, "cross-examination", reply.taken)),
        ...claims.map((claim) => paid("checker", "claim-check", claim.taken)),
        ...(arbitration ? [paid("arbiter", "arbitration", arbitration.taken)] : []),
      ];
    },
  );
}

/** Milliseconds as a person waits: of calls that run at once, the longest. */
export function durationOf(calls: readonly Paid[]): number {
  const longest = new Map<string, number>();
  for (const { attempt, phase, latencyMs } of calls) {
    const key = `${attempt} ${phase}`;
    const before = longest.get(key) ?? 0;
    longest.set(key, phase === "claim-check" ? before + latencyMs : Math.max(before, latencyMs));
  }
  return [...longest.values()].reduce((sum, each) => sum + each, 0);
}

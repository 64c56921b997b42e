import { nameIn } from "../../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { matterOf } from "../context.ts";
import { attemptOf, attemptsIn, sessionConcluded, sessionOpened, type TurnCost } from "../facts.ts";
import { openly } from "../labels.ts";

export function sessionOf(state: MeetingState) {
  const last = attemptOf(state, Math.max(1, attemptsIn(state)));
  const opened = sessionOpened.last(state);
  const concluded = sessionConcluded.last(state);
  const byCall = callsOf(state);
  const { question, context } = matterOf(state.scenario);
  const nameOf = (id: string) => nameIn(state, id);
  return {
    sessionId: state.meeting,
    createdAt: state.startedAt,
    simulated: state.simulated,
    trigger: opened?.trigger ?? "founder",
    level: concluded?.level ?? opened?.level ?? 3,
    levelBecause: opened?.because ?? [],
    proposer: state.proposer,
    approval: state.approval,
    question,
    context,
    contextTokens: opened?.contextTokens ?? null,
    panel: state.scenario.members.map(({ id, persona, model }) => ({ id, name: persona.name, model })),
    ...(state.scenario.excluded && { excluded: state.scenario.excluded }),
    phase1: last.phase1,
    divergence: last.divergence,
    phase2: last.phase2,
    contributions: last.contributions,
    claims: last.claims,
    arbitration: last.arbitration && openly(last.arbitration, nameOf),
    review: last.review,
    earlier: Array.from({ length: Math.max(0, attemptsIn(state) - 1) }, (_, index) =>
      attemptOf(state, index + 1),
    ),
    outcome: state.outcome,
    cost: {
      estimated: state.simulated ? 0 : (state.approval?.estimate ?? null),
      actual: state.spending.cost,
      byCall,
    },
    durationMs: durationOf(byCall),
    status: concluded?.status ?? null,
    missing: concluded?.missing ?? [],
  };
}

type Paid = TurnCost & { readonly attempt: number; readonly seat: string; readonly phase: string };

function callsOf(state: MeetingState): Paid[] {
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
function durationOf(calls: readonly Paid[]): number {
  const longest = new Map<string, number>();
  for (const { attempt, phase, latencyMs } of calls) {
    const key = `${attempt} ${phase}`;
    const before = longest.get(key) ?? 0;
    longest.set(key, phase === "claim-check" ? before + latencyMs : Math.max(before, latencyMs));
  }
  return [...longest.values()].reduce((sum, each) => sum + each, 0);
}

import type { MeetingState } from "../../transcript/state.ts";
import { matterOf } from "./context.ts";
import { estimateChamber } from "./estimate.ts";
import {
  type Arbitrated,
  claimChecked,
  dataBrought,
  divergenceAssessed,
  founderContributed,
  founderReviewed,
  panelAnswered,
  panelArbitrated,
  panelCrossExamined,
  sessionConcluded,
  sessionOpened,
  type Taken,
} from "./facts.ts";
import { revealed } from "./labels.ts";
import { chamberOptions } from "./options.ts";

/** One call that was paid for, by whom and in which phase. */
export type Paid = Taken & { readonly attempt: number; readonly seat: string; readonly phase: string };

/** Everything on record of the Nth time that the panel was asked. */
export function attemptOf(state: MeetingState, attempt: number) {
  const isThis = (fact: { readonly attempt: number }) => fact.attempt === attempt;
  return {
    attempt,
    phase1: panelAnswered.all(state).find(isThis)?.answers ?? [],
    divergence: divergenceAssessed.all(state).find(isThis) ?? null,
    phase2: panelCrossExamined.all(state).find(isThis)?.replies ?? null,
    contributions: founderContributed.all(state).filter(isThis),
    claims: claimChecked.all(state).filter(isThis),
    arbitration: panelArbitrated.all(state).find(isThis) ?? null,
    review: founderReviewed.all(state).find(isThis) ?? null,
    brought: dataBrought.all(state).filter(isThis),
  };
}

/** How often the panel was asked. */
export function attemptsIn(state: MeetingState): number {
  return panelAnswered.all(state).length;
}

/** The session as one object, for programs; the same facts as the report. */
export function sessionOf(state: MeetingState) {
  const last = attemptOf(state, Math.max(1, attemptsIn(state)));
  const opened = sessionOpened.last(state);
  const concluded = sessionConcluded.last(state);
  const options = chamberOptions.safeParse(state.scenario.options).data;
  const byCall = callsOf(state);
  const { question, context } = matterOf(state.scenario);
  const nameOf = (id: string) => state.members.get(id)?.seat.persona.name ?? id;
  return {
    sessionId: state.meeting,
    createdAt: state.startedAt,
    simulated: state.simulated,
    trigger: opened?.trigger ?? "founder",
    level: concluded?.level ?? opened?.level ?? 3,
    levelBecause: opened?.because ?? [],
    approval: options?.approval ?? null,
    question,
    context,
    contextTokens: opened?.contextTokens ?? null,
    panel: state.scenario.members.map(({ id, persona, model }) => ({ id, name: persona.name, model })),
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
      estimated:
        options?.approval?.estimatedCost ??
        (options ? estimateChamber(state.scenario, options)?.high : null) ??
        null,
      actual: state.spending.cost,
      byCall,
    },
    durationMs: durationOf(byCall),
    status: concluded?.status ?? null,
    missing: concluded?.missing ?? [],
  };
}

/** Every turn that called a model, in order. */
export function callsOf(state: MeetingState): Paid[] {
  return Array.from({ length: attemptsIn(state) }, (_, index) => attemptOf(state, index + 1)).flatMap(
    (each) => {
      const { attempt, phase1, divergence, phase2, claims, arbitration } = each;
      const paid = (seat: string, phase: string, taken: Taken): Paid => ({ attempt, seat, phase, ...taken });
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

/** Milliseconds of model time as a person waits for it: of what runs at once, the longest. */
function durationOf(calls: readonly Paid[]): number {
  const longest = new Map<string, number>();
  for (const { attempt, phase, latencyMs } of calls) {
    const key = `${attempt} ${phase}`;
    const before = longest.get(key) ?? 0;
    longest.set(key, phase === "claim-check" ? before + latencyMs : Math.max(before, latencyMs));
  }
  return [...longest.values()].reduce((sum, each) => sum + each, 0);
}

/** An arbitration with names in place of labels. */
export function openly(arbitration: Arbitrated, nameOf: (id: string) => string): Arbitrated {
  const { text, labels } = arbitration;
  if (text === null) return arbitration;
  const open = (words: string) => revealed(words, labels, nameOf);
  return {
    ...arbitration,
    text: {
      consensus: text.consensus.map(open),
      disagreements: text.disagreements.map(({ topic, positions, why, kind }) => ({
        topic: open(topic),
        positions: positions.map(open),
        why: open(why),
        kind,
      })),
      evidence: text.evidence.map(({ position, assessment }) => ({
        position: open(position),
        assessment: open(assessment),
      })),
      synthesis: open(text.synthesis),
      uncertainty: open(text.uncertainty),
      reasoning: open(text.reasoning),
      minorityViews: text.minorityViews.map(open),
    },
  };
}

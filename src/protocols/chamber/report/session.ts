import { type MeetingState, nameIn } from "../../../engine/transcript/state.ts";
import { matterOf } from "../context.ts";
import { attemptOf, attemptsIn, sessionConcluded, sessionOpened } from "../facts.ts";
import { openly } from "../labels.ts";

export function sessionOf(state: MeetingState) {
  const last = attemptOf(state, Math.max(1, attemptsIn(state)));
  const opened = sessionOpened.last(state);
  const concluded = sessionConcluded.last(state);
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
    },
    durationMs: Date.parse(state.now) - Date.parse(state.startedAt),
    status: concluded?.status ?? null,
    missing: concluded?.missing ?? [],
  };
}

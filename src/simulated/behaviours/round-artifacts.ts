// The artifacts that simulated members of rounds file. They quote recorded results word for word
// and claim no work that was not done.

import { NOT_RUN, TRACE_KINDS } from "../../protocols/rounds/artifacts.ts";
import type { Role } from "../../protocols/rounds/records.ts";
import type { SimulatedTurn } from "../member.ts";
import {
  type Dealt,
  dealTests,
  listTests,
  RESULTS,
  readRound,
  type Test,
  tellResult,
} from "./round-tests.ts";

export function createArtifact(turn: SimulatedTurn, role: Role): string {
  const dealt = dealTests(turn)[role];
  const { decisions } = readRound(turn);
  const ids = [...decisions.slice(-1), ...dealt.looked].map(({ id }) => id);
  const places = dealt.main.cite ? [dealt.main.cite.ref] : [];
  const claims = dealt.claims.map(({ claim, test, found }) => {
    const supersedes = readRound(turn).claims.findLast(({ text }) => text === claim)?.id ?? null;
    return { text: claim, testable_as: test, polarity: RESULTS[found].polarity, supersedes };
  });
  const sheet = SHEETS[role](turn, dealt);
  return JSON.stringify({ ...sheet, cites: [...new Set([...ids, ...places])], claims });
}

function listLooked({ main, looked }: Dealt): Test[] {
  return [...new Set([main, ...looked.map(({ test }) => test)])];
}

/** From 1 to 5: what was not tried gives no confidence. */
function rateConfidence({ found }: Test): number {
  return found === "open" ? 1 : 4;
}

const SHEETS: Readonly<Record<Role, (turn: SimulatedTurn, dealt: Dealt) => object>> = {
  action(turn, { main }) {
    const { claims, round } = readRound(turn);
    const others = listTests(turn).filter(({ verdict }) => verdict === main.verdict);
    const traces = (["holds", "breaks", "open"] as const).map((found, at) => {
      const test = [main, ...others].find((each) => each.found === found) ?? main;
      const result = { trigger: test.test, outcome: tellResult(test) };
      return { kind: TRACE_KINDS[at], ...result, initialState: [], steps: [] };
    });
    const earlier = claims.filter((claim) => claim.round < round).map(({ id }) => id);
    return { traces, hooksUsed: earlier.slice(-1), selfAssessment: rateConfidence(main) };
  },
  guardian(_, dealt) {
    const { main } = dealt;
    const evidence = listLooked(dealt).flatMap(({ cite }) => cite ?? []);
    return {
      invariant: { always: main.must, measuredBy: main.test, tolerance: "none" },
      whyNow: main.claim,
      verdict: RESULTS[main.found].verdict,
      confidence: rateConfidence(main),
      evidence,
      mechanism: main.found === "breaks" ? tellResult(main) : null,
      condition: null,
      failureMode: `This is not the case: ${main.must}.`,
    };
  },
  observer({ seat }, dealt) {
    const { main } = dealt;
    const { name, title, expertise } = seat.persona;
    const steps = listLooked(dealt);
    return {
      persona: { name, role: title, skill: expertise[0] ?? title },
      startingContext: `Walkthrough ${NOT_RUN}: this member is simulated. The steps are tests with the results that documents record.`,
      steps: steps.map(({ test, found }) => ({ does: test, outcome: RESULTS[found].outcome })),
      friction: steps.flatMap((test, at) =>
        test.found === "breaks" ? [{ step: at + 1, what: tellResult(test) }] : [],
      ),
      verdict: { goal: NOT_RUN, timeToFirstOutput: NOT_RUN, recommend: NOT_RUN },
      goal: main.test,
      selfAssessment: rateConfidence(main),
    };
  },
  critic(turn, dealt) {
    const { main } = dealt;
    const { claims, targets, round, present } = readRound(turn);
    const known = claims.filter((claim) => claim.round < round);
    const hit = known.findLast(({ id }) => targets?.includes(id) ?? true);
    const first = main.cite?.ref ?? `R${round}-${present[0]}-claims`;
    return {
      target: { ref: hit?.id ?? targets?.[0] ?? first, what: hit?.text ?? main.claim },
      hypothesis: `Fails when this is not the case: ${main.must}.`,
      attack: listLooked(dealt).map((test) => ({ does: test.test, observable: tellResult(test) })),
      expectedBroken: "A document records that it broke.",
      expectedRobust: "A document records that it held.",
      why: main.claim,
      preconditions: [main.must],
      assumption: main.must,
      verdict: RESULTS[main.found].check,
      evidence: tellResult(main),
      confidence: rateConfidence(main),
    };
  },
};

import type { Artifacts, TRACE_KINDS } from "../../src/protocols/rounds/artifacts.ts";

/** One artifact of each role that breaks no rule and has no lint, in a round after the first. */
export function artifacts(): Artifacts {
  const common = { cites: ["D-1-1"], claims: [] };
  const claim = {
    text: "It fails twice.",
    testable_as: "two figures differ",
    polarity: "weakness",
    supersedes: null,
  } as const;
  return {
    action: {
      traces: [
        trace("happy_path", "An order arrives"),
        trace("edge_case", "The line is cut"),
        trace("cross_round_reference", "The last state is taken up"),
      ],
      hooksUsed: ["R1-action-happy_path"],
      selfAssessment: 4,
      ...common,
    },
    guardian: {
      invariant: {
        always: "each entry is kept once",
        measuredBy: "counting a day's entries",
        tolerance: "none",
      },
      whyNow: "The pilot ends in May.",
      verdict: "PASS",
      evidence: [{ ref: "memo.md#L3", quote: "The pilot cut costs by 12 % in one year." }],
      confidence: 3,
      mechanism: null,
      condition: null,
      failureMode: "Two machines stop within a minute.",
      ...common,
    },
    observer: {
      persona: {
        name: "Ruth Penn",
        role: "site manager",
        skill: "balances a day's figures in four minutes",
      },
      goal: "Be working again within ten minutes",
      startingContext: "Monday, nine people waiting.",
      steps: Array.from({ length: 8 }, (_, index) => ({
        does: `Presses key ${index + 1}`,
        outcome: index === 4 ? ("stuck" as const) : ("success" as const),
      })),
      friction: [{ step: 5, what: "Nothing says that the key was taken" }],
      verdict: { goal: "Partially", timeToFirstOutput: "3 minutes", recommend: "No" },
      selfAssessment: 3,
      ...common,
    },
    critic: {
      target: { ref: "R1-action-edge_case", what: "the second entry" },
      why: "Everything rests on it.",
      hypothesis: "It fails when the clock is set back.",
      preconditions: ["The clock is set by hand"],
      attack: Array.from({ length: 5 }, (_, index) => ({
        does: `Does step ${index + 1}.`,
        observable: `figure ${index + 1}`,
      })),
      expectedBroken: "two figures",
      expectedRobust: "one figure",
      verdict: "BROKEN",
      evidence: "The trace's fifth step gives two figures.",
      confidence: 4,
      assumption: "that clocks only go forward",
      cites: ["D-1-1"],
      claims: [claim],
    },
  };
}

function trace(
  kind: (typeof TRACE_KINDS)[number],
  trigger: string,
): Artifacts["action"]["traces"][number] {
  return {
    kind,
    trigger,
    initialState: ["a", "b", "c"].map((name) => ({ name, value: "0" })),
    steps: Array.from({ length: 10 }, (_, index) => ({
      does: `Step ${index + 1} is done`,
      delta: `a=${index + 1}`,
    })),
    outcome: "a reads 10",
  };
}

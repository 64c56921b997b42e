import { type Evaluation, evaluate } from "./evaluation.ts";
import { FAILURE_MODES, type FailureMode } from "./failure-modes.ts";
import type { Ledger } from "./ledger.ts";
import { document, section } from "./markdown.ts";
import { CHECKS, ROLES, type Role } from "./roles.ts";

/** The checklist of failure modes, the stress tests, and the axes of the evaluation; no single score. */
export function retrospective(ledger: Ledger): string {
  const { failures, responses, audits, stress, opened, alarms } = ledger;
  const evaluation = evaluate(ledger, ROLES.length);
  const modes = (Object.keys(FAILURE_MODES) as FailureMode[]).flatMap((mode) => {
    const seen = [
      ...failures.filter((each) => each.mode === mode),
      ...(mode === "FM-1" ? alarms.map(alarmed) : []),
    ].sort((a, b) => a.round - b.round);
    const answers = responses.filter((each) => each.mode === mode);
    return [
      `- [${seen.length > 0 ? "x" : " "}] ${mode} ${FAILURE_MODES[mode]}${seen.length > 0 ? "" : ": not seen"}`,
      ...seen.map(({ round, detail }) => `  - round ${round}: ${detail}`),
      ...answers.map(({ round, text }) => `  - answered after round ${round}: ${text}`),
    ];
  });
  return document([
    "# Retrospective",
    section("Failure modes", modes),
    section("Stress tests", [
      ...(opened!.stressReason === null
        ? []
        : [`Fewer than three roles were stressed: ${opened!.stressReason}`]),
      ...stress.map(
        ({ round, absent, predicted, observed, score, precommitted }) =>
          `- Round ${round} without the ${absent}: ${score} of 5${precommitted ? "" : " (scorer primed)"}. Predicted: ${predicted} Observed: ${observed}`,
      ),
    ]),
    section(
      "Audits",
      audits.map(
        ({ round, mode, of, finding }) =>
          `- After round ${round}, for ${mode}: ${finding} (${of.join(", ") || "nothing to audit"})`,
      ),
    ),
    section(
      "Alarms",
      alarms.map(({ round, slopes }) => `- Sycophancy after round ${round}: slopes ${slopes.join(", ")}`),
    ),
    section("Evaluation", axes(evaluation)),
  ]);
}

/** An alarm is a sighting of the sycophancy cascade as much as a detector's finding is. */
function alarmed({ round, slopes }: Ledger["alarms"][number]) {
  return {
    round,
    detail: `alarm: disagreement fell in two readings in a row (slopes ${slopes.join(", ")})`,
  };
}

function axes(evaluation: Evaluation): string[] {
  const { means, convergence, B1_reading, C1_note, ...figures } = evaluation;
  const told = (value: number | null) => (value === null ? "nothing to measure" : String(value));
  return [
    "| Axis | Value |\n| --- | --- |\n" +
      Object.entries(figures)
        .map(([axis, value]) => `| ${axis} | ${told(value)} |`)
        .join("\n"),
    `B1 reads as ${B1_reading}. Falling disagreement against tension: ${convergence}. ${C1_note}`,
    `Group means: A ${told(means.A)}, B ${told(means.B)}, C ${told(means.C)}. They are not added up.`,
  ];
}

/** One line a round: who led, what the checks found, what was added. */
export function iterationLog(ledger: Ledger): string {
  const lines = ledger.rounds.map(({ round, lead, is_stress, absent_agent, kind }) => {
    const results = CHECKS.map((check) => {
      const made = ledger.verifications.find(({ id }) => id === `V-${round}-${check}`);
      return made ? SHORT[made.result] : "-";
    });
    const count = (items: readonly { readonly round: number }[]) =>
      items.filter((item) => item.round === round).length;
    const reading = ledger.readings.find((each) => each.round === round);
    const cells = [
      String(round),
      `${lead ?? "nobody"}${is_stress ? ` (without ${absent_agent as Role})` : ""}`,
      kind,
      results.join(" "),
      String(count(ledger.claims)),
      String(count(ledger.decisions)),
      reading ? `${reading.satisfied}/6` : "",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head =
    "| Round | Lead | Kind | Checks 1 to 4 | Claims | Decisions | Signals |\n| --- | --- | --- | --- | --- | --- | --- |";
  return document(["# Iteration log", [[head, ...lines].join("\n")]]);
}

const SHORT = { BROKEN: "B", ROBUST: "R", UNCLEAR: "U", NOT_APPLICABLE: "n/a" } as const;

import { type Records, SIGNAL_NUMBERS, SIGNAL_TITLES } from "../record/records.ts";
import { ROLES } from "../record/roles.ts";
import { evaluate } from "../signals/evaluation.ts";
import { judge } from "../signals/judgement.ts";
import { readSignals } from "../signals/signals.ts";

export function standingInWords(records: Records): string[] {
  if (records.leads.length === 0) {
    return [
      "",
      "No lead_history.jsonl: without it rounds cannot be told apart, so neither signals nor axes are read.",
    ];
  }
  const reading = readSignals(records, { agents: ROLES.length });
  const judged = judge(records, reading);
  const {
    means,
    disagreement,
    B1_reading,
    C1_note: _,
    convergence,
    convergence_reason: __,
    ...axes
  } = evaluate(records, ROLES.length, judged);
  const told = (value: number | null) => (value === null ? "nothing to measure" : String(value));
  return [
    "",
    `Signals after round ${reading.round}: ${reading.satisfied} of 6.`,
    ...SIGNAL_NUMBERS.map((number) => {
      const { ok, detail } = reading.signals[number];
      return `Signal ${number} (${SIGNAL_TITLES[number]}): ${ok ? "yes" : "no"}; ${detail}`;
    }),
    `Convergence: ${convergence}. ${judged.reason}.`,
    "",
    `Evaluation: ${Object.entries(axes)
      .map(([axis, value]) => `${axis} ${told(value)}`)
      .join(", ")}.`,
    `B1 reads as ${B1_reading}; disagreement against tension: ${disagreement}.`,
    `Group means: A ${told(means.A)}, B ${told(means.B)}, C ${told(means.C)}. They are not added up.`,
  ];
}

import { above, atLeast, atMost } from "../../../engine/meeting/contract/compare.ts";
import {
  type Drift,
  type Records,
  SIGNAL_NUMBERS,
  SIGNAL_TITLES,
  type StopReading,
} from "../record/records.ts";
import { disagreement, rounded, slopeOf, tensionMeans } from "./series.ts";

export type Convergence = { readonly converged: boolean; readonly reason: string };

/** Of six. */
const SIGNALS_NEEDED = 4;

export function judge(records: Records, { satisfied, signals }: StopReading): Convergence {
  const missing = SIGNAL_NUMBERS.filter((number) => !signals[number].ok);
  const lacking = missing.map((number) => `${number} (${SIGNAL_TITLES[number]})`).join(", ");
  const counted = `${satisfied} of 6 signals${missing.length === 0 ? "" : `, missing ${lacking}`}`;
  const failed = unansweredDrift(records.drift).map(({ round }) => round);
  const objections = [
    ...(atLeast(satisfied, SIGNALS_NEEDED) ? [] : [`${SIGNALS_NEEDED} are needed`]),
    ...(failed.length === 0
      ? []
      : [`nothing has answered the failed drift check of round ${failed.join(" and ")}`]),
    ...(disagreementReading(records) === "falling, tension stays"
      ? ["disagreement fell while tension did not, which is agreement for its own sake"]
      : []),
  ];
  return { converged: objections.length === 0, reason: [counted, ...objections].join("; ") };
}

export function convergenceWord({ converged }: Pick<Convergence, "converged">): "converged" | "not converged" {
  return converged ? "converged" : "not converged";
}

/** No later check has passed, and nothing has addressed them. */
export function unansweredDrift(drift: readonly Drift[]): Drift[] {
  const passed = Math.max(0, ...drift.filter(({ verdict }) => verdict === "PASS").map(({ round }) => round));
  return drift.filter(
    ({ verdict, addressed_by, round }) => verdict === "FAIL" && addressed_by === undefined && round > passed,
  );
}

export type DisagreementReading = "not falling" | "falling with tension" | "falling, tension stays";

/** Falling disagreement is convergence only where tension falls too; else it is agreement for its own sake. */
export function disagreementReading(
  records: Pick<Records, "leads" | "verifications" | "tensions">,
): DisagreementReading {
  const slope = slopeOf(disagreement(records));
  const tension = slopeOf(tensionMeans(records).map((value, index) => [index, value]));
  return readDisagreement(rounded(slope, 6), rounded(tension, 6));
}

/** Falling: by a fifth of a result a round or more. */
export function readDisagreement(slope: number, tensionSlope: number): DisagreementReading {
  if (!atMost(slope, -0.2)) return "not falling";
  return above(-tensionSlope, 0) ? "falling with tension" : "falling, tension stays";
}

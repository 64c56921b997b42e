/**
 * The six stop signals, each computed from the records, and the judgement whether the rounds have
 * converged.
 */

import { isAtLeast, isBelow } from "../../engine/protocol/compare.ts";
import { dropMissing } from "../../lists.ts";
import { computePendingShare } from "./ledger.ts";
import * as r from "./records.ts";

type Signal = { ok: boolean; detail: string };

export function readSignals(records: r.Records): r.StopReading {
  const signals = {
    1: readClaimChurn(countTransitions(records.verifications)),
    2: readDisagreement(countDisagreement(records)),
    3: readLeadRotation(records.leads),
    4: readStressCoverage(records.leads),
    5: readDriftHistory(records.drift),
    6: readPendingBacklog(computePendingShare(records.claims, records.verifications)),
  };
  const satisfied = Object.values(signals).filter(({ ok }) => ok).length;
  const round = Math.max(1, ...records.leads.map((entry) => entry.round));
  const judged = judgeConvergence(records, { satisfied, signals });
  return { round, signals, satisfied, verdict: `${describeConvergence(judged)}: ${judged.reason}` };
}

/** 1: the last two 3-round means are both under half of the highest; from six rounds on. */
export function readClaimChurn(changes: readonly number[]): Signal {
  const means = computeRollingMeans(changes);
  const shown = means.map((mean) => roundTo(mean, 2)).join(" ");
  if (changes.length < 6)
    return { ok: false, detail: `${changes.length} rounds with checks; six are needed` };
  const peak = Math.max(...means);
  const ok = peak > 0 && means.slice(-2).every((mean) => isBelow(mean, peak / 2));
  return { ok, detail: `rolling means ${shown}; half of the peak is ${roundTo(peak / 2, 2)}` };
}

/** 2: disagreement does not fall over all non-stress rounds. */
export function readDisagreement(points: readonly (readonly [number, number])[]): Signal {
  const slope = computeSlope(points);
  const ok = isAtLeast(slope, -0.2);
  const trend = ok ? "stable" : "falling";
  const word = isAtLeast(slope, 0) ? "not falling" : trend;
  return { ok, detail: `slope ${roundTo(slope)} over ${points.length} rounds: ${word}` };
}

/** 3: the lead rotates, by entropy, and every role has led outside a stress round. */
export function readLeadRotation(leads: readonly r.LeadEntry[]): Signal {
  const evenness = computeLeadEvenness(leads);
  const never = r.ROLES.filter((role) => countLeadsByRole(leads).get(role) === 0);
  const ok = isAtLeast(evenness, 0.7) && never.length === 0;
  const detail = never.length === 0 ? "every role has led" : `never led: ${never.join(", ")}`;
  return { ok, detail: `evenness ${roundTo(evenness)}; ${detail}` };
}

/** 4: all agents but one were forced absent once. */
export function readStressCoverage(leads: readonly r.LeadEntry[]): Signal {
  const absent = listStressedRoles(leads);
  const wanted = r.ROLES.length - 1;
  return {
    ok: absent.length >= wanted,
    detail: `${absent.length} of ${r.ROLES.length} roles stressed, ${wanted} wanted${absent.length > 0 ? `: ${absent.join(", ")}` : ""}`,
  };
}

export function listStressedRoles(leads: readonly r.LeadEntry[]): r.Role[] {
  return r.ROLES.filter((role) =>
    leads.some((entry) => entry.is_stress && entry.absent_agent === role),
  );
}

/** 5: every drift check passes; or the last does, and earlier partial ones were addressed. */
export function readDriftHistory(drift: readonly r.Drift[]): Signal {
  const ordered = [...drift].sort((a, b) => a.round - b.round);
  const last = ordered.at(-1);
  const loose = ordered.filter(
    ({ verdict, addressed_by }) => verdict === "PARTIAL" && addressed_by === undefined,
  );
  const ok = last?.verdict === "PASS" && loose.length === 0;
  return {
    ok,
    detail: last ? ordered.map(({ verdict }) => verdict).join(", ") : "no drift check yet",
  };
}

/** 6: fewer than three in ten claims are pending. */
export function readPendingBacklog(share: number | null): Signal {
  if (share === null) return { ok: false, detail: "no claims" };
  return {
    ok: isBelow(share, 0.3),
    detail: `${roundTo(share * 100, 1)} % of the claims are pending`,
  };
}

type Convergence = { converged: boolean; reason: string };

/** Of six. */
const SIGNALS_NEEDED = 4;

export function judgeConvergence(
  { drift }: Pick<r.Records, "drift">,
  { satisfied, signals }: Pick<r.StopReading, "satisfied" | "signals">,
): Convergence {
  const missing = r.SIGNAL_NUMBERS.filter((number) => !signals[number].ok);
  const lacking = missing.map((number) => `${number} (${r.SIGNAL_TITLES[number]})`).join(", ");
  const counted = `${satisfied} of 6 signals${missing.length === 0 ? "" : `, missing ${lacking}`}`;
  const failed = listUnansweredDrift(drift).map(({ round }) => round);
  const objections = dropMissing([
    !isAtLeast(satisfied, SIGNALS_NEEDED) && `${SIGNALS_NEEDED} are needed`,
    failed.length > 0 &&
      `nothing has answered the failed drift check of round ${failed.join(" and ")}`,
  ]);
  return { converged: objections.length === 0, reason: [counted, ...objections].join("; ") };
}

export function describeConvergence({ converged }: Convergence): "converged" | "not converged" {
  return converged ? "converged" : "not converged";
}

/** No later check has passed, and nothing has addressed them. */
export function listUnansweredDrift(drift: readonly r.Drift[]): r.Drift[] {
  const passed = Math.max(
    0,
    ...drift.filter(({ verdict }) => verdict === "PASS").map(({ round }) => round),
  );
  return drift.filter(
    ({ verdict, addressed_by, round }) =>
      verdict === "FAIL" && addressed_by === undefined && round > passed,
  );
}

/** Counts stress rounds too; ties fall by the fixed order. */
export function chooseLead(
  history: readonly r.LeadEntry[],
  present: readonly r.Role[],
): r.Role | null {
  const countLeads = (role: r.Role) => history.filter(({ lead }) => lead === role).length;
  let best: r.Role | null = null;
  for (const role of r.ROLES) {
    if (!present.includes(role)) continue;
    if (best === null || countLeads(role) < countLeads(best)) best = role;
  }
  return best;
}

export function countLeadsByRole(history: readonly r.LeadEntry[]): ReadonlyMap<r.Role, number> {
  const counts = new Map<r.Role, number>(r.ROLES.map((role) => [role, 0]));
  for (const { lead, is_stress } of history) {
    if (lead !== null && !is_stress) counts.set(lead, (counts.get(lead) ?? 0) + 1);
  }
  return counts;
}

/** Shannon entropy in bits. */
export function computeEntropy(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => {
    if (count === 0) return sum;
    const share = count / total;
    return sum - share * Math.log2(share);
  }, 0);
}

/** Over that of an even rotation; 0 to 1. */
export function computeLeadEvenness(history: readonly r.LeadEntry[]): number {
  return computeEntropy([...countLeadsByRole(history).values()]) / Math.log2(r.ROLES.length);
}

/** Ordinary least squares; 0 where x does not vary. */
export function computeSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const count = points.length;
  const meanX = sumUp(points.map(([x]) => x)) / count;
  const meanY = sumUp(points.map(([, y]) => y)) / count;
  const spread = sumUp(points.map(([x]) => (x - meanX) * (x - meanX)));
  if (count === 0 || spread === 0) return 0;
  return sumUp(points.map(([x, y]) => (x - meanX) * (y - meanY))) / spread;
}

export function computeRollingMeans(values: readonly number[]): number[] {
  return values.slice(2).map((_, index) => sumUp(values.slice(index, index + 3)) / 3);
}

function sumUp(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function listApplicable(verifications: readonly r.Verification[]): r.Verification[] {
  return verifications.filter(({ result }) => result !== "NOT_APPLICABLE");
}

function listPlainRounds({ leads }: r.Records): number[] {
  return leads.filter(({ is_stress }) => !is_stress).map(({ round }) => round);
}

/** As points for a slope; BROKEN and UNCLEAR in each non-stress round, with zeros. */
export function countDisagreement(
  records: r.Records,
): readonly (readonly [round: number, count: number])[] {
  return listPlainRounds(records).map((round) => [
    round,
    records.verifications.filter(
      (each) => each.round === round && (each.result === "BROKEN" || each.result === "UNCLEAR"),
    ).length,
  ]);
}

function countTransitions(verifications: readonly r.Verification[]): number[] {
  const rounds = [...new Set(verifications.map(({ round }) => round))].sort((a, b) => a - b);
  return rounds.map((round) =>
    sumUp(
      verifications
        .filter((each) => each.round === round)
        .map(({ claim_status_changes }) => claim_status_changes.length),
    ),
  );
}

/** So that a recorded figure reads well and is the same everywhere. */
export function roundTo(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}

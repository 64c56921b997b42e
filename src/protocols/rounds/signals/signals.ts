import { above, atLeast, below } from "../../../engine/meeting/contract/compare.ts";
import { pendingShare } from "../record/claims.ts";
import type { Drift, LeadEntry, Records, StopReading } from "../record/records.ts";
import { ROLES, type Role } from "../record/roles.ts";
import { judge } from "./judgement.ts";
import { leadCounts, leadEvenness } from "./leads.ts";
import { applicable, disagreement, rollingMeans, rounded, slopeOf, transitionsByRound } from "./series.ts";

type Signal = { readonly ok: boolean; readonly detail: string };

export type SignalSettings = {
  readonly agents: number;
  /** Stressing this one alone satisfies signal 4. */
  readonly mostConsequential?: Role | undefined;
  /** Whether a round is left in which to wrap up; by default, yes. */
  readonly canWrapUp?: boolean | undefined;
  readonly stressAhead?: boolean | undefined;
};

export function readSignals(records: Records, settings: SignalSettings): StopReading {
  const signals = {
    1: claimChurn(transitionsByRound(records.verifications)),
    2: disagreementTrend(disagreement(records)),
    3: leadRotation(records.leads, settings.agents),
    4: stressCoverage(records.leads, settings),
    5: driftHistory(records.drift),
    6: pendingBacklog(pendingShare(records.claims, records.verifications)),
  };
  const satisfied = Object.values(signals).filter(({ ok }) => ok).length;
  const round = Math.max(1, ...records.leads.map((entry) => entry.round));
  const reading = { round, signals, satisfied, verdict: "" };
  return { ...reading, verdict: adviceOn(reading, records, settings) };
}

/** 1: the last two 3-round means are both under half of the highest; from six rounds on. */
export function claimChurn(changes: readonly number[]): Signal {
  const means = rollingMeans(changes);
  const shown = means.map((mean) => rounded(mean, 2)).join(" ");
  if (changes.length < 6) return { ok: false, detail: `${changes.length} rounds with checks; six are needed` };
  const peak = Math.max(...means);
  const ok = peak > 0 && means.slice(-2).every((mean) => below(mean, peak / 2));
  return { ok, detail: `rolling means ${shown}; half of the peak is ${rounded(peak / 2, 2)}` };
}

/** 2: disagreement does not fall over all non-stress rounds. */
export function disagreementTrend(points: readonly (readonly [number, number])[]): Signal {
  const slope = slopeOf(points);
  const ok = atLeast(slope, -0.2);
  const word = atLeast(slope, 0) ? "not falling" : ok ? "stable" : "falling";
  return { ok, detail: `slope ${rounded(slope)} over ${points.length} rounds: ${word}` };
}

/** 3: the lead rotates, by entropy, and every role has led outside a stress round. */
export function leadRotation(leads: readonly LeadEntry[], agents: number): Signal {
  const evenness = leadEvenness(leads, agents);
  const never = ROLES.filter((role) => leadCounts(leads).get(role) === 0);
  const ok = atLeast(evenness, 0.7) && never.length === 0;
  const detail = never.length === 0 ? "every role has led" : `never led: ${never.join(", ")}`;
  return { ok, detail: `evenness ${rounded(evenness)}; ${detail}` };
}

/** 4: all agents but one were forced absent once; or the most consequential one. */
export function stressCoverage(leads: readonly LeadEntry[], settings: SignalSettings): Signal {
  const absent = stressedRoles(leads);
  const wanted = Math.max(1, settings.agents - 1);
  const { mostConsequential } = settings;
  const ok = absent.length >= wanted || (mostConsequential !== undefined && absent.includes(mostConsequential));
  return {
    ok,
    detail: `${absent.length} of ${settings.agents} roles stressed, ${wanted} wanted${absent.length > 0 ? `: ${absent.join(", ")}` : ""}`,
  };
}

export function stressedRoles(leads: readonly LeadEntry[]): Role[] {
  return ROLES.filter((role) => leads.some((entry) => entry.is_stress && entry.absent_agent === role));
}

/** 5: every drift check passes; or the last does, and earlier partial ones were addressed. */
export function driftHistory(drift: readonly Drift[]): Signal {
  const ordered = [...drift].sort((a, b) => a.round - b.round);
  const last = ordered.at(-1);
  const loose = ordered.filter(
    ({ verdict, addressed_by }) => verdict === "PARTIAL" && addressed_by === undefined,
  );
  const ok = last?.verdict === "PASS" && loose.length === 0;
  return { ok, detail: last ? ordered.map(({ verdict }) => verdict).join(", ") : "no drift check yet" };
}

/** 6: fewer than three in ten claims are pending. */
export function pendingBacklog(share: number | null): Signal {
  if (share === null) return { ok: false, detail: "no claims" };
  return { ok: below(share, 0.3), detail: `${rounded(share * 100, 1)} % of the claims are pending` };
}

/** A single round in which everything holds never stops anything. */
function adviceOn(reading: StopReading, records: Records, settings: SignalSettings): string {
  const { satisfied, signals } = reading;
  const caution = isAllRobust(records) ? "; everything held in the last round, which may be sycophancy" : "";
  const { converged, reason } = judge(records, reading);
  const { canWrapUp = true, stressAhead = false } = settings;
  if (!converged) return `continue: ${reason}${caution}`;
  if (!signals[4].ok && stressAhead) return `stress first: ${reason}${caution}`;
  if (satisfied === 4) return `borderline stop: ${reason}${caution}`;
  return satisfied === 5 && canWrapUp
    ? `stop after one round to wrap up: ${reason}${caution}`
    : `stop: ${reason}${caution}`;
}

function isAllRobust({ leads, verifications }: Records): boolean {
  const last = leads.at(-1)?.round;
  const checks = applicable(verifications).filter(({ round }) => round === last);
  return checks.length > 0 && checks.every(({ result }) => result === "ROBUST");
}

export function isSycophancyAlarm(slopes: readonly number[]): boolean {
  return slopes.length >= 2 && slopes.slice(-2).every((slope) => above(-slope, 0));
}

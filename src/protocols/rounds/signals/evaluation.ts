import { atLeast, atMost } from "../../../engine/meeting/contract/compare.ts";
import { foldStatuses } from "../record/ledger.ts";
import { type Decision, type Records, ROLES } from "../record/records.ts";
import {
  type Convergence,
  convergenceWord,
  disagreement,
  disagreementReading,
  leadEvenness,
  meanOf,
  rounded,
  slopeOf,
  tensionMeans,
} from "./signals.ts";

/** Twelve figures, which are never added up; null: nothing to measure it by. */
export function evaluate(records: Records, judged: Pick<Convergence, "converged" | "reason"> | null = null) {
  const { claims, verifications, decisions, leads, drift, tensions, stress } = records;
  const statuses = [...foldStatuses(claims, verifications).values()];
  const rounds = leads.length;
  const settled = statuses.filter((status) => SETTLED.has(status)).length;
  const referenced = verifications.filter(({ evidence_refs }) => evidence_refs.length >= 2).length;
  const B1 = slopeOf(disagreement(records));
  const B2s = tensionMeans(records);
  const overturned = decisions.filter(isOverturn);
  const passes = drift.filter(({ verdict }) => verdict === "PASS").length;
  const fails = drift.filter(({ verdict }) => verdict !== "PASS").map(({ deviation }) => deviation);
  const open = tensions.filter(({ status }) => status === "open").length;
  const joint = tensions.filter(({ source }) => source.length > 1).length;
  const nodes = claims.length + decisions.length + tensions.length;
  const axes = {
    A1: share(settled, claims.length),
    A2: rounds === 0 ? null : Math.min(1, verifications.length / rounds / (ROLES.length - 1)),
    A3: share(referenced, verifications.length),
    B1,
    B2: B2s[Math.floor((B2s.length - 1) / 2)] ?? null,
    B3: overturned.length * ((meanOf(overturned.map(qualityOf)) ?? 0) / 5),
    B4: drift.length === 0 ? null : (passes / drift.length) * (1 - (meanOf(fails) ?? 0) / 5),
    C1: leadEvenness(leads, ROLES.length),
    C2: meanOf(stress.map(({ score, precommitted }) => (precommitted ? score : Math.min(score, PRIMED_CAP)))),
    C3: share(joint, tensions.length),
    C4: rounds === 0 ? null : 1 / (1 + nodes / rounds),
    C5: share(claims.length, claims.length + open),
  };
  const figures = Object.entries(axes).map(([axis, value]) => [
    axis,
    value === null ? null : rounded(value, 4),
  ]);
  return {
    axes: Object.fromEntries(figures) as typeof axes,
    B1_reading: atLeast(B1, 0.2) ? "anti-sycophantic" : atMost(B1, -0.2) ? "risk" : "stable",
    disagreement: disagreementReading(records),
    convergence: judged === null ? "not judged yet" : convergenceWord(judged),
    convergence_reason: judged?.reason ?? null,
  };
}

/** Where the prediction was not on record beforehand. */
const PRIMED_CAP = 3;

const SETTLED: ReadonlySet<string> = new Set(["tested_confirmed", "tested_refuted", "partially_refuted"]);

function isOverturn({ cites }: Decision): boolean {
  return cites.some(({ type, relation }) => type === "decision" && relation === "supersedes");
}

/** 1 to 5: how much other evidence an overturn rests on. */
function qualityOf({ cites }: Decision): number {
  return Math.min(5, 1 + cites.filter(({ type }) => type !== "decision").length);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** `A1 0.5`, one to each figure. */
export function axesInWords({ axes }: Pick<ReturnType<typeof evaluate>, "axes">): [string, string][] {
  return Object.entries(axes).map(([axis, value]) => [
    axis,
    value === null ? "nothing to measure" : `${value}`,
  ]);
}

import { atLeast, atMost } from "../../../engine/meeting/contract/compare.ts";
import { foldStatuses } from "../record/ledger.ts";
import type { Decision, Records } from "../record/records.ts";
import {
  type Convergence,
  convergenceWord,
  type DisagreementReading,
  disagreement,
  disagreementReading,
  leadEvenness,
  meanOf,
  rounded,
  slopeOf,
  sumOf,
  tensionMeans,
} from "./signals.ts";

/** What B2, B3 and C4 are measured against when group means are taken. */
const CALIBRATION = {
  /** Highest B2: open tensions and BROKEN results together in a round. */
  tension: 8,
  overturns: 4,
  /** C4 of a lean deliberation: one over one more than the records of a round. */
  leanness: 0.1,
};

/** Null: nothing to measure it by. Three means, never one figure. */
export type Evaluation = {
  readonly A1: number | null;
  readonly A2: number | null;
  readonly A3: number | null;
  readonly B1: number;
  readonly B1_reading: "anti-sycophantic" | "stable" | "risk";
  readonly B2: number | null;
  readonly B3: number;
  readonly B4: number | null;
  readonly C1: number;
  readonly C1_note: string;
  readonly C2: number | null;
  readonly C3: number | null;
  readonly C4: number | null;
  readonly C5: number | null;
  readonly means: { readonly A: number | null; readonly B: number | null; readonly C: number | null };
  readonly disagreement: DisagreementReading;
  readonly convergence: "converged" | "not converged" | "not judged yet";
  readonly convergence_reason: string | null;
};

export function evaluate(
  records: Records,
  agents: number,
  judged: Pick<Convergence, "converged" | "reason"> | null = null,
): Evaluation {
  const { claims, verifications, leads, drift, tensions, stress } = records;
  const statuses = [...foldStatuses(claims, verifications).values()];
  const rounds = leads.length;
  const settled = statuses.filter((status) => SETTLED.has(status)).length;
  const B1 = slopeOf(disagreement(records));
  const B2s = tensionMeans(records);
  const B2 = B2s[Math.floor((B2s.length - 1) / 2)] ?? null;
  const overturned = records.decisions.filter(isOverturn);
  const B3 = overturned.length * ((meanOf(overturned.map(qualityOf)) ?? 0) / 5);
  const passes = drift.filter(({ verdict }) => verdict === "PASS").length;
  const fails = drift.filter(({ verdict }) => verdict !== "PASS").map(({ deviation }) => deviation);
  const B4 = drift.length === 0 ? null : (passes / drift.length) * (1 - (meanOf(fails) ?? 0) / 5);
  const open = tensions.filter(({ status }) => status === "open").length;
  const joint = tensions.filter(({ source }) => source.length > 1).length;
  const nodes = claims.length + records.decisions.length + tensions.length;
  const A1 = share(settled, claims.length);
  const A2 = rounds === 0 || agents < 2 ? null : Math.min(1, verifications.length / rounds / (agents - 1));
  const A3 = share(
    verifications.filter(({ evidence_refs }) => evidence_refs.length >= 2).length,
    verifications.length,
  );
  const C1 = leadEvenness(leads, agents);
  const C2 = meanOf(
    stress.map(({ score, precommitted }) => (precommitted ? score : Math.min(score, PRIMED_CAP))),
  );
  const C3 = share(joint, tensions.length);
  const C4 = rounds === 0 ? null : 1 / (1 + nodes / rounds);
  const C5 = share(claims.length, claims.length + open);
  return {
    ...figures({ A1, A2, A3 }),
    B1: rounded(B1, 4),
    B1_reading: atLeast(B1, 0.2) ? "anti-sycophantic" : atMost(B1, -0.2) ? "risk" : "stable",
    ...figures({ B2 }),
    B3: rounded(B3, 4),
    ...figures({ B4 }),
    C1: rounded(C1, 4),
    C1_note: "Roles that attack by duty should lead exactly as often as the others.",
    ...figures({ C2, C3, C4, C5 }),
    means: {
      A: mean([A1, A2, A3]),
      B: mean([
        1 / (1 + Math.exp(-B1)),
        calibrated(B2, CALIBRATION.tension),
        calibrated(B3, CALIBRATION.overturns),
        B4,
      ]),
      C: mean([C1, C2 === null ? null : C2 / 5, C3, calibrated(C4, CALIBRATION.leanness), C5]),
    },
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

function calibrated(value: number | null, most: number): number | null {
  return value === null ? null : Math.min(1, value / most);
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : rounded(sumOf(known) / known.length, 4);
}

function figures<Key extends string>(values: Readonly<Record<Key, number | null>>): Record<Key, number | null> {
  const entries = Object.entries(values) as [Key, number | null][];
  return Object.fromEntries(
    entries.map(([key, value]) => [key, value === null ? null : rounded(value, 4)]),
  ) as Record<Key, number | null>;
}

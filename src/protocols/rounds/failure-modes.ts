/**
 * Detects eight ways in which rounds go wrong, such as drift or domination, from the records alone.
 * responses.ts acts on what is found.
 */

import { isAbove, isAtLeast, isAtMost, isBelow } from "../../engine/protocol/compare.ts";
import { computeMean } from "../../lists.ts";
import { dropTrailing } from "../../text/plain.ts";
import { computePendingShare } from "./ledger.ts";
import { SURE_OF_UNCLEAR, UNSPECIFIC_TARGET } from "./lints.ts";
import { type Records, ROLES, type Role, type StopReading, type Verification } from "./records.ts";
import {
  computeEntropy,
  computeSlope,
  countDisagreement,
  listApplicable,
  roundTo,
} from "./signals.ts";

type FiledArtifact = {
  round: number;
  role: Role;
  lints: readonly string[];
  artifact: { cites: readonly string[]; verdict?: unknown };
};

export type Evidence = Records & {
  artifacts: readonly FiledArtifact[];
  budget: number;
  plannedStress: readonly { round: number; absent: Role }[];
  assessments: readonly { round: number; anchor: string | null }[];
  reading: StopReading | null;
  closingRounds: readonly number[];
};

type FailureFacts = {
  name: string;
  /** What shows the mode; the first that applies counts. */
  find: (evidence: Evidence) => readonly (string | false)[];
};

/** Rounds that a detector looks back on. */
const WINDOW = 3;

export const FAILURE_MODES = {
  "FM-1": {
    name: "sycophancy cascade",
    find: (evidence) => {
      const points = countDisagreement(evidence);
      const slope = computeSlope(points);
      const rounds = listLastChecks(evidence);
      const isRobust = rounds.flat().every(({ result }) => result === "ROBUST");
      const aimless = listLastCritiques(evidence).filter(({ lints }) =>
        lints.includes(UNSPECIFIC_TARGET),
      );
      return [
        points.length >= WINDOW &&
          isAtMost(slope, -0.2) &&
          `disagreement falls by ${roundTo(-slope)} a round`,
        rounds.length === WINDOW && isRobust && `everything held in the last ${WINDOW} rounds`,
        aimless.length >= 2 &&
          `the critic aimed at nothing recorded in rounds ${listRounds(aimless)}`,
      ];
    },
  },
  "FM-2": {
    name: "performative BROKEN",
    find: (evidence) => {
      const rounds = listLastChecks(evidence);
      const checks = rounds.flat();
      const broken = checks.filter(({ result }) => result === "BROKEN").length;
      const attacks = listLastCritiques(evidence);
      const unconfirmed = attacks.filter(
        ({ round, artifact: { verdict } }) =>
          verdict === "BROKEN" &&
          evidence.verifications.some(
            (each) => each.id === `V-${round}-1` && each.result === "ROBUST",
          ),
      );
      const sure = attacks.filter(({ lints }) => lints.includes(SURE_OF_UNCLEAR));
      return [
        rounds.length === WINDOW &&
          isAtLeast(broken / checks.length, 0.8) &&
          `${broken} of ${checks.length} checks in ${WINDOW} rounds were BROKEN`,
        unconfirmed.length === WINDOW &&
          `attacks called BROKEN were not reproduced in rounds ${listRounds(unconfirmed)}`,
        sure.length > 0 && `the critic was sure of an UNCLEAR in rounds ${listRounds(sure)}`,
      ];
    },
  },
  "FM-3": {
    name: "drift",
    find: ({ drift, leads, decisions, assessments }) => {
      const last = drift.at(-1);
      const recent = assessments.slice(-WINDOW);
      const isLoose = recent.length === WINDOW && recent.every(({ anchor }) => anchor === null);
      const late = decisions.filter(({ round }) => round > leads.length - WINDOW);
      const isRooted = late.some(({ cites }) => cites.some(({ type }) => type === "decision"));
      const isLate = leads.length >= 2 * WINDOW && late.length >= WINDOW;
      return [
        last?.verdict === "FAIL" && `the drift check of round ${last.round} failed: ${last.notes}`,
        isLoose && `the assessments of rounds ${listRounds(recent)} do not cite the anchor`,
        isLate && !isRooted && `no decision of the last ${WINDOW} rounds cites an earlier one`,
      ];
    },
  },
  "FM-4": {
    name: "domination",
    find: ({ leads }) => {
      if (leads.length < ROLES.length) return [];
      const counts = ROLES.map((role) => countLeads(leads, role));
      const evenness = computeEntropy(counts) / Math.log2(ROLES.length);
      const most = Math.max(...counts);
      return [
        isBelow(evenness, 0.6) && `lead evenness is ${roundTo(evenness)}`,
        isAbove(most / leads.length, 0.5) &&
          `${findDominantRole(leads)} led ${most} of ${leads.length} rounds`,
      ];
    },
  },
  "FM-5": {
    name: "inflation or starvation of claims",
    find: ({ claims, verifications, leads, closingRounds, artifacts }) => {
      const open = leads
        .map(({ round }) => round)
        .filter((round) => !closingRounds.includes(round));
      const last = open.at(-1);
      if (last === undefined || last !== leads.at(-1)?.round) return [];
      const raised = claims.filter(({ round }) => round === last).length;
      const pending = computePendingShare(claims, verifications) ?? 0;
      const recent = open.slice(-WINDOW);
      const silent = ROLES.filter((role) =>
        recent.every(
          (round) =>
            !claims.some((claim) => claim.round === round && claim.raised_by === role) &&
            artifacts.some((each) => each.round === round && each.role === role),
        ),
      );
      return [
        raised > 10 &&
          isAbove(pending, 0.6) &&
          `inflation: ${raised} claims in round ${last}, ${roundTo(pending * 100, 0)} % of all pending`,
        raised < 2 && `starvation: ${raised} claims in round ${last}`,
        recent.length === WINDOW &&
          silent.length > 0 &&
          `starvation: no claim by ${silent.join(", ")} in rounds ${recent.join(", ")}`,
      ];
    },
  },
  "FM-6": {
    name: "verification bypass",
    find: ({ verifications }) => {
      const checks = listApplicable(verifications).slice(-3 * WINDOW);
      const refs = computeMean(checks.map(({ evidence_refs }) => evidence_refs.length));
      if (refs === null || checks.length < WINDOW) return [];
      const isIdle = checks.every(({ claim_status_changes }) => claim_status_changes.length === 0);
      // The same words about another line or record are another finding.
      const notes = checks.map((each) =>
        dropTrailing(
          each.notes
            .toLowerCase()
            .replace(/(?<!#l|-|\d)\d+/g, "#")
            .trim(),
          ".",
        ),
      );
      const countNotes = (text: string) => notes.filter((each) => each === text).length;
      const stock = notes.find((each) => countNotes(each) >= WINDOW);
      return [
        isBelow(refs, 2) && `${roundTo(refs, 2)} references a check on average`,
        checks.length >= 2 * WINDOW &&
          isIdle &&
          `the last ${checks.length} checks changed no claim`,
        stock !== undefined && `stock phrase in ${countNotes(stock)} checks: ${stock.slice(0, 60)}`,
      ];
    },
  },
  "FM-7": {
    name: "stress avoidance",
    find: ({ leads, plannedStress, artifacts, verifications }) => [
      ...plannedStress.map(({ round, absent }) => {
        const entry = leads.find((each) => each.round === round);
        const isHeld = entry === undefined || (entry.is_stress && entry.absent_agent === absent);
        return !isHeld && `round ${round} was planned without the ${absent}`;
      }),
      ...leads
        .filter(({ is_stress }) => is_stress)
        .flatMap(({ round, absent_agent: absent }) => {
          const filed = artifacts.filter((each) => each.round === round);
          const checks = listApplicable(verifications).filter((each) => each.round === round);
          return [
            filed.some(({ role }) => role === absent) &&
              `the ${absent} filed an artifact in round ${round}`,
            filed.length >= ROLES.length && `${filed.length} artifacts in stress round ${round}`,
            checks.length === 4 && `four checks applied in stress round ${round}`,
          ];
        }),
    ],
  },
  "FM-8": {
    name: "budget overrun",
    find: ({ leads, budget, reading, tensions, claims, verifications }) => {
      const round = leads.at(-1)?.round ?? 0;
      const isFailed = round >= budget && reading !== null && reading.satisfied <= 3;
      const isLate = round * 2 > budget && round >= 2 * WINDOW;
      const share = (upTo: number) =>
        computePendingShare(
          claims.filter((claim) => claim.round <= upTo),
          verifications.filter((each) => each.round <= upTo),
        ) ?? 0;
      const [early, before, now] = [share(round - 2), share(round - 1), share(round)];
      const isBacklog = isAbove(now, 0.6) && isAtLeast(before, early) && isAtLeast(now, before);
      const open = tensions.filter(
        (each) => each.round > round - WINDOW && each.status === "open",
      ).length;
      return [
        isFailed &&
          `the budget of ${budget} rounds is used, with ${reading.satisfied} of 6 signals`,
        isLate &&
          isBacklog &&
          `${roundTo(now * 100, 0)} % of the claims are pending, and the share is not falling`,
        isLate && open >= 2 * WINDOW && `${open} tensions of the last ${WINDOW} rounds are open`,
      ];
    },
  },
} as const satisfies Readonly<Record<string, FailureFacts>>;
export type FailureMode = keyof typeof FAILURE_MODES;

export type FailureFound = { mode: FailureMode; detail: string };

export function detectFailures(evidence: Evidence): FailureFound[] {
  return (Object.keys(FAILURE_MODES) as FailureMode[]).flatMap((mode) => {
    const detail = FAILURE_MODES[mode].find(evidence).find((each) => each !== false);
    return detail === undefined ? [] : [{ mode, detail }];
  });
}

export function findDominantRole(leads: Records["leads"]): Role {
  return ROLES.reduce((best, role) =>
    countLeads(leads, role) > countLeads(leads, best) ? role : best,
  );
}

function countLeads(leads: Records["leads"], role: Role): number {
  return leads.filter(({ lead }) => lead === role).length;
}

function listLastChecks({ leads, verifications }: Evidence): Verification[][] {
  return leads
    .map(({ round }) => listApplicable(verifications).filter((each) => each.round === round))
    .filter((checks) => checks.length > 0)
    .slice(-WINDOW);
}

function listLastCritiques({ artifacts }: Evidence): readonly FiledArtifact[] {
  return artifacts.filter(({ role }) => role === "critic").slice(-WINDOW);
}

function listRounds(items: readonly { round: number }[]): string {
  return items.map(({ round }) => round).join(", ");
}

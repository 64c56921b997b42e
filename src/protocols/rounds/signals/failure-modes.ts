import { above, atLeast, atMost, below } from "../../../engine/meeting/contract/compare.ts";
import { pendingShare } from "../record/ledger.ts";
import { SURE_OF_UNCLEAR, UNSPECIFIC_TARGET } from "../record/lints.ts";
import { type Records, ROLES, type Role, type StopReading, type Verification } from "../record/records.ts";
import { applicable, disagreement, entropy, meanOf, rounded, slopeOf } from "./signals.ts";

export const FAILURE_MODES = {
  "FM-1": "sycophancy cascade",
  "FM-2": "performative BROKEN",
  "FM-3": "drift",
  "FM-4": "domination",
  "FM-5": "inflation or starvation of claims",
  "FM-6": "verification bypass",
  "FM-7": "stress avoidance",
  "FM-8": "budget overrun",
} as const;
export type FailureMode = keyof typeof FAILURE_MODES;

export type Evidence = Records & {
  readonly artifacts: readonly {
    readonly round: number;
    readonly role: Role;
    readonly lints: readonly string[];
    readonly verdict?: string | undefined;
  }[];
  readonly budget: number;
  readonly plannedStress: readonly { readonly round: number; readonly absent: Role }[];
  readonly assessments: readonly { readonly round: number; readonly anchor: string | null }[];
  readonly reading: StopReading | null;
  readonly closingRounds: readonly number[];
};

export type FailureFound = { readonly mode: FailureMode; readonly detail: string };

export function detectFailures(evidence: Evidence): FailureFound[] {
  const detectors: readonly (readonly [FailureMode, (evidence: Evidence) => string | null])[] = [
    ["FM-1", sycophancy],
    ["FM-2", performance],
    ["FM-3", drift],
    ["FM-4", domination],
    ["FM-5", claimVolume],
    ["FM-6", bypass],
    ["FM-7", stressAvoidance],
    ["FM-8", overrun],
  ];
  return detectors.flatMap(([mode, detect]) => {
    const detail = detect(evidence);
    return detail === null ? [] : [{ mode, detail }];
  });
}

const WINDOW = 3;

function sycophancy(evidence: Evidence): string | null {
  const points = disagreement(evidence);
  const slope = slopeOf(points);
  if (points.length >= WINDOW && atMost(slope, -0.2)) return `disagreement falls by ${rounded(-slope)} a round`;
  const rounds = checksByRound(evidence).slice(-WINDOW);
  const allRobust = (checks: readonly Verification[]) => checks.every(({ result }) => result === "ROBUST");
  if (rounds.length === WINDOW && rounds.every(allRobust))
    return `everything held in the last ${WINDOW} rounds`;
  const aimless = lastCritiques(evidence).filter(({ lints }) => lints.includes(UNSPECIFIC_TARGET));
  return aimless.length >= 2 ? `the critic aimed at nothing recorded in rounds ${roundsOf(aimless)}` : null;
}

function performance(evidence: Evidence): string | null {
  const rounds = checksByRound(evidence).slice(-WINDOW);
  const checks = rounds.flat();
  const broken = checks.filter(({ result }) => result === "BROKEN").length;
  if (rounds.length === WINDOW && atLeast(broken / checks.length, 0.8)) {
    return `${broken} of ${checks.length} checks in ${WINDOW} rounds were BROKEN`;
  }
  const attacks = lastCritiques(evidence);
  const unconfirmed = attacks.filter(
    ({ round, verdict }) =>
      verdict === "BROKEN" &&
      evidence.verifications.some((each) => each.id === `V-${round}-1` && each.result === "ROBUST"),
  );
  if (unconfirmed.length === WINDOW)
    return `attacks called BROKEN were not reproduced in rounds ${roundsOf(unconfirmed)}`;
  const sure = attacks.filter(({ lints }) => lints.includes(SURE_OF_UNCLEAR));
  return sure.length > 0 ? `the critic was sure of an UNCLEAR in rounds ${roundsOf(sure)}` : null;
}

function drift({ drift: checks, leads, decisions, assessments }: Evidence): string | null {
  const last = checks.at(-1);
  if (last?.verdict === "FAIL") return `the drift check of round ${last.round} failed: ${last.notes}`;
  const recent = assessments.slice(-WINDOW);
  if (recent.length === WINDOW && recent.every(({ anchor }) => anchor === null)) {
    return `the assessments of rounds ${roundsOf(recent)} do not cite the anchor`;
  }
  const late = decisions.filter(({ round }) => round > leads.length - WINDOW);
  const isRooted = late.some(({ cites }) => cites.some(({ type }) => type === "decision"));
  const isLate = leads.length >= 2 * WINDOW && late.length >= WINDOW;
  return isLate && !isRooted ? `no decision of the last ${WINDOW} rounds cites an earlier one` : null;
}

function domination({ leads }: Evidence): string | null {
  if (leads.length < ROLES.length) return null;
  const counts = ROLES.map((role) => leads.filter(({ lead }) => lead === role).length);
  const evenness = entropy(counts) / Math.log2(ROLES.length);
  if (below(evenness, 0.6)) return `lead evenness is ${rounded(evenness)}`;
  const most = Math.max(...counts);
  return above(most / leads.length, 0.5)
    ? `${dominantRole(leads)} led ${most} of ${leads.length} rounds`
    : null;
}

export function dominantRole(leads: Records["leads"]): Role {
  const led = (role: Role) => leads.filter(({ lead }) => lead === role).length;
  return ROLES.reduce((best, role) => (led(role) > led(best) ? role : best));
}

function claimVolume(evidence: Evidence): string | null {
  const { claims, verifications, leads, closingRounds } = evidence;
  const open = leads.filter(({ round }) => !closingRounds.includes(round)).map(({ round }) => round);
  const last = open.at(-1);
  if (last === undefined || last !== leads.at(-1)?.round) return null;
  const raised = claims.filter(({ round }) => round === last).length;
  const pending = pendingShare(claims, verifications) ?? 0;
  if (raised > 10 && above(pending, 0.6))
    return `inflation: ${raised} claims in round ${last}, ${rounded(pending * 100, 0)} % of all pending`;
  if (raised < 2) return `starvation: ${raised} claims in round ${last}`;
  const recent = open.slice(-WINDOW);
  const silent = ROLES.filter((role) =>
    recent.every(
      (round) =>
        !claims.some((claim) => claim.round === round && claim.raised_by === role) &&
        evidence.artifacts.some((each) => each.round === round && each.role === role),
    ),
  );
  return recent.length === WINDOW && silent.length > 0
    ? `starvation: no claim by ${silent.join(", ")} in rounds ${recent.join(", ")}`
    : null;
}

function bypass({ verifications }: Evidence): string | null {
  const checks = applicable(verifications).slice(-3 * WINDOW);
  const refs = meanOf(checks.map(({ evidence_refs }) => evidence_refs.length));
  if (refs === null || checks.length < WINDOW) return null;
  if (below(refs, 2)) return `${rounded(refs, 2)} references a check on average`;
  if (
    checks.length >= 2 * WINDOW &&
    checks.every(({ claim_status_changes }) => claim_status_changes.length === 0)
  ) {
    return `the last ${checks.length} checks changed no claim`;
  }
  const notes = new Map<string, number>();
  for (const each of checks) {
    const words = each.notes.toLowerCase().replace(/\d+/g, "#").trim();
    notes.set(words, (notes.get(words) ?? 0) + 1);
  }
  const stock = [...notes].find(([, count]) => count >= WINDOW);
  return stock ? `stock phrase in ${stock[1]} checks: ${stock[0].slice(0, 60)}` : null;
}

function stressAvoidance({ leads, plannedStress, artifacts, verifications }: Evidence): string | null {
  for (const { round, absent } of plannedStress) {
    const entry = leads.find((entry) => entry.round === round);
    if (entry && (!entry.is_stress || entry.absent_agent !== absent))
      return `round ${round} was planned without the ${absent}`;
  }
  for (const { round, is_stress, absent_agent } of leads) {
    if (!is_stress) continue;
    const filed = artifacts.filter((each) => each.round === round);
    if (filed.some(({ role }) => role === absent_agent))
      return `the ${absent_agent} filed an artifact in round ${round}`;
    if (filed.length > ROLES.length - 1) return `${filed.length} artifacts in stress round ${round}`;
    const made = applicable(verifications).filter((each) => each.round === round).length;
    if (made === 4) return `four checks applied in stress round ${round}`;
  }
  return null;
}

function overrun({ leads, budget, reading, tensions, claims, verifications }: Evidence): string | null {
  const round = leads.at(-1)?.round ?? 0;
  const isPast = round >= budget;
  if (isPast && reading !== null && reading.satisfied <= 3)
    return `the budget of ${budget} rounds is used, with ${reading.satisfied} of 6 signals`;
  if (round * 2 <= budget || round < 2 * WINDOW) return null;
  const share = (upTo: number) =>
    pendingShare(
      claims.filter((claim) => claim.round <= upTo),
      verifications.filter((each) => each.round <= upTo),
    ) ?? 0;
  const [early, before, now] = [share(round - 2), share(round - 1), share(round)];
  if (above(now, 0.6) && atLeast(before, early) && atLeast(now, before))
    return `${rounded(now * 100, 0)} % of the claims are pending, and the share is not falling`;
  const recent = tensions.filter((each) => each.round > round - WINDOW);
  const open = recent.filter(({ status }) => status === "open").length;
  return open >= 2 * WINDOW ? `${open} tensions of the last ${WINDOW} rounds are open` : null;
}

function checksByRound({ leads, verifications }: Evidence): Verification[][] {
  return leads
    .map(({ round }) => applicable(verifications).filter((each) => each.round === round))
    .filter((checks) => checks.length > 0);
}

function lastCritiques({ artifacts }: Evidence): Evidence["artifacts"] {
  return artifacts.filter(({ role }) => role === "critic").slice(-WINDOW);
}

function roundsOf(items: readonly { readonly round: number }[]): string {
  return items.map(({ round }) => round).join(", ");
}

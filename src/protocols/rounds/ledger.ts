/**
 * Reads all recorded facts of a meeting in rounds as one ledger, and computes the status of each
 * claim from the checks.
 */

import type { MeetingState } from "../../engine/transcript/state.ts";
import { type Artifact, type Basis, listAnchors, readArtifact } from "./artifacts.ts";
import { FACTS, type FactData, type Policy } from "./facts.ts";
import * as records from "./records.ts";

export function foldStatuses(
  claims: readonly records.ClaimRecord[],
  verifications: readonly records.Verification[],
): ReadonlyMap<string, records.Status> {
  const statuses = new Map(claims.map(({ id, status }) => [id, status]));
  for (const { result, claim_status_changes } of sortByCheck(verifications)) {
    if (result === "NOT_APPLICABLE") continue;
    for (const { claim_id, to } of claim_status_changes) {
      if (statuses.has(claim_id)) statuses.set(claim_id, to);
    }
  }
  return statuses;
}

export function sortByCheck(
  verifications: readonly records.Verification[],
): readonly records.Verification[] {
  return [...verifications].sort(
    (a, b) => a.round - b.round || records.readCheckNumber(a) - records.readCheckNumber(b),
  );
}

export function isTested(status: records.Status): boolean {
  return status !== "pending" && status !== "superseded";
}

/** A broken thing refutes the claim that it holds and confirms the claim that it fails. Null: no change. */
export function computeStatus(
  result: records.Result,
  polarity: records.Polarity,
  partly = false,
): records.Status | null {
  switch (result) {
    case "NOT_APPLICABLE":
      return null;
    case "UNCLEAR":
      return "tested_unclear";
    case "BROKEN":
      if (partly) return "partially_refuted";
      return polarity === "weakness" ? "tested_confirmed" : "tested_refuted";
    case "ROBUST":
      if (partly) return "partially_refuted";
      return polarity === "weakness" ? "tested_refuted" : "tested_confirmed";
    default:
      return result satisfies never;
  }
}

export function findIllegalTransition({
  from,
  to,
}: Pick<records.StatusChange, "from" | "to">): string | null {
  if (from === "superseded") return "nothing leaves superseded";
  if (to === "pending") return `${from} never returns to pending`;
  if (from === "pending" && to === "superseded")
    return "a pending claim is tested before it is superseded";
  return null;
}

type Affected = { claim_id: string; partly: boolean };

export function listChanges(
  result: records.Result,
  affected: readonly Affected[],
  {
    claims,
    statuses,
  }: {
    claims: readonly records.ClaimRecord[];
    statuses: ReadonlyMap<string, records.Status>;
  },
): records.StatusChange[] {
  const changes: records.StatusChange[] = [];
  for (const { claim_id, partly } of affected) {
    const claim = claims.find(({ id }) => id === claim_id);
    if (!claim || changes.some((change) => change.claim_id === claim_id)) continue;
    const to = computeStatus(result, records.getPolarity(claim), partly);
    if (to === null) continue;
    const change = { claim_id, from: statuses.get(claim_id) ?? claim.status, to };
    if (findIllegalTransition(change) === null) changes.push(change);
  }
  return changes;
}

/** Claims that are pending, or not earlier, stay as they are. */
export function listSupersessions(
  raised: readonly records.ClaimRecord[],
  earlier: readonly records.ClaimRecord[],
  statuses: ReadonlyMap<string, records.Status>,
): records.StatusChange[] {
  const changes: records.StatusChange[] = [];
  for (const { supersedes, round } of raised) {
    const old = earlier.find(({ id }) => id === supersedes);
    if (!old || old.round >= round || changes.some(({ claim_id }) => claim_id === old.id)) continue;
    const from = statuses.get(old.id) ?? old.status;
    if (isTested(from)) changes.push({ claim_id: old.id, from, to: "superseded" });
  }
  return changes;
}

export function isLater(id: string, other: string): boolean {
  const [a, b] = [records.CLAIM_ID.exec(id), records.CLAIM_ID.exec(other)];
  if (!a || !b) return false;
  return Number(a[1]) > Number(b[1]) || (a[1] === b[1] && Number(a[2]) > Number(b[2]));
}

export function computePendingShare(
  claims: readonly records.ClaimRecord[],
  verifications: readonly records.Verification[],
): number | null {
  if (claims.length === 0) return null;
  const statuses = foldStatuses(claims, verifications);
  return claims.filter(({ id }) => statuses.get(id) === "pending").length / claims.length;
}

export type FiledArtifact = {
  round: number;
  role: records.Role;
  holder: string;
  basis: Basis;
  artifact: Artifact;
  lints: readonly string[];
};

export type Ledger = ReturnType<typeof readLedger>;

export function getOpening({ opened }: Ledger): NonNullable<Ledger["opened"]> {
  if (opened === null) throw new Error("the deliberation has not been opened");
  return opened;
}

export function getRoles({ roles }: Ledger): NonNullable<Ledger["roles"]> {
  if (roles === null) throw new Error("no roles have been assigned");
  return roles;
}

/** Facts of other protocols are passed over. */
export function readLedger(state: Pick<MeetingState, "facts">) {
  const readAll = <Name extends keyof typeof FACTS>(name: Name) =>
    FACTS[name].readAll(state) as readonly FactData<Name>[];
  const rounds = readAll("lead.assigned");
  const claims = readAll("claim.raised");
  const verifications = readAll("verification.made");
  const opened = readAll("deliberation.opened").at(-1) ?? null;
  const responses = readAll("response.made");
  const resolved = new Set(readAll("tension.resolved").map(({ id }) => id));
  const addressed = new Map(readAll("drift.addressed").map(({ round, by }) => [round, by]));
  return {
    opened,
    roles: readAll("roles.assigned").at(-1)?.roles ?? opened?.roles ?? null,
    phases: readAll("phase.entered"),
    rounds,
    leads: rounds.map(({ round, lead, is_stress, absent_agent }) => ({
      round,
      lead,
      is_stress,
      absent_agent,
    })),
    moved: readAll("stress.brought-forward"),
    proposals: readAll("proposal.made"),
    supplements: readAll("supplement.made"),
    artifacts: readAll("artefact.filed").map(readFiledArtifact),
    absences: readAll("role.absent"),
    claims,
    verifications,
    invalid: readAll("validation.failed"),
    decisions: readAll("decision.made"),
    assessments: readAll("assessment.made"),
    tensions: readAll("tension.raised").map(
      (tension): records.Tension =>
        resolved.has(tension.id) ? { ...tension, status: "resolved" } : tension,
    ),
    drift: readAll("drift.checked").map((drift): records.Drift => {
      const by = addressed.get(drift.round);
      return by === undefined ? drift : { ...drift, addressed_by: by };
    }),
    stress: readAll("stress.scored"),
    readings: readAll("signals.read"),
    failures: readAll("failure.detected"),
    responses,
    audits: readAll("audit.made"),
    judged: readAll("convergence.judged").at(-1) ?? null,
    synthesis: readAll("synthesis.written").at(-1) ?? null,
    statuses: foldStatuses(claims, verifications),
    policy: Object.assign({}, ...responses.map(({ policy }) => policy)) as Policy,
  };
}

const filed = new WeakMap<object, FiledArtifact>();

function readFiledArtifact(fact: FactData<"artefact.filed">): FiledArtifact {
  const known = filed.get(fact) ?? { ...fact, artifact: readArtifact(fact.role, fact.artefact) };
  filed.set(fact, known);
  return known;
}

export function findRole({ roles }: Ledger, seat: string): records.Role | null {
  return roles === null ? null : (records.ROLES.find((role) => roles[role] === seat) ?? null);
}

export function listPendingClaims({ claims, statuses }: Ledger): records.ClaimRecord[] {
  return claims.filter(({ id }) => statuses.get(id) === "pending");
}

export function collectIds({
  claims,
  verifications,
  decisions,
}: records.Records): ReadonlySet<string> {
  return new Set([...claims, ...verifications, ...decisions].map(({ id }) => id));
}

/** `artifacts/round_03/action.md#happy_path`, `state/decisions.jsonl#D-2-1`. */
export function listEvidencePlaces({ artifacts, decisions }: Ledger): string[] {
  return [...artifacts.flatMap(listPlaces), ...decisions.map(({ id }) => toDecisionPlace(id))];
}

export function listPlaces({ round, role, artifact }: FiledArtifact): string[] {
  return listAnchors(artifact).map((anchor) => `${records.toArtifactPath(round, role)}#${anchor}`);
}

export function toDecisionPlace(id: string): string {
  return `state/decisions.jsonl#${id}`;
}

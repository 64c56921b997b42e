import type { MeetingState } from "../../engine/transcript/state.ts";
import { type Artifact, anchorsOf, readArtifact } from "./artifacts.ts";
import { FACTS, type FactData, type Policy } from "./facts.ts";
import * as records from "./records.ts";

export function foldStatuses(
  claims: readonly records.ClaimRecord[],
  verifications: readonly records.Verification[],
): ReadonlyMap<string, records.Status> {
  const statuses = new Map(claims.map(({ id, status }) => [id, status]));
  for (const { result, claim_status_changes } of inCheckOrder(verifications)) {
    if (result === "NOT_APPLICABLE") continue;
    for (const { claim_id, to } of claim_status_changes) {
      if (statuses.has(claim_id)) statuses.set(claim_id, to);
    }
  }
  return statuses;
}

export function inCheckOrder(
  verifications: readonly records.Verification[],
): readonly records.Verification[] {
  return [...verifications].sort(
    (a, b) => a.round - b.round || records.checkNumberOf(a) - records.checkNumberOf(b),
  );
}

export function isTested(status: records.Status): boolean {
  return status !== "pending" && status !== "superseded";
}

/** A broken thing refutes the claim that it holds and confirms the claim that it fails. Null: no change. */
export function statusAfter(
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
      return partly
        ? "partially_refuted"
        : polarity === "weakness"
          ? "tested_confirmed"
          : "tested_refuted";
    case "ROBUST":
      return partly
        ? "partially_refuted"
        : polarity === "weakness"
          ? "tested_refuted"
          : "tested_confirmed";
    default:
      return result satisfies never;
  }
}

export function illegalTransition({
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

export function changesOf(
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
    const to = statusAfter(result, records.polarityOf(claim), partly);
    if (to === null) continue;
    const change = { claim_id, from: statuses.get(claim_id) ?? claim.status, to };
    if (illegalTransition(change) === null) changes.push(change);
  }
  return changes;
}

/** Claims that are pending, or not earlier, stay as they are. */
export function supersessions(
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

export function pendingShare(
  claims: readonly records.ClaimRecord[],
  verifications: readonly records.Verification[],
): number | null {
  if (claims.length === 0) return null;
  const statuses = foldStatuses(claims, verifications);
  return claims.filter(({ id }) => statuses.get(id) === "pending").length / claims.length;
}

type FiledArtifact = {
  round: number;
  role: records.Role;
  holder: string;
  artifact: Artifact;
  lints: readonly string[];
};

export type Ledger = ReturnType<typeof ledgerOf>;

export function openingOf({ opened }: Pick<Ledger, "opened">): NonNullable<Ledger["opened"]> {
  if (opened === null) throw new Error("the deliberation has not been opened");
  return opened;
}

export function rolesOf({ roles }: Pick<Ledger, "roles">): NonNullable<Ledger["roles"]> {
  if (roles === null) throw new Error("no roles have been assigned");
  return roles;
}

/** Facts of other protocols are passed over. */
export function ledgerOf(state: Pick<MeetingState, "facts">) {
  const each = <Name extends keyof typeof FACTS>(name: Name) =>
    FACTS[name].readAll(state) as readonly FactData<Name>[];
  const rounds = each("lead.assigned");
  const claims = each("claim.raised");
  const verifications = each("verification.made");
  const opened = each("deliberation.opened").at(-1) ?? null;
  const responses = each("response.made");
  const resolved = new Set(each("tension.resolved").map(({ id }) => id));
  const addressed = new Map(each("drift.addressed").map(({ round, by }) => [round, by]));
  return {
    opened,
    roles: each("roles.assigned").at(-1)?.roles ?? opened?.roles ?? null,
    phases: each("phase.entered"),
    rounds,
    leads: rounds.map(({ round, lead, is_stress, absent_agent }) => ({
      round,
      lead,
      is_stress,
      absent_agent,
    })),
    moved: each("stress.brought-forward"),
    proposals: each("proposal.made"),
    supplements: each("supplement.made"),
    artifacts: each("artefact.filed").map(filedArtifact),
    absences: each("role.absent"),
    claims,
    verifications,
    invalid: each("validation.failed"),
    decisions: each("decision.made"),
    assessments: each("assessment.made"),
    tensions: each("tension.raised").map(
      (tension): records.Tension =>
        resolved.has(tension.id) ? { ...tension, status: "resolved" } : tension,
    ),
    drift: each("drift.checked").map((drift): records.Drift => {
      const by = addressed.get(drift.round);
      return by === undefined ? drift : { ...drift, addressed_by: by };
    }),
    stress: each("stress.scored"),
    readings: each("signals.read"),
    failures: each("failure.detected"),
    responses,
    audits: each("audit.made"),
    judged: each("convergence.judged").at(-1) ?? null,
    synthesis: each("synthesis.written").at(-1) ?? null,
    statuses: foldStatuses(claims, verifications),
    policy: Object.assign({}, ...responses.map(({ policy }) => policy)) as Policy,
  };
}

const filed = new WeakMap<object, FiledArtifact>();

function filedArtifact(fact: FactData<"artefact.filed">): FiledArtifact {
  const known = filed.get(fact) ?? { ...fact, artifact: readArtifact(fact.role, fact.artefact) };
  filed.set(fact, known);
  return known;
}

export function roleOf({ roles }: Pick<Ledger, "roles">, seat: string): records.Role | null {
  return roles === null ? null : (records.ROLES.find((role) => roles[role] === seat) ?? null);
}

export function pendingClaims({ claims, statuses }: Ledger): records.ClaimRecord[] {
  return claims.filter(({ id }) => statuses.get(id) === "pending");
}

export function knownIds({
  claims,
  verifications,
  decisions,
}: records.Records): ReadonlySet<string> {
  return new Set([...claims, ...verifications, ...decisions].map(({ id }) => id));
}

/** `artifacts/round_03/action.md#happy_path`, `state/decisions.jsonl#D-2-1`. */
export function evidencePlaces({ artifacts, decisions }: Ledger): string[] {
  const filed = artifacts.flatMap(({ round, role, artifact }) =>
    anchorsOf(artifact).map((anchor) => `${records.artifactPath(round, role)}#${anchor}`),
  );
  return [...filed, ...decisions.map(({ id }) => `state/decisions.jsonl#${id}`)];
}

import {
  CLAIM_ID,
  type ClaimRecord,
  checkNumberOf,
  type Polarity,
  polarityOf,
  type Result,
  type Status,
  type StatusChange,
  type Verification,
} from "./records.ts";

export function foldStatuses(
  claims: readonly ClaimRecord[],
  verifications: readonly Verification[],
): ReadonlyMap<string, Status> {
  const statuses = new Map(claims.map(({ id, status }) => [id, status]));
  for (const { result, claim_status_changes } of inCheckOrder(verifications)) {
    if (result === "NOT_APPLICABLE") continue;
    for (const { claim_id, to } of claim_status_changes) {
      if (statuses.has(claim_id)) statuses.set(claim_id, to);
    }
  }
  return statuses;
}

export function inCheckOrder(verifications: readonly Verification[]): readonly Verification[] {
  return [...verifications].sort((a, b) => a.round - b.round || checkNumberOf(a) - checkNumberOf(b));
}

export function isTested(status: Status): boolean {
  return status !== "pending" && status !== "superseded";
}

/** A broken thing refutes the claim that it holds and confirms the claim that it fails. Null: no change. */
export function statusAfter(result: Result, polarity: Polarity, partly = false): Status | null {
  switch (result) {
    case "NOT_APPLICABLE":
      return null;
    case "UNCLEAR":
      return "tested_unclear";
    case "BROKEN":
      return partly ? "partially_refuted" : polarity === "weakness" ? "tested_confirmed" : "tested_refuted";
    case "ROBUST":
      return partly ? "partially_refuted" : polarity === "weakness" ? "tested_refuted" : "tested_confirmed";
    default:
      return result satisfies never;
  }
}

export function illegalTransition({ from, to }: Pick<StatusChange, "from" | "to">): string | null {
  if (from === "superseded") return "nothing leaves superseded";
  if (to === "pending") return `${from} never returns to pending`;
  if (from === "pending" && to === "superseded") return "a pending claim is tested before it is superseded";
  return null;
}

type Affected = { readonly claim_id: string; readonly partly: boolean };

export function changesOf(
  result: Result,
  affected: readonly Affected[],
  {
    claims,
    statuses,
  }: { readonly claims: readonly ClaimRecord[]; readonly statuses: ReadonlyMap<string, Status> },
): StatusChange[] {
  const changes: StatusChange[] = [];
  for (const { claim_id, partly } of affected) {
    const claim = claims.find(({ id }) => id === claim_id);
    if (!claim || changes.some((change) => change.claim_id === claim_id)) continue;
    const to = statusAfter(result, polarityOf(claim), partly);
    if (to === null) continue;
    const change = { claim_id, from: statuses.get(claim_id) ?? claim.status, to };
    if (illegalTransition(change) === null) changes.push(change);
  }
  return changes;
}

/** Claims that are pending, or not earlier, stay as they are. */
export function supersessions(
  raised: readonly ClaimRecord[],
  earlier: readonly ClaimRecord[],
  statuses: ReadonlyMap<string, Status>,
): StatusChange[] {
  const changes: StatusChange[] = [];
  for (const { supersedes, round } of raised) {
    const old = earlier.find(({ id }) => id === supersedes);
    if (!old || old.round >= round || changes.some(({ claim_id }) => claim_id === old.id)) continue;
    const from = statuses.get(old.id) ?? old.status;
    if (isTested(from)) changes.push({ claim_id: old.id, from, to: "superseded" });
  }
  return changes;
}

export function isLater(id: string, other: string): boolean {
  const [a, b] = [CLAIM_ID.exec(id), CLAIM_ID.exec(other)];
  if (!a || !b) return false;
  return Number(a[1]) > Number(b[1]) || (a[1] === b[1] && Number(a[2]) > Number(b[2]));
}

export function pendingShare(
  claims: readonly ClaimRecord[],
  verifications: readonly Verification[],
): number | null {
  if (claims.length === 0) return null;
  const statuses = foldStatuses(claims, verifications);
  return claims.filter(({ id }) => statuses.get(id) === "pending").length / claims.length;
}

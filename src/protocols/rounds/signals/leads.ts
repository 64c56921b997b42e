import type { LeadEntry } from "../record/records.ts";
import { ROLES, type Role } from "../record/roles.ts";

/** Counts stress rounds too; ties fall by the fixed order. */
export function nextLead(history: readonly LeadEntry[], present: readonly Role[]): Role | null {
  const led = (role: Role) => history.filter(({ lead }) => lead === role).length;
  let best: Role | null = null;
  for (const role of ROLES) {
    if (!present.includes(role)) continue;
    if (best === null || led(role) < led(best)) best = role;
  }
  return best;
}

export function leadCounts(history: readonly LeadEntry[]): ReadonlyMap<Role, number> {
  const counts = new Map<Role, number>(ROLES.map((role) => [role, 0]));
  for (const { lead, is_stress } of history) {
    if (lead !== null && !is_stress) counts.set(lead, (counts.get(lead) ?? 0) + 1);
  }
  return counts;
}

/** Shannon entropy in bits. */
export function entropy(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => {
    if (count === 0) return sum;
    const share = count / total;
    return sum - share * Math.log2(share);
  }, 0);
}

/** Over that of an even rotation; 0 to 1. */
export function leadEvenness(history: readonly LeadEntry[], agents: number): number {
  if (agents < 2) return 0;
  return entropy([...leadCounts(history).values()]) / Math.log2(agents);
}

import type { MeetingState } from "../../transcript/state.ts";
import { nextLead } from "./leads.ts";
import type { Ledger } from "./ledger.ts";
import { type PlannedStress, type RoundsOptions, scheduleOf } from "./options.ts";
import { ROLE_FACTS, ROLES, type Role } from "./roles.ts";
import { stressedRoles } from "./signals.ts";

/** One round as it is planned: who leads, who is there, and what it may add. */
export type Round = {
  readonly number: number;
  readonly kind: "normal" | "wrap-up" | "synthesis";
  /** Role that is kept away on purpose. */
  readonly stress: Role | null;
  /** What the round is expected to lack for it. */
  readonly predicted: string | null;
  readonly lead: Role | null;
  readonly present: readonly Role[];
  readonly absent: readonly Role[];
  readonly claimRules: (role: Role) => { readonly least: number; readonly most: number };
};

/** The round that follows what is on record; null where the deliberation has come to its end. */
export function planNext(state: MeetingState, ledger: Ledger, options: RoundsOptions): Round | null {
  const number = ledger.rounds.length + 1;
  if (number > options.rounds) return null;
  const schedule = effectiveSchedule(ledger, options);
  const next = kindOfNext(ledger, schedule);
  if (next === "stop") return null;
  const planned = schedule.find(({ round }) => round === number) ?? missingStress(ledger, next);
  const present = ROLES.filter((role) => role !== planned?.absent && isHere(state, ledger, role));
  const kind =
    number === options.rounds && number > 1 ? "synthesis" : next === "wrap-up" ? "wrap-up" : "normal";
  return {
    number,
    kind,
    stress: planned?.absent ?? null,
    predicted: planned?.predicted ?? null,
    lead: nextLead(ledger.leads, present),
    present,
    absent: ROLES.filter((role) => !present.includes(role)),
    claimRules: (role) => claimRules(ledger, kind, role),
  };
}

/** Stress rounds as planned, and those that a response has added. */
export function effectiveSchedule({ responses }: Ledger, options: RoundsOptions): PlannedStress[] {
  const added = responses.flatMap(({ policy }) => (policy.stress ? [policy.stress] : []));
  const extra = added.map((each) => ({ ...each, predicted: ROLE_FACTS[each.absent].signature }));
  return [...scheduleOf(options), ...extra].sort((a, b) => a.round - b.round);
}

/**
 * Nothing stops while planned stress rounds are outstanding. Six signals stop; five ask for a round to wrap up; four
 * stop unless stress is what is missing, which is then made up for.
 */
function kindOfNext(
  { rounds, readings }: Ledger,
  schedule: readonly PlannedStress[],
): "go-on" | "wrap-up" | "stress" | "stop" {
  const done = rounds.length;
  if (rounds.at(-1)?.kind === "wrap-up") return "stop";
  const reading = readings.at(-1);
  if (reading?.round !== done || schedule.some(({ round }) => round > done)) return "go-on";
  if (reading.satisfied === 6) return "stop";
  if (reading.satisfied === 5) return "wrap-up";
  if (reading.satisfied === 4) return reading.signals[4].ok ? "stop" : "stress";
  return "go-on";
}

function missingStress({ leads, rounds }: Ledger, next: string): PlannedStress | undefined {
  if (next !== "stress") return undefined;
  const absent = ROLES.find((role) => !stressedRoles(leads).includes(role));
  return absent && { round: rounds.length + 1, absent, predicted: ROLE_FACTS[absent].signature };
}

function isHere(state: MeetingState, { roles }: Ledger, role: Role): boolean {
  return roles !== null && state.members.get(roles[role])?.status === "active";
}

function claimRules({ policy }: Ledger, kind: Round["kind"], role: Role) {
  if (kind !== "normal") return { least: 0, most: 0 };
  const { least, most } = policy.claims ?? { least: 0, most: 2 };
  return { least: role === "critic" ? Math.max(1, least) : least, most };
}

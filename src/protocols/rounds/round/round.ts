import type { MeetingState } from "../../../engine/transcript/state.ts";
import type { Ledger } from "../record/ledger.ts";
import { ROLES, type Role } from "../record/roles.ts";
import { judge } from "../signals/judgement.ts";
import { nextLead } from "../signals/leads.ts";
import { stressedRoles } from "../signals/signals.ts";
import { type PlannedStress, type RoundsOptions, scheduleOf } from "./options.ts";

export type Round = {
  readonly number: number;
  readonly kind: "normal" | "wrap-up" | "synthesis";
  readonly stress: Role | null;
  readonly predicted: string | null;
  /** Planned for this later round and held now; null otherwise. */
  readonly movedFrom: number | null;
  /** The signals are read again after it. */
  readonly isAskedFor: boolean;
  readonly lead: Role | null;
  readonly present: readonly Role[];
  readonly absent: readonly Role[];
  readonly claimRules: (role: Role) => { readonly least: number; readonly most: number };
};

export function planNext(state: MeetingState, ledger: Ledger, options: RoundsOptions): Round | null {
  const number = ledger.rounds.length + 1;
  if (number > options.rounds) return null;
  const schedule = effectiveSchedule(ledger, options);
  const next = kindOfNext(ledger, schedule);
  if (next === "stop") return null;
  const planned = schedule.find(({ round }) => round === number);
  const sooner =
    next === "stress" && !planned ? (nextStress(ledger, schedule) ?? missingStress(ledger)) : undefined;
  const stress = planned ?? sooner;
  const present = ROLES.filter((role) => role !== stress?.absent && isHere(state, ledger, role));
  const kind =
    number === options.rounds && number > 1 ? "synthesis" : next === "wrap-up" ? "wrap-up" : "normal";
  return {
    number,
    kind,
    stress: stress?.absent ?? null,
    predicted: stress?.predicted ?? null,
    isAskedFor: sooner !== undefined,
    movedFrom: sooner && sooner.round > number ? sooner.round : null,
    lead: nextLead(ledger.leads, present),
    present,
    absent: ROLES.filter((role) => !present.includes(role)),
    claimRules: (role) => claimRules(ledger, kind, number, role),
  };
}

export function effectiveSchedule({ responses, moved }: Ledger, options: RoundsOptions): PlannedStress[] {
  const added = responses.flatMap(({ policy }) => (policy.stress ? [policy.stress] : []));
  const extra = added.map((each) => ({ ...each, predicted: null }));
  return [...scheduleOf(options), ...extra]
    .map((each) => {
      const sooner = moved.find(({ planned, absent }) => planned === each.round && absent === each.absent);
      return sooner ? { ...each, round: sooner.round } : each;
    })
    .sort((a, b) => a.round - b.round);
}

/** Nothing is done in a round for which nobody is left. */
export function leadOf({ number, lead }: Round): Role {
  if (lead === null) throw new Error(`round ${number} is led by nobody`);
  return lead;
}

export function nextStress(
  { leads, rounds }: Ledger,
  schedule: readonly PlannedStress[],
): PlannedStress | undefined {
  const done = stressedRoles(leads);
  return schedule.find(({ round, absent }) => round > rounds.length && !done.includes(absent));
}

/** Stress comes first; then six signals stop, five wrap up, and four stop unless stress is what is missing. */
function kindOfNext(
  ledger: Ledger,
  schedule: readonly PlannedStress[],
): "go-on" | "wrap-up" | "stress" | "stop" {
  const { rounds, readings } = ledger;
  const reading = readings.at(-1);
  if (reading?.round !== rounds.length || !judge(ledger, reading).converged) return "go-on";
  const { satisfied, signals } = reading;
  if (!signals[4].ok && (satisfied === 4 || nextStress(ledger, schedule))) return "stress";
  return satisfied === 5 && rounds.at(-1)?.kind !== "wrap-up" ? "wrap-up" : "stop";
}

function missingStress({ leads, rounds }: Ledger): PlannedStress | undefined {
  const absent = ROLES.find((role) => !stressedRoles(leads).includes(role));
  return absent && { round: rounds.length + 1, absent, predicted: null };
}

function isHere(state: MeetingState, { roles }: Ledger, role: Role): boolean {
  return roles !== null && state.members.get(roles[role])?.status === "active";
}

function claimRules({ policy }: Ledger, kind: Round["kind"], number: number, role: Role) {
  if (kind !== "normal" || policy.noClaimsIn === number) return { least: 0, most: 0 };
  const { least, most } = policy.claims ?? { least: 0, most: 2 };
  return { least: role === "critic" ? Math.max(1, least) : least, most };
}

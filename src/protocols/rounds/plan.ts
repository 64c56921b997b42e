/**
 * The options of the rounds protocol, the schedule of stress tests, and the plan of the next round.
 */

import { z } from "zod";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { BoardroomError } from "../../errors.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { Ledger } from "./ledger.ts";
import { ROLE_FACTS, ROLES, type Role, roleSchema } from "./records.ts";
import { chooseLead, judgeConvergence, listStressedRoles } from "./signals.ts";

const stressEntry = z.strictObject({
  round: z.int().min(1).describe("Round without the role"),
  absent: roleSchema.describe("Role that produces nothing in that round"),
  predicted: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe("What you expect the round to lack; recorded before it begins"),
});

const holder = idSchema.describe("Id of the member who takes the role");

type PlannedStress = { round: number; absent: Role; predicted: string };

export const roundsOptions = z
  .strictObject({
    rounds: z
      .int()
      .min(1)
      .max(20)
      .default(13)
      .describe(
        "Rounds, the last of which is the synthesis: 8 at least to be useful, 13 usual, 16 to 20 extended",
      ),
    roles: z
      .strictObject({ action: holder, guardian: holder, observer: holder, critic: holder })
      .describe("Which member takes which role: action, guardian, observer and critic"),
    anchor: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe(
        "What you build and who it is for, in one or two sentences: drift is measured against it (default: the question)",
      ),
    stress: z
      .array(stressEntry)
      .optional()
      .describe(
        "Rounds without one of the roles; default one for each role, the last being the synthesis",
      ),
    stressReason: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe("Why fewer than three roles are stressed; required in that case, and recorded"),
    driftEvery: z
      .int()
      .min(1)
      .max(20)
      .default(5)
      .describe("Rounds from one drift check to the next"),
    arbiterModel: z
      .string()
      .min(1)
      .optional()
      .describe("Model of the arbiter, who makes the checks; default the first member's"),
  })
  .superRefine((options, { addIssue }) => {
    for (const { path, message } of listRefusals(options))
      addIssue({ code: "custom", path: [...path], message });
  });
export type RoundsOptions = z.infer<typeof roundsOptions>;

type Refusal = { path: readonly (string | number)[]; message: string };

function listRefusals(options: RoundsOptions): Refusal[] {
  const { rounds, stress = [], stressReason, roles } = options;
  const found: Refusal[] = [];
  if (new Set(Object.values(roles)).size < ROLES.length) {
    found.push({ path: ["roles"], message: "one member takes two roles; each takes one" });
  }
  for (const [index, { round }] of stress.entries()) {
    if (round > rounds)
      found.push({
        path: ["stress", index, "round"],
        message: `must be at most ${rounds}, the number of rounds`,
      });
    if (stress.findIndex((each) => each.round === round) < index) {
      found.push({
        path: ["stress", index, "round"],
        message: `round ${round} has a stress test already`,
      });
    }
  }
  const stressed = new Set(planStress(options).map(({ absent }) => absent)).size;
  const wanted = ROLES.length - 1;
  if (stressed < wanted && stressReason === undefined) {
    const message = `only ${stressed} of at least ${wanted} roles are stressed: without stress tests the meeting does not show which role matters most. Plan more under stress, or give a stressReason, which is recorded`;
    found.push({ path: [options.stress === undefined ? "rounds" : "stress"], message });
  }
  return found;
}

/** As stated, or, from eight rounds on, one for each role. */
export function planStress({
  rounds,
  stress,
}: Pick<RoundsOptions, "rounds" | "stress">): PlannedStress[] {
  const planned = stress ?? createDefaultStress(rounds);
  return planned
    .map(({ round, absent, predicted = getPrediction(absent) }) => ({ round, absent, predicted }))
    .sort((a, b) => a.round - b.round);
}

function getPrediction(role: Role): string {
  return ROLE_FACTS[role].without;
}

/** Of thirteen rounds the 5th, 10th, 12th and 13th; of others the like. */
function createDefaultStress(rounds: number): z.infer<typeof stressEntry>[] {
  if (rounds < 8) return [];
  const at = (share: number) => Math.floor((rounds * share) / 13 + 0.5);
  const second = Math.min(at(10), rounds - 2);
  return [
    { round: at(5), absent: "critic" },
    { round: second, absent: "guardian" },
    { round: rounds - 1, absent: "action" },
    { round: rounds, absent: "observer" },
  ];
}

export function requireRoles({ roles }: RoundsOptions, { name, members }: Scenario): void {
  const ids = members.map(({ id }) => id);
  const holders = Object.values(roles);
  if (ids.length === ROLES.length && holders.every((id) => ids.includes(id))) return;
  const strangers = holders.filter((id) => !ids.includes(id));
  const message =
    strangers.length > 0
      ? `options.roles names ${strangers.join(", ")}, who has no seat`
      : `the rounds need exactly four members, one for each role; this scenario has ${ids.length}`;
  throw new BoardroomError("scenario-invalid", {
    place: { file: name },
    path: ["options", "roles"],
    message,
    remedy: `Members: ${ids.join(", ")}. Choose four members, and name each under options.roles as ${ROLES.join(", ")}.`,
  });
}

export type Round = {
  number: number;
  kind: "normal" | "wrap-up" | "synthesis";
  stress: Role | null;
  /** Of a stress round; "" of another. */
  predicted: string;
  /** Planned for this later round and held now; null otherwise. */
  movedFrom: number | null;
  /** The signals are read again after it. */
  isAskedFor: boolean;
  lead: Role | null;
  present: readonly Role[];
  absent: readonly Role[];
  claimRules: (role: Role) => { least: number; most: number };
};

export function planNext(
  state: MeetingState,
  ledger: Ledger,
  options: RoundsOptions,
): Round | null {
  const number = ledger.rounds.length + 1;
  if (number > options.rounds) return null;
  const schedule = createSchedule(ledger, options);
  const next = decideNext(ledger, schedule);
  if (next === "stop") return null;
  const planned = schedule.find(({ round }) => round === number);
  const sooner =
    next === "stress" && !planned
      ? (findNextStress(ledger, schedule) ?? findMissingStress(ledger))
      : undefined;
  const stress = planned ?? sooner;
  const present = ROLES.filter((role) => role !== stress?.absent && isPresent(state, ledger, role));
  const isSynthesis = number === options.rounds && number > 1;
  const open = next === "wrap-up" ? "wrap-up" : "normal";
  const kind = isSynthesis ? "synthesis" : open;
  return {
    number,
    kind,
    stress: stress?.absent ?? null,
    predicted: stress?.predicted ?? "",
    isAskedFor: sooner !== undefined,
    movedFrom: sooner && sooner.round > number ? sooner.round : null,
    lead: chooseLead(ledger.leads, present),
    present,
    absent: ROLES.filter((role) => !present.includes(role)),
    claimRules: (role) => getClaimRules(ledger, kind, role),
  };
}

export function createSchedule(
  { responses, moved }: Ledger,
  options: RoundsOptions,
): PlannedStress[] {
  const added = responses.flatMap(({ policy }) => (policy.stress ? [policy.stress] : []));
  const extra = added.map((each) => ({ ...each, predicted: getPrediction(each.absent) }));
  return [...planStress(options), ...extra]
    .map((each) => {
      const sooner = moved.find(
        ({ planned, absent }) => planned === each.round && absent === each.absent,
      );
      return sooner ? { ...each, round: sooner.round } : each;
    })
    .sort((a, b) => a.round - b.round);
}

/** A round without members is empty. */
export function getLead({ number, lead }: Round): Role {
  if (lead === null) throw new Error(`round ${number} has no lead`);
  return lead;
}

function findNextStress(
  { leads, rounds }: Ledger,
  schedule: readonly PlannedStress[],
): PlannedStress | undefined {
  const done = listStressedRoles(leads);
  return schedule.find(({ round, absent }) => round > rounds.length && !done.includes(absent));
}

/** Stress comes first; then six signals stop, five wrap up, and four stop unless stress is what is missing. */
function decideNext(
  ledger: Ledger,
  schedule: readonly PlannedStress[],
): "go-on" | "wrap-up" | "stress" | "stop" {
  const { rounds, readings } = ledger;
  const reading = readings.at(-1);
  if (reading?.round !== rounds.length || !judgeConvergence(ledger, reading).converged)
    return "go-on";
  const { satisfied, signals } = reading;
  if (!signals[4].ok && (satisfied === 4 || findNextStress(ledger, schedule))) return "stress";
  return satisfied === 5 && rounds.at(-1)?.kind !== "wrap-up" ? "wrap-up" : "stop";
}

function findMissingStress({ leads, rounds }: Ledger): PlannedStress | undefined {
  const absent = ROLES.find((role) => !listStressedRoles(leads).includes(role));
  return absent && { round: rounds.length + 1, absent, predicted: getPrediction(absent) };
}

function isPresent(state: MeetingState, { roles }: Ledger, role: Role): boolean {
  return roles !== null && state.members.get(roles[role])?.status === "active";
}

function getClaimRules({ policy }: Ledger, kind: Round["kind"], role: Role) {
  if (kind !== "normal") return { least: 0, most: 0 };
  const { least, most } = policy.claims ?? { least: 0, most: 2 };
  return { least: role === "critic" ? Math.max(1, least) : least, most };
}

import { z } from "zod";
import { BoardroomError } from "../../../errors.ts";
import { idSchema } from "../../../scenario/schema/persona.ts";
import type { Scenario } from "../../../scenario/schema/scenario.ts";
import { ROLES, type Role, roleSchema } from "../record/roles.ts";

const stressEntry = z.strictObject({
  round: z.int().min(1).describe("Round from which the role is kept away"),
  absent: roleSchema.describe("Role that produces nothing in that round"),
  predicted: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe(
      "What you expect it to lack, in words; on record before it begins, beside the figures that are expected to move",
    ),
});

const holder = idSchema.describe("Id of the member who takes the role");

export type PlannedStress = {
  readonly round: number;
  readonly absent: Role;
  /** In the planner's words; null leaves it to the figures. */
  readonly predicted: string | null;
};

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
      .describe(
        "Who takes which role, without which nothing begins: action, guardian, observer and critic, one member each",
      ),
    anchor: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe(
        "What is being made and for whom, in a sentence or two: drift is measured against it; default the question",
      ),
    stress: z
      .array(stressEntry)
      .optional()
      .describe("Rounds without one of the roles; default one for each role, the last being the synthesis"),
    stressReason: z
      .string()
      .trim()
      .min(1)
      .optional()
      .describe("Why fewer than three roles are stressed; needed then, and kept on record"),
    driftEvery: z.int().min(1).max(20).default(5).describe("Rounds from one drift check to the next"),
    signalsEvery: z
      .int()
      .min(1)
      .max(20)
      .default(3)
      .describe("Rounds from one reading of the stop signals to the next"),
    mostConsequential: roleSchema
      .optional()
      .describe("Stressing this role alone satisfies the fourth stop signal"),
    arbiterModel: z
      .string()
      .min(1)
      .optional()
      .describe("Model of the arbiter, who makes the checks; default the first member's"),
  })
  .superRefine((options, { addIssue }) => {
    for (const { path, message } of refusals(options)) addIssue({ code: "custom", path: [...path], message });
  });
export type RoundsOptions = z.infer<typeof roundsOptions>;

type Stated = Pick<RoundsOptions, "rounds" | "stress" | "stressReason" | "roles">;
type Refusal = { readonly path: readonly (string | number)[]; readonly message: string };

function refusals(options: Stated): Refusal[] {
  const { rounds, stress = [], stressReason, roles } = options;
  const found: Refusal[] = [];
  if (new Set(Object.values(roles)).size < ROLES.length) {
    found.push({ path: ["roles"], message: "one member takes two roles; each takes one" });
  }
  for (const [index, { round }] of stress.entries()) {
    if (round > rounds) found.push({ path: ["stress", index, "round"], message: `there are ${rounds} rounds` });
    if (stress.findIndex((each) => each.round === round) < index) {
      found.push({ path: ["stress", index, "round"], message: `round ${round} has a stress test already` });
    }
  }
  const stressed = new Set(scheduleOf(options).map(({ absent }) => absent)).size;
  const wanted = ROLES.length - 1;
  if (stressed < wanted && stressReason === undefined) {
    const message = `only ${stressed} of at least ${wanted} roles are stressed: without it nobody learns which role carries the deliberation. Plan more under stress, or give a stressReason, which goes on record`;
    found.push({ path: [options.stress === undefined ? "rounds" : "stress"], message });
  }
  return found;
}

/** As stated, or, from eight rounds on, one for each role. */
export function scheduleOf({ rounds, stress }: Pick<RoundsOptions, "rounds" | "stress">): PlannedStress[] {
  const planned = stress ?? defaultStress(rounds);
  return planned
    .map(({ round, absent, predicted }) => ({
      round,
      absent,
      predicted: predicted ?? null,
    }))
    .sort((a, b) => a.round - b.round);
}

/** Of thirteen rounds the 5th, 10th, 12th and 13th; of others the like. */
function defaultStress(rounds: number): z.infer<typeof stressEntry>[] {
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
    remedy: `Seated: ${ids.join(", ")}. Seat four members, and name each under options.roles as ${ROLES.join(", ")}.`,
  });
}

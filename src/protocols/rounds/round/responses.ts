import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { isTested } from "../record/claims.ts";
import { FACTS, type Policy } from "../record/facts.ts";
import { type Ledger, openingOf, rolesOf } from "../record/ledger.ts";
import { ROLES, type Role } from "../record/roles.ts";
import { dominantRole, type FailureMode } from "../signals/failure-modes.ts";
import { stressedRoles } from "../signals/signals.ts";
import type { RoundsOptions } from "./options.ts";
import { effectiveSchedule, type Round } from "./round.ts";

export type Response = { readonly text: string; readonly policy: Policy };

export type FailureSituation = {
  readonly floor: Floor;
  readonly ledger: Ledger;
  readonly round: Round;
  readonly options: RoundsOptions;
  readonly detail: string;
};

export const RESPONSES: Readonly<
  Record<FailureMode, (situation: FailureSituation) => Promise<Response> | Response>
> = {
  "FM-1": async (situation) => {
    const { floor, ledger, round } = situation;
    const loose = ledger.decisions.filter(({ cites }) => !cites.some(({ id }) => hasEvidence(ledger, id)));
    const finding =
      loose.length === 0
        ? "every decision rests on tested evidence"
        : `without tested evidence: ${loose.map(({ id }) => id).join(", ")}`;
    const of = ledger.decisions.map(({ id }) => id);
    await FACTS["audit.made"].record(floor, { round: round.number, mode: "FM-1", of, finding });
    const { text, policy } = insertStress(situation, "critic");
    return {
      text: `The critic's target must be on record. ${text} Decisions audited: ${finding}.`,
      policy: { criticTightened: true, ...policy },
    };
  },

  "FM-2": async ({ floor, ledger, round }) => {
    const broken = ledger.verifications.filter(({ result }) => result === "BROKEN");
    const drawn = drawSome(floor, broken, 5, "audit-broken");
    const led = drawn.filter(({ id }) =>
      ledger.decisions.some(({ cites }) => cites.some((cite) => cite.id === id)),
    );
    const isPerforming = drawn.length === 5 && led.length < 2;
    const finding = `${led.length} of ${drawn.length} led to a decision${isPerforming ? ": the critic performs" : ""}`;
    await FACTS["audit.made"].record(floor, {
      round: round.number,
      mode: "FM-2",
      of: drawn.map(({ id }) => id),
      finding,
    });
    if (isPerforming)
      await swapCritic(floor, ledger, "observer", "the critic's BROKEN results led to no change");
    const swapped = isPerforming ? " Critic and observer change places." : "";
    return {
      text: `Where there is no weakness, ROBUST with evidence is the finding asked for. Audit: ${finding}.${swapped}`,
      policy: {},
    };
  },

  "FM-3": ({ ledger }) => ({
    text: `Before anything else: the anchor is "${openingOf(ledger).anchor}". Split the question where it has grown, and cite the early decisions that still hold.`,
    policy: {},
  }),

  "FM-4": (situation) => {
    const dominant = dominantRole(situation.ledger.leads);
    const { text, policy } = insertStress(situation, dominant);
    return { text: `Leads go to the least-led role. ${text}`, policy };
  },

  "FM-5": ({ detail }) =>
    detail.startsWith("inflation")
      ? {
          text: "At most one claim a role, each with a sharper test.",
          policy: { claims: { least: 0, most: 1 } },
        }
      : { text: "At least one claim a role.", policy: { claims: { least: 1, most: 2 } } },

  "FM-6": async ({ floor, ledger, round }) => {
    const checks = ledger.verifications.filter(({ result }) => result !== "NOT_APPLICABLE");
    const drawn = drawSome(floor, checks, 3, "audit-checks");
    const idle = drawn.filter(({ claim_status_changes }) => claim_status_changes.length === 0);
    const finding = `${idle.length} of ${drawn.length} changed no claim`;
    await FACTS["audit.made"].record(floor, {
      round: round.number,
      mode: "FM-6",
      of: drawn.map(({ id }) => id),
      finding,
    });
    return {
      text: `A check needs two references and says which claims it settles. Audit: ${finding}.`,
      policy: {},
    };
  },

  "FM-7": (situation) => {
    const role = ROLES.find((each) => situation.detail.includes(each)) ?? "critic";
    const { text, policy } = insertStress(situation, role);
    return { text: `The planned stress test is made up for. ${text}`, policy };
  },

  "FM-8": () => ({
    text: "No rounds are added. The synthesis says what did not converge and why; that is a finding.",
    policy: {},
  }),
};

/** In the next free round, unless the role has one planned, or has had its only one. */
export function insertStress(
  { ledger, round, options }: FailureSituation,
  role: Role,
  isAgain = false,
): Response {
  const schedule = effectiveSchedule(ledger, options);
  const planned = schedule.find((each) => each.absent === role && each.round > round.number);
  if (planned) return { text: `The ${role} is stressed in round ${planned.round} as planned.`, policy: {} };
  if (!isAgain && stressedRoles(ledger.leads).includes(role))
    return { text: `The ${role} has been stressed already.`, policy: {} };
  for (let free = round.number + 1; free <= options.rounds; free++) {
    if (schedule.some((each) => each.round === free)) continue;
    return {
      text: `Round ${free} is held without the ${role}.`,
      policy: { stress: { round: free, absent: role } },
    };
  }
  return { text: `No round is left to stress the ${role}.`, policy: {} };
}

export async function swapCritic(
  floor: Floor,
  ledger: Ledger,
  other: "guardian" | "observer",
  why: string,
): Promise<void> {
  const roles = rolesOf(ledger);
  const swapped = { ...roles, critic: roles[other], [other]: roles.critic };
  await FACTS["roles.assigned"].record(floor, { roles: swapped, why });
}

function hasEvidence({ statuses, verifications }: Ledger, id: string): boolean {
  const status = statuses.get(id);
  return (
    verifications.some((each) => each.id === id) ||
    (status !== undefined && (isTested(status) || status === "superseded"))
  );
}

function drawSome<Item>(floor: Floor, items: readonly Item[], count: number, purpose: string): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && left.length > 0) {
    const at = Math.floor(floor.random(`${purpose}-${drawn.length}`) * left.length);
    drawn.push(...left.splice(at, 1));
  }
  return drawn;
}

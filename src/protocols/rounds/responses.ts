/**
 * Watches a round after it: reads the signals when they are due, and answers each failure mode that
 * is found with an audit, a new rule or a stress test.
 */

import type { Floor } from "../../engine/protocol/floor.ts";
import { FACTS, type Policy } from "./facts.ts";
import {
  detectFailures,
  FAILURE_MODES,
  type FailureFound,
  type FailureMode,
  findDominantRole,
} from "./failure-modes.ts";
import { ARBITER } from "./instructions.ts";
import { getOpening, getRoles, isTested, type Ledger, readLedger } from "./ledger.ts";
import { createSchedule, type Round, type RoundsOptions } from "./plan.ts";
import { ROLES, type Role } from "./records.ts";
import { listStressedRoles, readSignals } from "./signals.ts";

export async function watchRound(
  floor: Floor,
  round: Round,
  options: RoundsOptions,
): Promise<void> {
  if (isReadingDue(round, options)) await readSignalsNow(floor);
  const ledger = readLedger(floor.state);
  const failures = detectFailures({
    ...ledger,
    budget: options.rounds,
    plannedStress: createSchedule(ledger, options),
    reading: ledger.readings.at(-1) ?? null,
    closingRounds: ledger.rounds.filter(({ kind }) => kind !== "normal").map(({ round }) => round),
  });
  for (const failure of failures) await respond(floor, round, failure, options);
}

/** Rounds from one reading of the signals to the next. */
const SIGNALS_EVERY = 3;

/** Also after a round that an earlier reading has asked for. */
function isReadingDue({ number, kind, isAskedFor }: Round, { rounds }: RoundsOptions): boolean {
  return number % SIGNALS_EVERY === 0 || number === rounds || kind === "wrap-up" || isAskedFor;
}

export async function readSignalsNow(floor: Floor): Promise<void> {
  await FACTS["signals.read"].record(floor, readSignals(readLedger(floor.state)));
}

/** At most once in three rounds for each mode. */
async function respond(
  floor: Floor,
  round: Round,
  { mode, detail }: FailureFound,
  options: RoundsOptions,
): Promise<void> {
  const ledger = readLedger(floor.state);
  const last = ledger.failures.findLast((each) => each.mode === mode)?.round;
  if (last !== undefined && round.number - last < QUIET_ROUNDS) return;
  await FACTS["failure.detected"].record(floor, { round: round.number, mode, detail });
  const { text, policy = {} } = await RESPONSES[mode]({
    floor,
    ledger,
    round,
    options,
    detail,
    mode,
  });
  await FACTS["response.made"].record(floor, { round: round.number, mode, text, policy });
  await floor.announce(ARBITER.id, {
    kind: "failure-mode",
    text: `${mode}, ${FAILURE_MODES[mode].name}: ${detail}. ${text}`,
    about: [],
  });
}

const QUIET_ROUNDS = 3;

type Response = { text: string; policy?: Policy };

export type FailureSituation = {
  floor: Floor;
  ledger: Ledger;
  round: Round;
  options: RoundsOptions;
  detail: string;
  mode: FailureMode;
};

type Respond = (situation: FailureSituation) => Promise<Response> | Response;

export const RESPONSES: Readonly<Record<FailureMode, Respond>> = {
  "FM-1": async (situation) => {
    const { ledger } = situation;
    const loose = ledger.decisions.filter(
      ({ cites }) => !cites.some(({ id }) => hasEvidence(ledger, id)),
    );
    const finding =
      loose.length === 0
        ? "every decision rests on tested evidence"
        : `without tested evidence: ${loose.map(({ id }) => id).join(", ")}`;
    await recordAudit(situation, ledger.decisions, finding);
    const { text, policy } = insertStress(situation, "critic");
    return {
      text: `The critic's target must be recorded. ${text} Decisions audited: ${finding}.`,
      policy: { criticTightened: true, ...policy },
    };
  },

  "FM-2": async (situation) => {
    const { floor, ledger } = situation;
    const broken = ledger.verifications.filter(({ result }) => result === "BROKEN");
    const drawn = drawSome(floor, broken, 5, "audit-broken");
    const led = drawn.filter(({ id }) =>
      ledger.decisions.some(({ cites }) => cites.some((cite) => cite.id === id)),
    );
    const isPerforming = drawn.length === 5 && led.length < 2;
    const finding = `${led.length} of ${drawn.length} led to a decision${isPerforming ? ": the critic performs" : ""}`;
    await recordAudit(situation, drawn, finding);
    if (isPerforming) await swapCritic(floor, ledger);
    const swapped = isPerforming ? " Critic and observer change places." : "";
    return {
      text: `If there is no weakness, the right finding is ROBUST with evidence. Audit: ${finding}.${swapped}`,
    };
  },

  "FM-3": ({ ledger }) => ({
    text: `Before anything else: the anchor is "${getOpening(ledger).anchor}". Split the question if it has grown, and cite the early decisions that still hold.`,
  }),

  "FM-4": (situation) => {
    const { text, policy } = insertStress(situation, findDominantRole(situation.ledger.leads));
    return { text: `Leads go to the least-led role. ${text}`, policy };
  },

  "FM-5": ({ detail }) =>
    detail.startsWith("inflation")
      ? {
          text: "At most one claim a role, each with a sharper test.",
          policy: { claims: { least: 0, most: 1 } },
        }
      : { text: "At least one claim a role.", policy: { claims: { least: 1, most: 2 } } },

  "FM-6": async (situation) => {
    const checks = situation.ledger.verifications.filter(
      ({ result }) => result !== "NOT_APPLICABLE",
    );
    const drawn = drawSome(situation.floor, checks, 3, "audit-checks");
    const idle = drawn.filter(({ claim_status_changes }) => claim_status_changes.length === 0);
    const finding = `${idle.length} of ${drawn.length} changed no claim`;
    await recordAudit(situation, drawn, finding);
    return {
      text: `A check needs two references and says which claims it settles. Audit: ${finding}.`,
    };
  },

  "FM-7": (situation) => {
    const role = ROLES.find((each) => situation.detail.includes(each)) ?? "critic";
    const { text, policy } = insertStress(situation, role);
    return { text: `The planned stress test is made up for. ${text}`, policy };
  },

  "FM-8": () => ({
    text: "No rounds are added. The synthesis says what did not converge and why; that is a finding.",
  }),
};

async function recordAudit(
  { floor, round, mode }: FailureSituation,
  audited: readonly { id: string }[],
  finding: string,
): Promise<void> {
  const of = audited.map(({ id }) => id);
  await FACTS["audit.made"].record(floor, { round: round.number, mode, of, finding });
}

/** In the next free round, unless the role has one planned, or has had its only one. */
function insertStress({ ledger, round, options }: FailureSituation, role: Role): Response {
  const schedule = createSchedule(ledger, options);
  const planned = schedule.find((each) => each.absent === role && each.round > round.number);
  if (planned) return { text: `The ${role} is stressed in round ${planned.round} as planned.` };
  if (listStressedRoles(ledger.leads).includes(role))
    return { text: `The ${role} has been stressed already.` };
  for (let free = round.number + 1; free <= options.rounds; free++) {
    if (schedule.some((each) => each.round === free)) continue;
    return {
      text: `Round ${free} runs without the ${role}.`,
      policy: { stress: { round: free, absent: role } },
    };
  }
  return { text: `No round is left to stress the ${role}.` };
}

async function swapCritic(floor: Floor, ledger: Ledger): Promise<void> {
  const roles = getRoles(ledger);
  await FACTS["roles.assigned"].record(floor, {
    roles: { ...roles, critic: roles.observer, observer: roles.critic },
    why: "the critic's BROKEN results led to no change",
  });
}

function hasEvidence({ statuses, verifications }: Ledger, id: string): boolean {
  const status = statuses.get(id);
  return (
    verifications.some((each) => each.id === id) ||
    (status !== undefined && (isTested(status) || status === "superseded"))
  );
}

function drawSome<Item>(
  floor: Floor,
  items: readonly Item[],
  count: number,
  purpose: string,
): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && left.length > 0) {
    const at = Math.floor(floor.random(`${purpose}-${drawn.length}`) * left.length);
    drawn.push(...left.splice(at, 1));
  }
  return drawn;
}

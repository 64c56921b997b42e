import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import type { Artefacts } from "../record/artefacts.ts";
import { FACTS } from "../record/facts.ts";
import { type Ledger, ledgerOf, rolesOf } from "../record/ledger.ts";
import { ROLES } from "../record/roles.ts";
import {
  detectFailures,
  type Evidence,
  FAILURE_MODES,
  type FailureFound,
  TRAVELS_WITH,
} from "../signals/failure-modes.ts";
import { disagreement, rounded, slopeOf } from "../signals/series.ts";
import { isSycophancyAlarm, readSignals } from "../signals/signals.ts";
import { ARBITER } from "./arbiter.ts";
import { escalate } from "./escalation.ts";
import type { RoundsOptions } from "./options.ts";
import { RESPONSES } from "./responses.ts";
import { effectiveSchedule, nextStress, type Round } from "./round.ts";

export async function watchRound(floor: Floor, round: Round, options: RoundsOptions): Promise<void> {
  if (isReadingDue(round, options)) {
    await readSignalsNow(floor, options);
    await raiseAlarm(floor, round, options);
  }
  const ledger = ledgerOf(floor.state);
  const findings = detectFailures(evidenceOf(ledger, options));
  for (const finding of findings) await respond(floor, round, finding, options);
}

/** Also after a round that an earlier reading has asked for. */
function isReadingDue({ number, kind, isAskedFor }: Round, { signalsEvery, rounds }: RoundsOptions): boolean {
  return number % signalsEvery === 0 || number === rounds || kind === "wrap-up" || isAskedFor;
}

export async function readSignalsNow(floor: Floor, options: RoundsOptions): Promise<void> {
  const ledger = ledgerOf(floor.state);
  const { rounds } = ledger;
  const isLast = rounds.length >= options.rounds;
  const reading = readSignals(ledger, {
    agents: ROLES.length,
    mostConsequential: options.mostConsequential,
    canWrapUp: !isLast && rounds.at(-1)?.kind !== "wrap-up",
    stressAhead: !isLast && nextStress(ledger, effectiveSchedule(ledger, options)) !== undefined,
  });
  await FACTS["signals.read"].record(floor, { ...reading, slope: rounded(slopeOf(disagreement(ledger)), 6) });
}

async function raiseAlarm(floor: Floor, { number: round }: Round, options: RoundsOptions): Promise<void> {
  const ledger = ledgerOf(floor.state);
  const slopes = ledger.readings.map(({ slope }) => slope).slice(-2);
  const isRaised = ledger.alarms.some((alarm) => alarm.round === ledger.readings.at(-2)?.round);
  if (!isSycophancyAlarm(slopes) || isRaised) return;
  await FACTS["alarm.raised"].record(floor, { round, alarm: "sycophancy", slopes });
  const text = `Sycophancy alarm after round ${round}: disagreement has fallen in two readings in a row (slopes ${slopes.map((slope) => rounded(slope)).join(", ")}). From now on the critic's target must be on record.`;
  await floor.announce(ARBITER.id, { kind: "sycophancy-alarm", text, about: [rolesOf(ledger).critic] });
  if (ledger.policy.criticTightened || round >= options.rounds) return;
  await FACTS["response.made"].record(floor, {
    round,
    mode: "FM-1",
    text: "The critic's target must be on record.",
    policy: { criticTightened: true },
  });
}

function evidenceOf(ledger: Ledger, options: RoundsOptions): Evidence {
  return {
    ...ledger,
    agents: ROLES.length,
    artefacts: ledger.artefacts.map(({ round, role, lints, artefact }) => ({
      round,
      role,
      lints,
      verdict: role === "critic" ? (artefact as Artefacts["critic"]).verdict : undefined,
    })),
    budget: options.rounds,
    plannedStress: effectiveSchedule(ledger, options),
    reading: ledger.readings.at(-1) ?? null,
    closingRounds: [
      ...ledger.rounds.filter(({ kind }) => kind !== "normal").map(({ round }) => round),
      ...ledger.responses.flatMap(({ policy }) => policy.noClaimsIn ?? []),
    ],
  };
}

/** Once in three rounds; where a mode was answered before, the answer is another. */
async function respond(
  floor: Floor,
  round: Round,
  { mode, detail }: FailureFound,
  options: RoundsOptions,
): Promise<void> {
  const ledger = ledgerOf(floor.state);
  const last = ledger.failures.findLast((each) => each.mode === mode)?.round;
  if (last !== undefined && round.number - last < QUIET_ROUNDS) return;
  const twin = TRAVELS_WITH[mode];
  const note = twin ? `${detail}; ${twin} (${FAILURE_MODES[twin]}) is looked for as well` : detail;
  await FACTS["failure.detected"].record(floor, { round: round.number, mode, detail: note });
  const situation = { floor, ledger, round, options, detail };
  const answered = ledger.responses.findLast((each) => each.mode === mode && each.round === last);
  const isAgain = answered !== undefined && round.number < options.rounds;
  const made = isAgain ? await escalate(mode, situation) : await RESPONSES[mode](situation);
  const text = isAgain ? `The answer of round ${answered.round} has not helped. ${made.text}` : made.text;
  const { policy } = made;
  await FACTS["response.made"].record(floor, { round: round.number, mode, text, policy });
  await floor.announce(ARBITER.id, {
    kind: "failure-mode",
    text: `${mode}, ${FAILURE_MODES[mode]}: ${detail}. ${text}`,
    about: [],
  });
}

const QUIET_ROUNDS = 3;

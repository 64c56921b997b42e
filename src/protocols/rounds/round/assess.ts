import type { Floor } from "../../../engine/meeting/contract/floor.ts";
import { enterPhase, FACTS } from "../record/facts.ts";
import { ledgerOf, rolesOf } from "../record/ledger.ts";
import { artefactPath } from "../record/records.ts";
import type { Role } from "../record/roles.ts";
import { measureAgainst, stressScore } from "../signals/stress-signature.ts";
import { recordAbsence } from "./absence.ts";
import { ARBITER } from "./arbiter.ts";
import { cueData } from "./cue-data.ts";
import { assessmentCue, driftCue, stressCue } from "./cues.ts";
import { assessmentSchema, driftReplySchema, stressReplySchema } from "./replies.ts";
import { leadOf, type Round } from "./round.ts";

export async function assess(floor: Floor, round: Round): Promise<void> {
  const { number } = round;
  await enterPhase(floor, number, "G");
  const ledger = ledgerOf(floor.state);
  const lead = leadOf(round);
  const cue = {
    kind: "rounds-assessment",
    text: assessmentCue(ledger, round),
    data: cueData(ledger, round, { role: lead }),
    reply: assessmentSchema(ledger),
  };
  const turn = await floor.turn(rolesOf(ledger)[lead], cue);
  if (turn.status !== "spoke") return recordAbsence(floor, round, lead, "G", turn);
  const { decisions, newTensions, resolvedTensions, convergence, architectureImpact, anchor } = turn.reply;
  const artefacts = ledger.artefacts.filter((each) => each.round === number);
  const refs = artefacts.map(({ role }) => artefactPath(number, role));
  for (const [index, { text, cites, madeBy }] of decisions.entries()) {
    const id = `D-${number}-${index + 1}`;
    await FACTS["decision.made"].record(floor, {
      id,
      round: number,
      text,
      cites,
      made_by: madeBy,
      round_artifact_refs: refs,
    });
  }
  for (const [index, { roles, text }] of newTensions.entries()) {
    const id = `T-${number}-${index + 1}`;
    await FACTS["tension.raised"].record(floor, {
      id,
      round: number,
      source: [...new Set(roles)],
      text,
      status: "open",
    });
  }
  for (const id of new Set(resolvedTensions))
    await FACTS["tension.resolved"].record(floor, { id, round: number });
  await FACTS["assessment.made"].record(floor, { round: number, convergence, architectureImpact, anchor });
}

export async function checkDrift(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "H");
  const ledger = ledgerOf(floor.state);
  const turn = await floor.turn(ARBITER.id, {
    kind: "rounds-drift",
    text: driftCue(ledger, round),
    data: cueData(ledger, round),
    reply: driftReplySchema,
    audience: "record",
  });
  const untold = {
    verdict: "PARTIAL",
    deviation: 3,
    notes: "The arbiter gave no usable reply, so drift is not ruled out.",
    addresses: [],
  } as const;
  const { verdict, deviation, notes, addresses } = turn.status === "spoke" ? turn.reply : untold;
  await FACTS["drift.checked"].record(floor, { round: round.number, verdict, deviation, notes });
  const open = ledger.drift.filter((each) => each.verdict !== "PASS" && each.addressed_by === undefined);
  for (const each of open) {
    if (!(addresses as readonly number[]).includes(each.round)) continue;
    await FACTS["drift.addressed"].record(floor, {
      round: each.round,
      by: `drift check of round ${round.number}`,
    });
  }
}

/** What the round lacked is judged without knowing the prediction. */
export async function scoreStress(floor: Floor, round: Round, absent: Role): Promise<void> {
  const ledger = ledgerOf(floor.state);
  const prediction = ledger.predictions.find((each) => each.round === round.number);
  if (!prediction) throw new Error(`round ${round.number} is scored, and nothing was predicted of it`);
  const { predicted, expects = [] } = prediction;
  const turn = await floor.turn(ARBITER.id, {
    kind: "rounds-stress",
    text: stressCue(ledger, round),
    data: cueData(ledger, round),
    reply: stressReplySchema,
    audience: "record",
  });
  const untold = { observed: "The arbiter gave no usable reply.", score: 1 };
  const { observed, score } = turn.status === "spoke" ? turn.reply : untold;
  const measured = measureAgainst(expects, ledger, round.number);
  await FACTS["stress.scored"].record(floor, {
    round: round.number,
    absent,
    predicted,
    observed,
    score: stressScore(score, measured),
    measured,
    precommitted: true,
  });
}

/**
 * Runs one round, phase by phase: the lead, the proposal, supplements, artifacts, checks, claims,
 * the assessment, drift and stress.
 */

import { createInstruction, type ReplyForm } from "../../engine/form/reply-form.ts";
import { countWords } from "../../engine/meeting/read-reply.ts";
import { findPerson } from "../../engine/people/person.ts";
import type { Floor, Turn } from "../../engine/protocol/floor.ts";
import { getMember } from "../../engine/transcript/state.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { announce, describeAssessment } from "./announcements.ts";
import { ARTIFACTS, type Artifact, listAnchors } from "./artifacts.ts";
import { crossValidate, updateClaims } from "./cross-validate.ts";
import { enterPhase, FACTS } from "./facts.ts";
import * as instructions from "./instructions.ts";
import { collectIds, getRoles, type Ledger, readLedger } from "./ledger.ts";
import { checkArtifact, checkLength, PROPOSAL_WORDS, SUPPLEMENT_WORDS } from "./lints.ts";
import { getLead, type Round } from "./plan.ts";
import { type Role, toArtifactPath } from "./records.ts";
import { DRIFT_FORM, defineAssessmentForm, STRESS_FORM } from "./replies.ts";

export async function runRound(floor: Floor, round: Round, driftEvery: number): Promise<void> {
  if (round.stress !== null) await recordPrediction(floor, round, round.stress);
  await assignLead(floor, round);
  if (round.lead === null) return;
  const addressed = await propose(floor, round);
  await askSupplements(floor, round, addressed);
  await askArtifacts(floor, round);
  await crossValidate(floor, round);
  if (await updateClaims(floor, round)) await assess(floor, round);
  if (round.number % driftEvery === 0) await checkDrift(floor, round);
  if (round.stress !== null) await scoreStress(floor, round, round.stress);
}

/** Recorded before any artifact of the round can be read. */
async function recordPrediction(floor: Floor, round: Round, absent: Role): Promise<void> {
  const { number, predicted, movedFrom } = round;
  if (movedFrom !== null)
    await FACTS["stress.brought-forward"].record(floor, {
      round: number,
      absent,
      planned: movedFrom,
    });
  await FACTS["stress.predicted"].record(floor, { round: number, absent, predicted });
}

async function assignLead(
  floor: Floor,
  { number: round, lead, stress, present, kind }: Round,
): Promise<void> {
  await enterPhase(floor, round, "A");
  const entry = {
    round,
    lead,
    is_stress: stress !== null,
    absent_agent: stress,
    present: [...present],
    kind,
  };
  await FACTS["lead.assigned"].record(floor, entry);
}

/** Id of the member that the proposal addresses; null if there is none. */
async function propose(floor: Floor, round: Round): Promise<string | null> {
  await enterPhase(floor, round.number, "B");
  const ledger = readLedger(floor.state);
  const lead = getLead(round);
  const holder = getRoles(ledger)[lead];
  const turn = await floor.turn(holder, {
    kind: "rounds-proposal",
    text: instructions.askProposal(ledger, round),
    data: instructions.createInstructionData(ledger, round, { role: lead }),
    mayWithdraw: false,
  });
  if (turn.status !== "spoke") {
    await recordAbsence(floor, round, lead, "B", turn);
    return null;
  }
  const { id: message, content, to } = turn.message;
  await FACTS["proposal.made"].record(floor, {
    round: round.number,
    role: lead,
    message,
    ...countAndCheckWords(floor, holder, content, PROPOSAL_WORDS),
  });
  return to;
}

function countAndCheckWords(
  { state }: Floor,
  seat: string,
  content: string,
  measure: Parameters<typeof checkLength>[1],
): { words: number; lints?: string[] } {
  const words = countWords(content);
  const lints = checkLength(words, measure, getMember(state, seat).seat.model);
  return lints.length === 0 ? { words } : { words, lints };
}

/** Answers in a round of members who have spoken in it already. */
const MOST_ANSWERS = 2;

/** In turn: the addressed member is next, also to answer again. */
async function askSupplements(floor: Floor, round: Round, addressed: string | null): Promise<void> {
  await enterPhase(floor, round.number, "C");
  const ledger = readLedger(floor.state);
  const holders = getRoles(ledger);
  const left = new Set(round.present.filter((role) => role !== round.lead));
  let [to, answers] = [addressed, 0];
  while (true) {
    const asked = round.present.find((role) => holders[role] === to);
    const mayAnswer = asked !== undefined && (left.has(asked) || answers < MOST_ANSWERS);
    const next = mayAnswer ? asked : [...left][0];
    if (next === undefined) return;
    if (!left.delete(next)) answers++;
    to = await askSupplement(floor, ledger, { round, role: next });
  }
}

/** Id of the member that the supplement addresses; null if there is none. */
async function askSupplement(
  floor: Floor,
  ledger: Ledger,
  { round, role }: { round: Round; role: Role },
): Promise<string | null> {
  const holder = getRoles(ledger)[role];
  const turn = await floor.turn(holder, {
    kind: "rounds-supplement",
    text: instructions.askSupplement(ledger, round, role),
    data: instructions.createInstructionData(ledger, round, { role }),
    mayWithdraw: false,
  });
  if (turn.status !== "spoke") {
    await recordAbsence(floor, round, role, "C", turn);
    return null;
  }
  const { id: message, content, to } = turn.message;
  await FACTS["supplement.made"].record(floor, {
    round: round.number,
    role,
    message,
    ...countAndCheckWords(floor, holder, content, SUPPLEMENT_WORDS),
  });
  return to;
}

async function askArtifacts(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "D");
  const ledger = readLedger(floor.state);
  const known = collectIds(ledger);
  await runInParallel(floor, round.present, async (branch, role) => {
    const targets = role === "critic" && ledger.policy.criticTightened ? listTargets(ledger) : null;
    const holder = getRoles(ledger)[role];
    const { seat } = getMember(floor.state, holder);
    const isRun = findPerson(seat) !== null;
    const turn = await branch.turn<Artifact>(holder, {
      ...createInstruction(
        ARTIFACTS[role] as ReplyForm<Artifact>,
        instructions.askArtifact(ledger, round, role, { targets, isRun }),
      ),
      data: instructions.createInstructionData(ledger, round, { role, targets }),
    });
    if (turn.status !== "spoke") return recordAbsence(branch, round, role, "D", turn);
    const claims = round.claimRules(role);
    const rules = { claims, targets, round: round.number, known };
    const filed = {
      round: round.number,
      role,
      holder,
      basis: isRun ? "run" : "predicted",
      artefact: { ...turn.reply, claims: turn.reply.claims.slice(0, claims.most) },
      lints: checkArtifact(role, turn.reply as never, {
        ...rules,
        isSimulated: isSimulated(seat.model),
      }),
    };
    await FACTS["artefact.filed"].record(branch, filed as never);
  });
}

function listTargets({ artifacts, claims, statuses, decisions }: Ledger): readonly string[] | null {
  const last = artifacts.at(-1)?.round;
  const fields = artifacts
    .filter(({ round, role }) => round === last && role !== "critic")
    .flatMap(({ round, role, artifact }) =>
      listAnchors(artifact).map((anchor) => `R${round}-${role}-${anchor}`),
    );
  const current = claims.filter(({ id }) => statuses.get(id) !== "superseded").slice(-20);
  const all = [
    ...fields,
    ...current.map(({ id }) => id),
    ...decisions.slice(-10).map(({ id }) => id),
  ];
  return all.length === 0 ? null : all;
}

async function runInParallel(
  floor: Floor,
  roles: readonly Role[],
  act: (branch: Floor, role: Role) => Promise<void>,
): Promise<void> {
  if (roles.length === 0) return;
  const holders = getRoles(readLedger(floor.state));
  await floor.parallel(
    roles.map((role) => (branch: Floor) => act(branch, role)),
    { speakers: roles.map((role) => holders[role]) },
  );
}

async function assess(floor: Floor, round: Round): Promise<void> {
  const { number } = round;
  await enterPhase(floor, number, "G");
  const ledger = readLedger(floor.state);
  const lead = getLead(round);
  const turn = await floor.turn(getRoles(ledger)[lead], {
    ...createInstruction(
      defineAssessmentForm(ledger, instructions.listCitable(ledger, number)),
      instructions.askAssessment(ledger, round),
    ),
    data: instructions.createInstructionData(ledger, round, { role: lead }),
  });
  if (turn.status !== "spoke") return recordAbsence(floor, round, lead, "G", turn);
  const {
    decisions,
    newTensions,
    resolvedTensions,
    convergence,
    architectureImpact,
    anchor = null,
  } = turn.reply;
  const artifacts = ledger.artifacts.filter((each) => each.round === number);
  const refs = artifacts.map(({ role }) => toArtifactPath(number, role));
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
  const open = ledger.tensions.filter(({ status }) => status === "open").map(({ id }) => id);
  for (const id of open.filter((each) => resolvedTensions.includes(each)))
    await FACTS["tension.resolved"].record(floor, { id, round: number });
  await FACTS["assessment.made"].record(floor, {
    round: number,
    convergence,
    architectureImpact,
    anchor,
  });
  await announce(floor, "rounds-assessment", describeAssessment(readLedger(floor.state), number));
}

async function checkDrift(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "H");
  const ledger = readLedger(floor.state);
  const turn = await floor.turn(instructions.ARBITER.id, {
    ...createInstruction(DRIFT_FORM, instructions.askDrift(ledger, round)),
    data: instructions.createInstructionData(ledger, round),
    isNeeded: true,
  });
  const untold = {
    verdict: "PARTIAL",
    deviation: 3,
    notes: "The arbiter gave no usable reply, so drift is not ruled out.",
    addresses: [],
  } as const;
  const { verdict, deviation, notes, addresses } = turn.status === "spoke" ? turn.reply : untold;
  await FACTS["drift.checked"].record(floor, { round: round.number, verdict, deviation, notes });
  const open = ledger.drift.filter(
    (each) => each.verdict !== "PASS" && each.addressed_by === undefined,
  );
  for (const each of open) {
    if (!(addresses as readonly number[]).includes(each.round)) continue;
    await FACTS["drift.addressed"].record(floor, {
      round: each.round,
      by: `drift check of round ${round.number}`,
    });
  }
}

/** What the round lacked is judged without knowing the prediction. */
async function scoreStress(floor: Floor, round: Round, absent: Role): Promise<void> {
  const ledger = readLedger(floor.state);
  const turn = await floor.turn(instructions.ARBITER.id, {
    ...createInstruction(STRESS_FORM, instructions.askStress(ledger, round)),
    data: instructions.createInstructionData(ledger, round),
    isNeeded: true,
  });
  const untold = { observed: "The arbiter gave no usable reply.", score: 1 };
  const { observed, score } = turn.status === "spoke" ? turn.reply : untold;
  await FACTS["stress.scored"].record(floor, {
    round: round.number,
    absent,
    predicted: round.predicted,
    observed,
    score,
  });
}

async function recordAbsence(
  floor: Floor,
  round: Round,
  role: Role,
  phase: string,
  turn: Turn<unknown>,
): Promise<void> {
  const reason = turn.status === "absent" ? turn.reason : "said nothing";
  await FACTS["role.absent"].record(floor, { round: round.number, role, phase, reason });
}

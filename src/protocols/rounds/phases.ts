import type { Cue, Floor, Turn } from "../../meeting/floor.ts";
import { agentSeat } from "../../meeting/process-agents.ts";
import { countWords } from "../../meeting/speaking-clock.ts";
import type { Seat } from "../../scenario/scenario.ts";
import type { Json } from "../../transcript/events.ts";
import { type Artefact, artefactSchema } from "./artefacts.ts";
import { changesOf, foldStatuses, isTested, supersessions } from "./claims.ts";
import {
  artefactCue,
  assessmentCue,
  assessmentSchema,
  type CheckReply,
  checkCue,
  checkSchema,
  driftCue,
  driftReplySchema,
  proposalCue,
  stressCue,
  stressReplySchema,
  supplementCue,
  withPaddedRound,
} from "./cues.ts";
import { enterPhase, record } from "./facts.ts";
import { knownIds, type Ledger, ledgerOf } from "./ledger.ts";
import { lintArtefact } from "./lints.ts";
import { artefactPath, type Claim, type Verification } from "./records.ts";
import { anchorsOf } from "./render-artefact.ts";
import { CHECK_FACTS, CHECKS, type CheckNumber, notApplicable, ROLES, type Role } from "./roles.ts";
import type { Round } from "./round.ts";
import { validateRecords } from "./validate.ts";

export const ARBITER = {
  id: "arbiter",
  name: "Arbiter",
  title: "Keeper of checks and record",
  manner: "States what an artefact shows, with its place, and nothing else.",
} as const;

export function arbiterSeat(model: string): Seat {
  return agentSeat(ARBITER, model);
}

/** One round, phases A to H; drift is checked in every so-manieth. */
export async function holdRound(floor: Floor, round: Round, driftEvery: number): Promise<void> {
  if (round.stress !== null) await predictStress(floor, round);
  await assignLead(floor, round);
  if (round.lead === null) return;
  await propose(floor, round);
  await supplement(floor, round);
  await fileArtefacts(floor, round);
  await crossValidate(floor, round);
  if (await updateClaims(floor, round)) await assess(floor, round);
  if (round.number % driftEvery === 0) await checkDrift(floor, round);
  if (round.stress !== null) await scoreStress(floor, round);
}

/** On record before anything of the round can be read. */
async function predictStress(floor: Floor, { number: round, stress, predicted }: Round): Promise<void> {
  await record(floor, "stress.predicted", { round, absent: stress!, predicted: predicted! });
}

async function assignLead(floor: Floor, { number: round, lead, stress, present, kind }: Round): Promise<void> {
  await enterPhase(floor, round, "A");
  const entry = { round, lead, is_stress: stress !== null, absent_agent: stress, present: [...present], kind };
  await record(floor, "lead.assigned", entry);
}

async function propose(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "B");
  const ledger = ledgerOf(floor.state);
  const lead = round.lead!;
  const turn = await floor.turn(ledger.roles![lead], {
    kind: "rounds-proposal",
    text: proposalCue(ledger, round),
  });
  if (turn.status !== "spoke") return recordAbsence(floor, round, lead, "B", turn);
  const { id: message, content } = turn.message;
  await record(floor, "proposal.made", {
    round: round.number,
    role: lead,
    message,
    words: countWords(content),
  });
}

/** Every present role but the lead's, side by side: none is swayed by another's supplement. */
async function supplement(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "C");
  const ledger = ledgerOf(floor.state);
  const others = round.present.filter((role) => role !== round.lead);
  await inParallel(floor, others, async (branch, role) => {
    const cue = { kind: "rounds-supplement", text: supplementCue(ledger, round, role) };
    const turn = await branch.turn(ledger.roles![role], cue);
    if (turn.status !== "spoke") return recordAbsence(branch, round, role, "C", turn);
    const { id: message, content } = turn.message;
    await record(branch, "supplement.made", { round: round.number, role, message, words: countWords(content) });
  });
}

/** One artefact of each present role, written without sight of the others'. */
async function fileArtefacts(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "D");
  const ledger = ledgerOf(floor.state);
  const known = knownIds(ledger);
  await inParallel(floor, round.present, async (branch, role) => {
    const targets = role === "critic" && ledger.policy.criticTightened ? attackable(ledger) : null;
    const holder = ledger.roles![role];
    const turn = await branch.turn<Artefact>(holder, {
      kind: `rounds-${role}`,
      text: artefactCue(ledger, round, role, targets),
      reply: artefactSchema(role, { claims: round.claimRules(role), targets }),
    } as Cue<Artefact>);
    if (turn.status !== "spoke") return recordAbsence(branch, round, role, "D", turn);
    const artefact = turn.reply;
    const lints = lintArtefact(role, artefact, { round: round.number, known });
    const filed = { round: round.number, role, holder, artefact: artefact as unknown as Json, lints };
    await record(branch, "artefact.filed", filed as never);
  });
}

/** What a tightened critic may aim at: the last round's artefacts, claims that stand, and decisions. Null on an empty record. */
function attackable({ artefacts, claims, statuses, decisions }: Ledger): readonly string[] | null {
  const last = artefacts.at(-1)?.round;
  const fields = artefacts
    .filter(({ round, role }) => round === last && role !== "critic")
    .flatMap(({ round, role, artefact }) =>
      anchorsOf(role, artefact).map((anchor) => `R${round}-${role}-${anchor}`),
    );
  const standing = claims.filter(({ id }) => statuses.get(id) !== "superseded").slice(-20);
  const all = [...fields, ...standing.map(({ id }) => id), ...decisions.slice(-10).map(({ id }) => id)];
  return all.length === 0 ? null : all;
}

/** The four checks in order, on this round's artefacts; what each settles is worked out from its result. */
async function crossValidate(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "E");
  for (const check of CHECKS) {
    const before = ledgerOf(floor.state);
    const drafts = allotClaims(before, round.number);
    const claims = [...before.claims, ...drafts];
    const ledger = { ...before, claims, statuses: foldStatuses(claims, before.verifications) };
    await record(floor, "verification.made", await verify(floor, round, check, ledger, drafts));
  }
  const made = ledgerOf(floor.state).verifications.filter((each) => each.round === round.number);
  const lines = made.map(({ id, check, result, notes }) => `${id} ${result} (${check}). ${notes}`);
  await floor.announce(ARBITER.id, {
    kind: "rounds-checks",
    text: `Cross-validation of round ${round.number}.\n${lines.join("\n")}`,
    about: [],
  });
}

async function verify(
  floor: Floor,
  round: Round,
  check: CheckNumber,
  ledger: Ledger,
  drafts: readonly Claim[],
): Promise<Verification> {
  const { number } = round;
  const head = {
    id: `V-${number}-${check}`,
    round: number,
    check: CHECK_FACTS[check].name as Verification["check"],
  };
  const filed = ledger.artefacts.filter((each) => each.round === number);
  const absent = ROLES.filter((role) => !filed.some((each) => each.role === role));
  const reason =
    notApplicable(check, { round: number, absent }) ?? (filed.length === 0 ? "No artefact was filed." : null);
  if (reason !== null) {
    const nothing = { evidence_refs: [], claims_affected: [], claim_status_changes: [] };
    return { ...head, result: "NOT_APPLICABLE", notes: reason, ...nothing };
  }
  const cue: Cue<CheckReply> = {
    kind: "rounds-check",
    text: checkCue(ledger, round, check),
    reply: checkSchema(ledger),
    audience: "record",
  };
  const turn = await floor.turn(ARBITER.id, cue);
  const reply = turn.status === "spoke" ? turn.reply : unassessed(ledger, check, number);
  const older = check === 4 ? supersessions(drafts, ledger.claims, ledger.statuses) : [];
  const affected = reply.affected.filter(
    ({ claim_id }) => !older.some((change) => change.claim_id === claim_id),
  );
  const refs = [...new Set(reply.evidence_refs.map(withPaddedRound))];
  const changes = changesOf(reply.result, affected, ledger).filter(
    ({ claim_id, from }) => round.stress !== null || !isTested(from) || hasNewEvidence(ledger, claim_id, refs),
  );
  return {
    ...head,
    result: reply.result,
    evidence_refs: refs,
    notes: reply.notes,
    claims_affected: [...new Set([...affected, ...older].map(({ claim_id }) => claim_id))],
    claim_status_changes: [...changes, ...older],
  };
}

/** Outside a stress round a tested claim is tested again only on a place that no earlier check of it has cited. */
function hasNewEvidence({ verifications }: Ledger, claim: string, refs: readonly string[]): boolean {
  const known = verifications
    .filter(({ claim_status_changes }) => claim_status_changes.some(({ claim_id }) => claim_id === claim))
    .flatMap(({ evidence_refs }) => evidence_refs);
  return refs.some((ref) => !known.includes(ref));
}

/** A check that nobody could make settles nothing: the paths stay untested. */
function unassessed({ artefacts }: Ledger, check: CheckNumber, round: number): CheckReply {
  const { needs } = CHECK_FACTS[check];
  const filed = artefacts.filter(
    (each) => each.round === round && (needs.length === 0 || needs.includes(each.role)),
  );
  const places = filed.flatMap(({ role, artefact }) =>
    anchorsOf(role, artefact).map((anchor) => `${artefactPath(round, role)}#${anchor}`),
  );
  const refs =
    filed.length >= 2
      ? filed.map((each) => places.find((place) => place.includes(`/${each.role}.md`))!)
      : places;
  return {
    result: "UNCLEAR",
    evidence_refs: refs.slice(0, 2),
    notes: "The arbiter gave no usable reply, so the path is untested.",
    affected: [],
  };
}

/** This round's claims with their ids, numbered in one place over all roles; a `supersedes` that is not allowed is left out. */
export function allotClaims({ artefacts, claims, verifications }: Ledger, round: number): Claim[] {
  const earlier = verifications.filter((each) => each.round < round);
  const statuses = foldStatuses(claims, earlier);
  const order = (role: Role) => ROLES.indexOf(role);
  const filed = artefacts.filter((each) => each.round === round).sort((a, b) => order(a.role) - order(b.role));
  const raised = filed.flatMap(({ role, artefact }) => artefact.claims.map((claim) => ({ role, claim })));
  return raised.map(({ role, claim: { text, testable_as, polarity, supersedes } }, index) => {
    const old = claims.find(({ id }) => id === supersedes);
    const status = old && statuses.get(old.id);
    const isAllowed = old !== undefined && old.round < round && status !== undefined && isTested(status);
    return {
      id: `C-${round}-${index + 1}`,
      round,
      raised_by: role,
      text,
      testable_as,
      status: "pending",
      polarity,
      ...(isAllowed ? { supersedes: old.id } : {}),
      raised_at_artifact: artefactPath(round, role),
    };
  });
}

/** New claims go on record, the round's changes take effect, and the whole record is checked; false where it does not hold. */
async function updateClaims(floor: Floor, round: Round): Promise<boolean> {
  await enterPhase(floor, round.number, "F");
  for (const claim of allotClaims(ledgerOf(floor.state), round.number))
    await record(floor, "claim.raised", claim);
  const errors = validateRecords(ledgerOf(floor.state)).map(({ where, message }) => `${where}: ${message}`);
  if (errors.length > 0) await record(floor, "validation.failed", { round: round.number, errors });
  return errors.length === 0;
}

/** The lead's reading of the round: decisions with their evidence, convergence, tensions, what it means for the architecture. */
async function assess(floor: Floor, round: Round): Promise<void> {
  const { number } = round;
  await enterPhase(floor, number, "G");
  const ledger = ledgerOf(floor.state);
  const cue = {
    kind: "rounds-assessment",
    text: assessmentCue(ledger, round),
    reply: assessmentSchema(ledger),
  };
  const turn = await floor.turn(ledger.roles![round.lead!], cue);
  if (turn.status !== "spoke") return recordAbsence(floor, round, round.lead!, "G", turn);
  const { decisions, newTensions, resolvedTensions, convergence, architectureImpact, anchor } = turn.reply;
  const artefacts = ledger.artefacts.filter((each) => each.round === number);
  const refs = artefacts.map(({ role }) => artefactPath(number, role));
  for (const [index, { text, cites, madeBy }] of decisions.entries()) {
    const id = `D-${number}-${index + 1}`;
    await record(floor, "decision.made", {
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
    await record(floor, "tension.raised", {
      id,
      round: number,
      source: [...new Set(roles)],
      text,
      status: "open",
    });
  }
  for (const id of new Set(resolvedTensions)) await record(floor, "tension.resolved", { id, round: number });
  await record(floor, "assessment.made", { round: number, convergence, architectureImpact, anchor });
}

async function checkDrift(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "H");
  const ledger = ledgerOf(floor.state);
  const turn = await floor.turn(ARBITER.id, {
    kind: "rounds-drift",
    text: driftCue(ledger, round),
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
  await record(floor, "drift.checked", { round: round.number, verdict, deviation, notes });
  const open = ledger.drift.filter((each) => each.verdict !== "PASS" && each.addressed_by === undefined);
  for (const each of open) {
    if (!(addresses as readonly number[]).includes(each.round)) continue;
    await record(floor, "drift.addressed", { round: each.round, by: `drift check of round ${round.number}` });
  }
}

async function scoreStress(floor: Floor, round: Round): Promise<void> {
  const ledger = ledgerOf(floor.state);
  const { predicted } = ledger.predictions.find((each) => each.round === round.number)!;
  const turn = await floor.turn(ARBITER.id, {
    kind: "rounds-stress",
    text: stressCue(ledger, round, predicted),
    reply: stressReplySchema,
    audience: "record",
  });
  const untold = {
    observed: "The arbiter gave no usable reply; the checks that need the role did not apply.",
    score: 3,
  };
  const { observed, score } = turn.status === "spoke" ? turn.reply : untold;
  const scored = { round: round.number, absent: round.stress!, predicted, observed, score, precommitted: true };
  await record(floor, "stress.scored", scored);
}

async function recordAbsence(
  floor: Floor,
  round: Round,
  role: Role,
  phase: string,
  turn: Turn<unknown>,
): Promise<void> {
  const reason = turn.status === "absent" ? turn.reason : "said nothing";
  await record(floor, "role.absent", { round: round.number, role, phase, reason });
}

async function inParallel(
  floor: Floor,
  roles: readonly Role[],
  act: (branch: Floor, role: Role) => Promise<void>,
): Promise<void> {
  if (roles.length === 0) return;
  const { roles: holders } = ledgerOf(floor.state);
  await floor.parallel(
    roles.map((role) => (branch: Floor) => act(branch, role)),
    { speakers: roles.map((role) => holders![role]) },
  );
}

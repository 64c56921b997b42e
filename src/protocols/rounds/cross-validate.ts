/**
 * Phases E and F of a round: the arbiter checks the artifacts against each other, and the claims of
 * the round are recorded with what the checks found.
 */

import { createInstruction } from "../../engine/form/reply-form.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import { getMemberName } from "../../engine/transcript/state.ts";
import { announce, describeArtifacts, describeChecks } from "./announcements.ts";
import { TRACE_KINDS } from "./artifacts.ts";
import { enterPhase, FACTS } from "./facts.ts";
import { ARBITER, askChecks, createInstructionData } from "./instructions.ts";
import {
  type FiledArtifact,
  foldStatuses,
  isTested,
  type Ledger,
  listChanges,
  listPlaces,
  listSupersessions,
  readLedger,
  toDecisionPlace,
} from "./ledger.ts";
import { isDocumentPlace } from "./lints.ts";
import type { Round } from "./plan.ts";
import * as r from "./records.ts";
import { type CheckReplies, type CheckReply, defineCheckForm } from "./replies.ts";
import { validateRecords } from "./validate.ts";

export async function crossValidate(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "E");
  const { number } = round;
  const before = readLedger(floor.state);
  const drafts = numberClaims(before, number);
  const getName = (seat: string) => getMemberName(floor.state, seat);
  await announce(floor, "rounds-artifacts", describeArtifacts(before, number, drafts, getName));
  const replies = await hearChecks(floor, round, addDrafts(before, drafts));
  for (const check of r.CHECKS) {
    const ledger = addDrafts(readLedger(floor.state), drafts);
    const made = verify(round, check, ledger, { drafts, reply: replies[`check${check}`] });
    await FACTS["verification.made"].record(floor, made);
  }
  await announce(floor, "rounds-checks", describeChecks(readLedger(floor.state), number));
}

function addDrafts(ledger: Ledger, drafts: readonly r.ClaimRecord[]): Ledger {
  const claims = [...ledger.claims, ...drafts];
  return { ...ledger, claims, statuses: foldStatuses(claims, ledger.verifications) };
}

/** All checks of a round in one call. */
async function hearChecks(floor: Floor, round: Round, ledger: Ledger): Promise<CheckReplies> {
  const checks = r.CHECKS.filter((check) => explainNotMade(ledger, round.number, check) === null);
  if (checks.length === 0) return {};
  const asked = checks.map((check) => ({
    check,
    places: listComparedPlaces(ledger, round, check),
  }));
  const turn = await floor.turn(ARBITER.id, {
    ...createInstruction(defineCheckForm(ledger, asked), askChecks(ledger, round, asked)),
    data: createInstructionData(ledger, round, { toCheck: checks }),
  });
  return turn.status === "spoke" ? turn.reply : {};
}

function listFiled({ artifacts }: Ledger, round: number): FiledArtifact[] {
  return artifacts.filter((each) => each.round === round);
}

function explainNotMade(ledger: Ledger, round: number, check: r.CheckNumber): string | null {
  const filed = listFiled(ledger, round);
  const absent = r.ROLES.filter((role) => !filed.some((each) => each.role === role));
  const isEmpty = filed.length === 0;
  return (
    r.explainNotApplicable(check, { round, absent }) ?? (isEmpty ? "No artifact was filed." : null)
  );
}

function listCompared(ledger: Ledger, round: number, check: r.CheckNumber): FiledArtifact[] {
  const { needs } = r.CHECK_FACTS[check];
  return listFiled(ledger, round).filter(({ role }) => needs.length === 0 || needs.includes(role));
}

/** A check of earlier decisions is about what the artifacts cite. */
function listComparedPlaces(ledger: Ledger, { number }: Round, check: r.CheckNumber): string[] {
  const places = listCompared(ledger, number, check).flatMap((filed) => {
    const sections = check === 4 ? ["cites"] : COMPARED_SECTIONS[filed.role];
    return listPlaces(filed).filter((place) => sections.some((name) => place.endsWith(`#${name}`)));
  });
  if (check !== 4) return [...new Set(places)];
  const decisions = ledger.decisions
    .slice(-DECISIONS_COMPARED)
    .map(({ id }) => toDecisionPlace(id));
  return [...places, ...decisions];
}

const DECISIONS_COMPARED = 15;

const COMPARED_SECTIONS: Readonly<Record<r.Role, readonly string[]>> = {
  action: TRACE_KINDS,
  guardian: ["invariant", "evidence", "mechanism", "failure_mode"],
  observer: ["goal", "steps", "friction", "verdict"],
  critic: ["target", "hypothesis", "preconditions", "attack", "evidence"],
};

type Checking = { drafts: readonly r.ClaimRecord[]; reply: CheckReply | undefined };

function verify(
  round: Round,
  check: r.CheckNumber,
  ledger: Ledger,
  { drafts, reply }: Checking,
): r.Verification {
  const { number } = round;
  const head = {
    id: `V-${number}-${check}`,
    round: number,
    check: r.CHECK_FACTS[check].name as r.Verification["check"],
  };
  const reason = explainNotMade(ledger, number, check);
  if (reason !== null) {
    const nothing = { evidence_refs: [], claims_affected: [], claim_status_changes: [] };
    return { ...head, result: "NOT_APPLICABLE", notes: reason, ...nothing };
  }
  const compared = listCompared(ledger, number, check);
  const found = reply ? requireGround(reply, check, compared) : createUnassessed(compared);
  const older = check === 4 ? listSupersessions(drafts, ledger.claims, ledger.statuses) : [];
  const affected = found.affected.filter(
    ({ claim_id }) =>
      ledger.claims.some(({ id }) => id === claim_id) &&
      !older.some((change) => change.claim_id === claim_id),
  );
  const refs = found.evidence_refs;
  const changes = listChanges(found.result, affected, ledger).filter(
    ({ claim_id, from }) =>
      round.stress !== null || !isTested(from) || hasNewEvidence(ledger, claim_id, refs),
  );
  return {
    ...head,
    result: found.result,
    evidence_refs: refs,
    notes: found.notes,
    claims_affected: [...new Set([...affected, ...older].map(({ claim_id }) => claim_id))],
    claim_status_changes: [...changes, ...older],
  };
}

/** A prediction decides no claim: one of the artifacts named must have been carried out, or cite a document. */
function requireGround(
  reply: CheckReply,
  check: r.CheckNumber,
  compared: readonly FiledArtifact[],
): CheckReply {
  const named = compared.filter((each) =>
    listPlaces(each).some((place) => reply.evidence_refs.includes(place)),
  );
  const isGrounded = named.some(
    ({ basis, artifact }) => basis === "run" || artifact.cites.some(isDocumentPlace),
  );
  if (check === 4 || reply.result === "UNCLEAR" || isGrounded) return reply;
  const notes = `${reply.notes} The artifacts named are predictions and cite no document, so nothing is decided.`;
  return { ...reply, result: "UNCLEAR", notes };
}

/** A tested claim is tested again only on a place that no earlier check of it has cited. */
function hasNewEvidence(
  { verifications }: Ledger,
  claim: string,
  refs: readonly string[],
): boolean {
  const known = verifications
    .filter(({ claim_status_changes }) =>
      claim_status_changes.some(({ claim_id }) => claim_id === claim),
    )
    .flatMap(({ evidence_refs }) => evidence_refs);
  return refs.some((ref) => !known.includes(ref));
}

/** A check that was not made changes no claim. */
function createUnassessed(compared: readonly FiledArtifact[]): CheckReply {
  const firsts = compared.flatMap((each) => listPlaces(each).slice(0, 1));
  const refs = new Set([...firsts, ...compared.flatMap(listPlaces)]);
  return {
    result: "UNCLEAR",
    evidence_refs: [...refs].slice(0, 2),
    notes: "The arbiter gave no usable reply, so the path is untested.",
    affected: [],
  };
}

/** Numbered over all roles; a `supersedes` that is not allowed is omitted. */
function numberClaims(
  { artifacts, claims, verifications }: Ledger,
  round: number,
): r.ClaimRecord[] {
  const earlier = verifications.filter((each) => each.round < round);
  const statuses = foldStatuses(claims, earlier);
  const order = (role: r.Role) => r.ROLES.indexOf(role);
  const filed = artifacts
    .filter((each) => each.round === round)
    .sort((a, b) => order(a.role) - order(b.role));
  const raised = filed.flatMap(({ role, artifact }) =>
    artifact.claims.map((claim) => ({ role, claim })),
  );
  return raised.map(({ role, claim: { text, testable_as, polarity, supersedes } }, index) => {
    const old = claims.find(({ id }) => id === supersedes);
    const status = old && statuses.get(old.id);
    const isAllowed =
      old !== undefined && old.round < round && status !== undefined && isTested(status);
    return {
      id: `C-${round}-${index + 1}`,
      round,
      raised_by: role,
      text,
      testable_as,
      status: "pending",
      polarity,
      supersedes: isAllowed ? old.id : undefined,
      raised_at_artifact: r.toArtifactPath(round, role),
    };
  });
}

export async function updateClaims(floor: Floor, round: Round): Promise<boolean> {
  await enterPhase(floor, round.number, "F");
  for (const claim of numberClaims(readLedger(floor.state), round.number))
    await FACTS["claim.raised"].record(floor, claim);
  const errors = validateRecords(readLedger(floor.state)).map(
    ({ where, message }) => `${where}: ${message}`,
  );
  if (errors.length > 0)
    await FACTS["validation.failed"].record(floor, { round: round.number, errors });
  return errors.length === 0;
}

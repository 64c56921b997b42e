/**
 * Phases E and F of a round: the arbiter checks the artifacts against each other, and the claims of
 * the round are recorded with what the checks found.
 */

import { createInstruction } from "../../engine/form/reply-form.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import { listAnchors } from "./artifacts.ts";
import { enterPhase, FACTS } from "./facts.ts";
import { ARBITER, askCheck, createInstructionData, spellRecordName } from "./instructions.ts";
import {
  foldStatuses,
  isTested,
  type Ledger,
  listChanges,
  listSupersessions,
  readLedger,
} from "./ledger.ts";
import type { Round } from "./plan.ts";
import * as r from "./records.ts";
import { type CheckReply, defineCheckForm } from "./replies.ts";
import { validateRecords } from "./validate.ts";

export async function crossValidate(floor: Floor, round: Round): Promise<void> {
  await enterPhase(floor, round.number, "E");
  for (const check of r.CHECKS) {
    const before = readLedger(floor.state);
    const drafts = numberClaims(before, round.number);
    const claims = [...before.claims, ...drafts];
    const ledger = { ...before, claims, statuses: foldStatuses(claims, before.verifications) };
    await FACTS["verification.made"].record(
      floor,
      await verify(floor, round, check, ledger, drafts),
    );
  }
  const made = readLedger(floor.state).verifications.filter((each) => each.round === round.number);
  const lines = made.map(
    ({ id, check, result, notes }) =>
      `${id} ${spellRecordName(result)} (${spellRecordName(check)}). ${notes}`,
  );
  await floor.announce(ARBITER.id, {
    kind: "rounds-checks",
    text: `Cross-validation of round ${round.number}.\n${lines.join("\n")}`,
    about: [],
  });
}

async function verify(
  floor: Floor,
  round: Round,
  check: r.CheckNumber,
  ledger: Ledger,
  drafts: readonly r.ClaimRecord[],
): Promise<r.Verification> {
  const { number } = round;
  const head = {
    id: `V-${number}-${check}`,
    round: number,
    check: r.CHECK_FACTS[check].name as r.Verification["check"],
  };
  const filed = ledger.artifacts.filter((each) => each.round === number);
  const absent = r.ROLES.filter((role) => !filed.some((each) => each.role === role));
  const reason =
    r.explainNotApplicable(check, { round: number, absent }) ??
    (filed.length === 0 ? "No artifact was filed." : null);
  if (reason !== null) {
    const nothing = { evidence_refs: [], claims_affected: [], claim_status_changes: [] };
    return { ...head, result: "NOT_APPLICABLE", notes: reason, ...nothing };
  }
  const turn = await floor.turn(ARBITER.id, {
    ...createInstruction(defineCheckForm(ledger), askCheck(ledger, round, check)),
    data: createInstructionData(ledger, round, { check }),
  });
  const reply = turn.status === "spoke" ? turn.reply : createUnassessed(ledger, check, number);
  const older = check === 4 ? listSupersessions(drafts, ledger.claims, ledger.statuses) : [];
  const affected = reply.affected.filter(
    ({ claim_id }) => !older.some((change) => change.claim_id === claim_id),
  );
  const refs = [...new Set(reply.evidence_refs)];
  const changes = listChanges(reply.result, affected, ledger).filter(
    ({ claim_id, from }) =>
      round.stress !== null || !isTested(from) || hasNewEvidence(ledger, claim_id, refs),
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
function createUnassessed({ artifacts }: Ledger, check: r.CheckNumber, round: number): CheckReply {
  const { needs } = r.CHECK_FACTS[check];
  const filed = artifacts.filter(
    (each) => each.round === round && (needs.length === 0 || needs.includes(each.role)),
  );
  const listPlaces = ({ role, artifact }: (typeof filed)[number]) =>
    listAnchors(artifact).map((anchor) => `${r.toArtifactPath(round, role)}#${anchor}`);
  const firsts = filed.flatMap((each) => listPlaces(each).slice(0, 1));
  const refs = new Set([...firsts, ...filed.flatMap(listPlaces)]);
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

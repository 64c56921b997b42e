import { knownOf } from "../../../lists.ts";
import { plainWords } from "../../../text/plain.ts";
import {
  foldStatuses,
  illegalTransition,
  inCheckOrder,
  isLater,
  isTested,
  statusAfter,
} from "../record/ledger.ts";
import * as r from "../record/records.ts";

export type RecordError = { readonly where: string; readonly message: string };

/** Null: not to be asked. Paths count from the parent of `artifacts/`. */
export type Places = { readonly read: (path: string) => string | null };

export function validateRecords(records: Checked, places: Places | null = null): RecordError[] {
  return [
    ...uniqueIds(records),
    ...claimErrors(records),
    ...transitionErrors(records),
    ...verificationErrors(records, places),
    ...decisionErrors(records),
    ...leadErrors(records, places),
    ...(places === null ? [] : evidenceErrors(records, places)),
  ];
}

type Checked = Pick<r.Records, "claims" | "verifications" | "decisions" | "leads">;

function uniqueIds({ claims, verifications, decisions }: Checked): RecordError[] {
  const seen = new Set<string>();
  return [...claims, ...verifications, ...decisions].flatMap(({ id }) => {
    if (seen.has(id)) return [{ where: id, message: "the id is used twice" }];
    seen.add(id);
    return [];
  });
}

function claimErrors(records: Checked): RecordError[] {
  const { claims, verifications } = records;
  const statuses = foldStatuses(claims, verifications);
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  return claims.flatMap((claim) => {
    const found: string[] = [];
    if (Number(r.CLAIM_ID.exec(claim.id)?.[1]) !== claim.round)
      found.push(`the id does not belong to round ${claim.round}`);
    const status = knownOf(statuses, claim.id);
    const isListed = verifications.some(({ claims_affected }) => claims_affected.includes(claim.id));
    if (isTested(status) && !isListed)
      found.push(`it is ${status}, and no verification lists it under claims_affected`);
    if (status === "superseded" && !claims.some(({ supersedes }) => supersedes === claim.id)) {
      found.push("it is superseded, and no claim names it under supersedes");
    }
    if (claim.supersedes !== undefined) {
      if (!byId.has(claim.supersedes)) found.push(`it supersedes ${claim.supersedes}, which is not recorded`);
      else if (!isLater(claim.id, claim.supersedes))
        found.push(`it supersedes ${claim.supersedes}, which is not earlier`);
      else if (statuses.get(claim.supersedes) === "pending") {
        found.push(`it supersedes ${claim.supersedes}, which is still pending`);
      }
    }
    return found.map((message) => ({ where: claim.id, message }));
  });
}

function transitionErrors({ claims, verifications, leads }: Checked): RecordError[] {
  const found: RecordError[] = [];
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const current = new Map<string, r.Status>(claims.map(({ id, status }) => [id, status]));
  const refs = new Map<string, Set<string>>();
  for (const verification of inCheckOrder(verifications)) {
    const say = (message: string) => found.push({ where: verification.id, message });
    const isStress = leads.some(({ round, is_stress }) => round === verification.round && is_stress);
    for (const { claim_id, from, to } of verification.claim_status_changes) {
      const claim = byId.get(claim_id);
      if (!claim) {
        say(`it changes ${claim_id}, which is not recorded`);
        continue;
      }
      const now = knownOf(current, claim_id);
      if (from !== now) say(`it changes ${claim_id} from ${from}, and the claim was ${now}`);
      const illegal = illegalTransition({ from: now, to });
      if (illegal !== null) say(`${claim_id} from ${now} to ${to}: ${illegal}`);
      if (claim.round > verification.round) say(`${claim_id} was raised after this check`);
      if (!verification.claims_affected.includes(claim_id))
        say(`it changes ${claim_id} and does not list it under claims_affected`);
      for (const message of unsupported(claim, to, verification)) say(message);
      const known = refs.get(claim_id) ?? new Set();
      const isNew = isStress || verification.evidence_refs.some((ref) => !known.has(ref));
      if (isTested(now) && isTested(to) && !isNew)
        say(`${claim_id} is tested again without a stress test or new evidence`);
      refs.set(claim_id, new Set([...known, ...verification.evidence_refs]));
      if (illegal === null) current.set(claim_id, to);
    }
  }
  return found;
}

/** The stated status of a claim must follow from the result. */
function unsupported(
  claim: r.ClaimRecord,
  to: r.Status,
  { result, claims_affected: _, ...verification }: r.Verification,
): string[] {
  if (result === "NOT_APPLICABLE") return [`${claim.id}: a check that does not apply changes nothing`];
  if (to === "superseded" || to === "pending") return [];
  if (to === "tested_unclear")
    return result === "UNCLEAR" ? [] : [`${claim.id}: ${result} does not make tested_unclear`];
  const found: string[] = [];
  if (result === "UNCLEAR") found.push(`${claim.id}: UNCLEAR does not make ${to}`);
  else if (to !== "partially_refuted") {
    const expected = statusAfter(result, r.polarityOf(claim));
    if (expected !== to)
      found.push(`${claim.id} asserts a ${r.polarityOf(claim)}: ${result} makes it ${expected}, not ${to}`);
  }
  if (verification.evidence_refs.length < 2)
    found.push(`${claim.id} becomes ${to} on fewer than two references`);
  return found;
}

function verificationErrors({ claims, verifications, leads }: Checked, places: Places | null): RecordError[] {
  const ids = new Set(claims.map(({ id }) => id));
  return verifications.flatMap((verification) => {
    const { id, round, check, result, evidence_refs, claims_affected } = verification;
    const found: string[] = [];
    if (Number(r.VERIFICATION_ID.exec(id)?.[1]) !== round)
      found.push(`the id does not belong to round ${round}`);
    const number = r.checkNumberOf(verification);
    if (r.CHECK_FACTS[number].name !== check)
      found.push(`check ${number} is ${r.CHECK_FACTS[number].name}, not ${check}`);
    for (const claim of claims_affected)
      if (!ids.has(claim)) found.push(`it affects ${claim}, which is not recorded`);
    if (result === "NOT_APPLICABLE") {
      const absent = absentIn(round, leads, places);
      const isEmpty = absent.length === r.ROLES.length;
      if (r.notApplicable(number, { round, absent }) === null && !isEmpty) {
        found.push("it does not apply, and no absence or round 1 explains that");
      }
      if (evidence_refs.length > 0) found.push("it does not apply, and cites evidence");
      if (verification.notes.trim() === "") found.push("it does not apply, and the notes give no reason");
    } else if (new Set(evidence_refs).size < 2)
      found.push(`${new Set(evidence_refs).size} references; at least 2 are needed`);
    return found.map((message) => ({ where: id, message }));
  });
}

/** Without files, presence cannot be checked. */
function absentIn(round: number, leads: Checked["leads"], places: Places | null): readonly r.Role[] {
  if (places === null) return r.ROLES;
  const filed = (role: r.Role) => places.read(r.artifactPath(round, role)) !== null;
  const isKeptAway = (role: r.Role) =>
    leads.some((entry) => entry.round === round && entry.absent_agent === role);
  return r.ROLES.filter((role) => isKeptAway(role) || !filed(role));
}

function decisionErrors({ claims, verifications, decisions }: Checked): RecordError[] {
  const ids = {
    claim: new Map(claims.map(({ id, round }) => [id, round])),
    verification: new Map(verifications.map(({ id, round }) => [id, round])),
    decision: new Map(decisions.map(({ id, round }) => [id, round])),
  };
  return decisions.flatMap(({ id, round, cites }) => {
    const found: string[] = [];
    if (Number(r.DECISION_ID.exec(id)?.[1]) !== round) found.push(`the id does not belong to round ${round}`);
    if (cites.length === 0) found.push("it cites nothing");
    for (const cite of cites) {
      const of = ids[cite.type].get(cite.id);
      if (of === undefined) found.push(`it cites ${cite.type} ${cite.id}, which is not recorded`);
      else if (of > round || cite.id === id) found.push(`it cites ${cite.id}, which is not earlier`);
    }
    return found.map((message) => ({ where: id, message }));
  });
}

/** One entry a round. In a stress round the absent role does not lead or file. */
function leadErrors({ leads }: Checked, places: Places | null): RecordError[] {
  return leads.flatMap(({ round, lead, is_stress, absent_agent }, index) => {
    const found: string[] = [];
    if (leads.findIndex((each) => each.round === round) < index)
      found.push("the round stands twice in lead_history");
    if (is_stress && absent_agent === null) found.push("a stress round names the absent agent");
    if (!is_stress && absent_agent !== null) found.push(`the ${absent_agent} is absent outside a stress round`);
    if (lead !== null && lead === absent_agent) found.push(`the ${lead} leads a round it is absent from`);
    const filed = absent_agent !== null && places?.read(r.artifactPath(round, absent_agent));
    if (typeof filed === "string")
      found.push(`the ${absent_agent} is absent, and its artifact is there: hold the round again`);
    return found.map((message) => ({ where: `round ${round}`, message }));
  });
}

function evidenceErrors({ verifications }: Checked, places: Places): RecordError[] {
  return verifications.flatMap(({ id, evidence_refs }) =>
    evidence_refs.flatMap((ref) => {
      const hash = ref.indexOf("#");
      const path = hash === -1 ? ref : ref.slice(0, hash);
      const text = places.read(path);
      if (text === null) return [{ where: id, message: `evidence ${ref}: there is no file ${path}` }];
      if (hash === -1)
        return [{ where: id, message: `evidence ${ref} names no section; write it as path#section` }];
      if (hasSection(text, ref.slice(hash + 1))) return [];
      return [{ where: id, message: `evidence ${ref}: ${path} has no such section` }];
    }),
  );
}

/** A heading, a line's first words or a JSON line's id. Case, spaces, hyphens, underscores do not matter. */
export function hasSection(text: string, anchor: string): boolean {
  const wanted = plainWords(anchor);
  if (wanted === "") return false;
  return text.split("\n").some((line) => {
    const id = /^\{\s*"id":\s*"([^"]*)"/.exec(line)?.[1];
    if (id !== undefined) return plainWords(id) === wanted;
    const words = plainWords(line.replace(/^[\s#>*+-]+/, ""));
    const isHeadingEnd = /^\s*#/.test(line) && words.endsWith(` ${wanted}`);
    return words === wanted || words.startsWith(`${wanted} `) || isHeadingEnd;
  });
}

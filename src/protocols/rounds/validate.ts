/**
 * Checks the records of rounds against each other: ids, transitions, references and evidence. A
 * round is checked before its assessment, a folder by validate-claims.ts.
 */

import { requireEntry } from "../../lists.ts";
import { toPlainWords } from "../../text/plain.ts";
import {
  computeStatus,
  findIllegalTransition,
  foldStatuses,
  isLater,
  isTested,
  sortByCheck,
} from "./ledger.ts";
import * as r from "./records.ts";

export type RecordError = { where: string; message: string };

/** Null: not to be asked. Paths count from the parent of `artifacts/`. */
export type Places = { read: (path: string) => string | null };

export function validateRecords(records: Checked, places: Places | null = null): RecordError[] {
  return [
    ...checkIds(records),
    ...checkClaims(records),
    ...checkTransitions(records),
    ...checkVerifications(records, places),
    ...checkDecisions(records),
    ...checkLeads(records, places),
    ...(places === null ? [] : checkEvidence(records, places)),
  ];
}

export type Checked = Pick<r.Records, "claims" | "verifications" | "decisions" | "leads">;

function checkIds({ claims, verifications, decisions }: Checked): RecordError[] {
  const seen = new Set<string>();
  return [...claims, ...verifications, ...decisions].flatMap(({ id }) => {
    if (seen.has(id)) return [{ where: id, message: "the id is used twice" }];
    seen.add(id);
    return [];
  });
}

function findErrors(where: string, findings: readonly (string | false)[]): RecordError[] {
  return findings.filter((message) => message !== false).map((message) => ({ where, message }));
}

/** Ids look like `C-3-1`: the round is their second part. */
function findWrongRound({ id, round }: { id: string; round: number }): string | false {
  return Number(id.split("-")[1]) !== round && `the id does not belong to round ${round}`;
}

function checkClaims({ claims, verifications }: Checked): RecordError[] {
  const statuses = foldStatuses(claims, verifications);
  return claims.flatMap((claim) => {
    const { id, supersedes } = claim;
    const status = requireEntry(statuses, id);
    const isListed = verifications.some(({ claims_affected }) => claims_affected.includes(id));
    const isNamed = claims.some((each) => each.supersedes === id);
    return findErrors(id, [
      findWrongRound(claim),
      isTested(status) &&
        !isListed &&
        `it is ${status}, and no verification lists it under claims_affected`,
      status === "superseded" &&
        !isNamed &&
        "it is superseded, and no claim names it under supersedes",
      supersedes !== undefined && findWrongSuperseded(id, supersedes, statuses.get(supersedes)),
    ]);
  });
}

function findWrongSuperseded(
  id: string,
  old: string,
  status: r.Status | undefined,
): string | false {
  if (status === undefined) return `it supersedes ${old}, which is not recorded`;
  if (!isLater(id, old)) return `it supersedes ${old}, which is not earlier`;
  return status === "pending" && `it supersedes ${old}, which is still pending`;
}

function checkTransitions({ claims, verifications, leads }: Checked): RecordError[] {
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const current = new Map<string, r.Status>(claims.map(({ id, status }) => [id, status]));
  const refs = new Map<string, readonly string[]>();
  return sortByCheck(verifications).flatMap((verification) => {
    const { id, round, claims_affected, evidence_refs } = verification;
    const isStress = leads.some((lead) => lead.round === round && lead.is_stress);
    return verification.claim_status_changes.flatMap(({ claim_id, from, to }) => {
      const claim = byId.get(claim_id);
      if (!claim) return findErrors(id, [`it changes ${claim_id}, which is not recorded`]);
      const now = requireEntry(current, claim_id);
      const illegal = findIllegalTransition({ from: now, to });
      const known = refs.get(claim_id) ?? [];
      const isNew = isStress || evidence_refs.some((ref) => !known.includes(ref));
      refs.set(claim_id, [...known, ...evidence_refs]);
      if (illegal === null) current.set(claim_id, to);
      return findErrors(id, [
        from !== now && `it changes ${claim_id} from ${from}, and the claim was ${now}`,
        illegal !== null && `${claim_id} from ${now} to ${to}: ${illegal}`,
        claim.round > round && `${claim_id} was raised after this check`,
        !claims_affected.includes(claim_id) &&
          `it changes ${claim_id} and does not list it under claims_affected`,
        findWrongResult(claim, to, verification),
        isDecided(to) &&
          evidence_refs.length < 2 &&
          `${claim_id} becomes ${to} on fewer than two references`,
        isTested(now) &&
          isTested(to) &&
          !isNew &&
          `${claim_id} is tested again without a stress test or new evidence`,
      ]);
    });
  });
}

/** The stated status of a claim must follow from the result. */
function findWrongResult(
  claim: r.ClaimRecord,
  to: r.Status,
  { result }: r.Verification,
): string | false {
  if (result === "NOT_APPLICABLE")
    return `${claim.id}: a check that does not apply changes nothing`;
  if (to === "tested_unclear")
    return result !== "UNCLEAR" && `${claim.id}: ${result} does not make tested_unclear`;
  if (!isDecided(to)) return false;
  if (result === "UNCLEAR") return `${claim.id}: UNCLEAR does not make ${to}`;
  const polarity = r.getPolarity(claim);
  const expected = computeStatus(result, polarity);
  const isFitting = to === "partially_refuted" || to === expected;
  return (
    !isFitting && `${claim.id} asserts a ${polarity}: ${result} makes it ${expected}, not ${to}`
  );
}

function isDecided(status: r.Status): boolean {
  return isTested(status) && status !== "tested_unclear";
}

function checkVerifications(
  { claims, verifications, leads }: Checked,
  places: Places | null,
): RecordError[] {
  const ids = new Set(claims.map(({ id }) => id));
  return verifications.flatMap((verification) => {
    const { id, round, check, result, evidence_refs, claims_affected } = verification;
    const number = r.readCheckNumber(verification);
    const { name } = r.CHECK_FACTS[number];
    const strangers = claims_affected.filter((claim) => !ids.has(claim));
    const count = new Set(evidence_refs).size;
    const applies = result !== "NOT_APPLICABLE";
    const absent = listAbsent(round, leads, places);
    const isExplained =
      r.explainNotApplicable(number, { round, absent }) !== null ||
      absent.length === r.ROLES.length;
    return findErrors(id, [
      findWrongRound(verification),
      name !== check && `check ${number} is ${name}, not ${check}`,
      ...strangers.map((claim) => `it affects ${claim}, which is not recorded`),
      !applies && !isExplained && "it does not apply, and no absence or round 1 explains that",
      !applies && count > 0 && "it does not apply, and cites evidence",
      !applies &&
        verification.notes.trim() === "" &&
        "it does not apply, and the notes give no reason",
      applies && count < 2 && `${count} references; at least 2 are needed`,
    ]);
  });
}

/** Without files, presence cannot be checked. */
function listAbsent(
  round: number,
  leads: Checked["leads"],
  places: Places | null,
): readonly r.Role[] {
  if (places === null) return r.ROLES;
  const filed = (role: r.Role) => places.read(r.toArtifactPath(round, role)) !== null;
  const isKeptAway = (role: r.Role) =>
    leads.some((entry) => entry.round === round && entry.absent_agent === role);
  return r.ROLES.filter((role) => isKeptAway(role) || !filed(role));
}

function checkDecisions({ claims, verifications, decisions }: Checked): RecordError[] {
  const records = { claim: claims, verification: verifications, decision: decisions };
  return decisions.flatMap((decision) => {
    const { id, round, cites } = decision;
    return findErrors(id, [
      findWrongRound(decision),
      ...cites.map((cite) => {
        const cited = records[cite.type].find((each) => each.id === cite.id);
        if (!cited) return `it cites ${cite.type} ${cite.id}, which is not recorded`;
        return (
          (cited.round > round || cite.id === id) && `it cites ${cite.id}, which is not earlier`
        );
      }),
    ]);
  });
}

/** One entry a round. In a stress round the absent role does not lead or file. */
function checkLeads({ leads }: Checked, places: Places | null): RecordError[] {
  return leads.flatMap(({ round, lead, is_stress, absent_agent: absent }, index) => {
    const filed = absent === null ? undefined : places?.read(r.toArtifactPath(round, absent));
    return findErrors(`round ${round}`, [
      leads.findIndex((each) => each.round === round) < index &&
        "the round stands twice in lead_history",
      is_stress && absent === null && "a stress round names the absent agent",
      !is_stress && absent !== null && `the ${absent} is absent outside a stress round`,
      lead !== null && lead === absent && `the ${lead} leads a round it is absent from`,
      typeof filed === "string" &&
        `the ${absent} is absent, and its artifact is there: hold the round again`,
    ]);
  });
}

function checkEvidence({ verifications }: Checked, places: Places): RecordError[] {
  return verifications.flatMap(({ id, evidence_refs }) =>
    evidence_refs.flatMap((ref) => {
      const hash = ref.indexOf("#");
      const path = hash === -1 ? ref : ref.slice(0, hash);
      const text = places.read(path);
      if (text === null)
        return [{ where: id, message: `evidence ${ref}: there is no file ${path}` }];
      if (hash === -1)
        return [
          { where: id, message: `evidence ${ref} names no section; write it as path#section` },
        ];
      if (hasSection(text, ref.slice(hash + 1))) return [];
      return [{ where: id, message: `evidence ${ref}: ${path} has no such section` }];
    }),
  );
}

/** A heading, a line's first words or a JSON line's id. Case, spaces, hyphens, underscores do not matter. */
export function hasSection(text: string, anchor: string): boolean {
  const wanted = toPlainWords(anchor);
  if (wanted === "") return false;
  return text.split("\n").some((line) => {
    const id = /^\{\s*"id":\s*"([^"]*)"/.exec(line)?.[1];
    if (id !== undefined) return toPlainWords(id) === wanted;
    const words = toPlainWords(line.replace(/^[\s#>*+-]+/, ""));
    const isHeadingEnd = /^\s*#/.test(line) && words.endsWith(` ${wanted}`);
    return words === wanted || words.startsWith(`${wanted} `) || isHeadingEnd;
  });
}

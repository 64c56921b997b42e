import type { Scenario } from "../../../scenario/schema/scenario.ts";
import type { Artefacts } from "./artefacts.ts";
import type { Ledger } from "./ledger.ts";
import {
  CHECKS,
  type CheckNumber,
  checkNumberOf,
  polarityOf,
  type Result,
  type Verification,
} from "./records.ts";

type ResultCounts = Readonly<Record<Exclude<Result, "NOT_APPLICABLE">, number>>;

/** It broke something, and the critic has not let go of it. */
type SurvivingAttack = {
  readonly verification: string;
  readonly round: number;
  readonly target: string;
  readonly hypothesis: string;
};

export type CandidateEvidence = {
  readonly candidate: string | null;
  readonly meaning: string | null;
  readonly checks: Readonly<Record<CheckNumber, ResultCounts>>;
  readonly survivingAttacks: readonly SurvivingAttack[];
  readonly confirmedWeaknesses: readonly string[];
};

/** Where the rule does not count options, there are none to tell apart. */
export function candidatesIn({ decision, verdicts }: Pick<Scenario, "decision" | "verdicts">) {
  const options = verdicts.filter(({ side }) => side === "for");
  return decision.by === "option" && options.length > 1 ? options : [];
}

export function evidenceByCandidate(
  scenario: Pick<Scenario, "decision" | "verdicts">,
  ledger: Ledger,
): readonly CandidateEvidence[] {
  const candidates = candidatesIn(scenario);
  const made = ledger.verifications.filter(({ result }) => result !== "NOT_APPLICABLE");
  const known = new Set<string>(candidates.map(({ id }) => id));
  const rows = candidates.map(({ id, meaning }) =>
    rowOf(ledger, { candidate: id, meaning: meaning ?? null }, (each) => each.bears_on?.includes(id) ?? false),
  );
  const loose = (each: Verification) => !(each.bears_on ?? []).some((id) => known.has(id));
  return made.some(loose) ? [...rows, rowOf(ledger, { candidate: null, meaning: null }, loose)] : rows;
}

function rowOf(
  ledger: Ledger,
  head: Pick<CandidateEvidence, "candidate" | "meaning">,
  bears: (verification: Verification) => boolean,
): CandidateEvidence {
  const own = ledger.verifications.filter((each) => each.result !== "NOT_APPLICABLE" && bears(each));
  const count = (check: CheckNumber): ResultCounts => {
    const of = (result: Result) =>
      own.filter((each) => checkNumberOf(each) === check && each.result === result).length;
    return { BROKEN: of("BROKEN"), ROBUST: of("ROBUST"), UNCLEAR: of("UNCLEAR") };
  };
  const checks = Object.fromEntries(CHECKS.map((check) => [check, count(check)])) as Record<
    CheckNumber,
    ResultCounts
  >;
  return {
    ...head,
    checks,
    survivingAttacks: own.flatMap((each) => survivingAttack(ledger, each)),
    confirmedWeaknesses: confirmedWeaknesses(ledger, own),
  };
}

function survivingAttack(
  { artefacts, decisions }: Ledger,
  { id, round, result }: Verification,
): SurvivingAttack[] {
  if (id !== `V-${round}-1` || result !== "BROKEN") return [];
  const isConceded = decisions.some(
    ({ made_by, cites }) => made_by === "adversary_concession" && cites.some((cite) => cite.id === id),
  );
  const filed = artefacts.find((each) => each.round === round && each.role === "critic");
  if (isConceded || !filed) return [];
  const { target, hypothesis } = filed.artefact as Artefacts["critic"];
  return [{ verification: id, round, target: target.ref, hypothesis }];
}

function confirmedWeaknesses(
  { claims, statuses, verifications }: Ledger,
  own: readonly Verification[],
): string[] {
  const ids = new Set(own.map(({ id }) => id));
  return claims
    .filter((claim) => polarityOf(claim) === "weakness" && statuses.get(claim.id) === "tested_confirmed")
    .filter(({ id }) => {
      const last = verifications.findLast((each) =>
        each.claim_status_changes.some(({ claim_id }) => claim_id === id),
      );
      return last !== undefined && ids.has(last.id);
    })
    .map(({ id }) => id);
}

export function evidenceLines(rows: readonly CandidateEvidence[]): string[] {
  if (rows.length === 0) return [];
  return ["Evidence by candidate, over all checks:", ...rows.map(evidenceLine)];
}

export function evidenceLine({
  candidate,
  checks,
  survivingAttacks,
  confirmedWeaknesses,
}: CandidateEvidence): string {
  const sum = (result: keyof ResultCounts) => CHECKS.reduce((total, check) => total + checks[check][result], 0);
  const listed = (ids: readonly string[]) => (ids.length === 0 ? "none" : ids.join(", "));
  return [
    `${candidate ?? WITHOUT_CANDIDATE}: ${sum("BROKEN")} BROKEN, ${sum("ROBUST")} ROBUST, ${sum("UNCLEAR")} UNCLEAR`,
    `surviving attacks: ${listed(survivingAttacks.map(({ verification }) => verification))}`,
    `confirmed weaknesses: ${listed(confirmedWeaknesses)}.`,
  ].join("; ");
}

export const WITHOUT_CANDIDATE = "all that was judged";

/**
 * What the arbiter tells all members about a round: artifacts in a line each, claims, checks and
 * decisions. Members do not see each other's JSON, so prompts stay short.
 */

import type { Floor } from "../../engine/protocol/floor.ts";
import { groupBy } from "../../lists.ts";
import { collapseSpace, joinNames } from "../../text/plain.ts";
import type { Artifact, Artifacts } from "./artifacts.ts";
import { ARBITER, spellRecordName } from "./instructions.ts";
import type { Ledger } from "./ledger.ts";
import * as r from "./records.ts";

export async function announce(
  floor: Floor,
  kind: string,
  lines: readonly string[],
): Promise<void> {
  if (lines.length > 0)
    await floor.announce(ARBITER.id, {
      kind,
      text: lines.map(collapseSpace).join("\n"),
      about: [],
    });
}

const GISTS: { [Each in r.Role]: (artifact: Artifacts[Each]) => string } = {
  action: ({ traces }) => traces[0]?.trigger ?? "",
  guardian: ({ invariant, verdict }) => `Always: ${invariant.always}. ${spellRecordName(verdict)}.`,
  observer: ({ goal, verdict }) => `${goal} Goal reached: ${verdict.goal}.`,
  critic: ({ target, hypothesis, verdict }) => `${verdict} on ${target.ref}. ${hypothesis}`,
};

export function describeArtifacts(
  { artifacts }: Ledger,
  round: number,
  claims: readonly r.ClaimRecord[],
  getName: (seat: string) => string,
): string[] {
  const filed = artifacts.filter((each) => each.round === round);
  if (filed.length === 0) return [];
  const lines = filed.map(({ role, holder, basis, artifact }) => {
    const own = claims.filter((each) => each.raised_by === role).map(({ id }) => id);
    const raised = own.length === 0 ? "" : ` Claims: ${own.join(", ")}.`;
    const gist = GISTS[role] as (artifact: Artifact) => string;
    return `R${round}-${role}, ${basis} by ${getName(holder)}: ${gist(artifact)}${raised}`;
  });
  const raised = claims.map(
    (claim) => `${claim.id} (${claim.raised_by}, ${r.getPolarity(claim)}): ${claim.text}`,
  );
  return [`Artifacts of round ${round}.`, ...lines, ...raised];
}

export function describeChecks({ verifications }: Ledger, round: number): string[] {
  const made = verifications.filter((each) => each.round === round);
  const lines = made.map(({ id, check, result, notes, claim_status_changes }) => {
    const byStatus = groupBy(claim_status_changes, ({ to }) => r.formatStatus(to));
    const changes = [...byStatus].map(([status, all]) => {
      const ids = joinNames(all.map(({ claim_id }) => claim_id));
      return `${ids} ${all.length === 1 ? "is" : "are"} ${status}.`;
    });
    return [
      `${id} ${spellRecordName(result)} (${spellRecordName(check)}). ${notes}`,
      ...changes,
    ].join(" ");
  });
  return [`Cross-validation of round ${round}.`, ...lines];
}

export function describeAssessment(ledger: Ledger, round: number): string[] {
  const isOfRound = (each: { round: number }) => each.round === round;
  const decisions = ledger.decisions.filter(isOfRound).map(({ id, text, cites }) => {
    return `${id}: ${text} (${cites.map((cite) => cite.id).join(", ")})`;
  });
  const tensions = ledger.tensions
    .filter(isOfRound)
    .map(({ id, source, text }) => `${id} (${source.join(", ")}): ${text}`);
  const { architectureImpact } = ledger.assessments.at(-1) ?? {};
  return [
    `Assessment of round ${round}.`,
    ...decisions,
    ...tensions,
    `Architecture: ${architectureImpact}`,
  ];
}

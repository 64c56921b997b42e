import type { Json } from "../../../transcript/events.ts";
import type { Artefact } from "../record/artefacts.ts";
import type { Ledger } from "../record/ledger.ts";
import {
  artefactPath,
  type ClaimRecord,
  type Decision,
  polarityOf,
  type Tension,
  type Verification,
} from "../record/records.ts";
import { anchorsOf } from "../record/render-artefact.ts";
import { type CheckNumber, ROLES, type Role } from "../record/roles.ts";
import type { Round } from "./round.ts";

type Ids = readonly string[];

/** What a cue of the rounds tells simulated members: the record, and what is asked for. */
export type RoundsData = {
  /** The round at hand, or where they are over the last. */
  readonly round: number;
  readonly present: readonly Role[];
  readonly lead: Role | null;
  /** Kept away on purpose. */
  readonly stress: Role | null;
  /** Whose part the speaker takes; null for the arbiter. */
  readonly role: Role | null;
  readonly rules: Readonly<Record<Role, { readonly least: number; readonly most: number }>> | null;
  /** What the critic may aim at; null where anything will do. */
  readonly targets: Ids | null;
  readonly check: CheckNumber | null;
  /** Places that a check names at least. */
  readonly references: number;
  /** Options that a check can bear on. */
  readonly candidates: Ids;
  /** With their status by now. */
  readonly claims: readonly (ClaimRecord & Required<Pick<ClaimRecord, "polarity">>)[];
  readonly decisions: readonly Decision[];
  /** Those still open. */
  readonly tensions: readonly Tension[];
  readonly checks: readonly Verification[];
  /** Rounds of drift checks that did not pass and were not addressed. */
  readonly drift: readonly number[];
  /** Artefacts of the round at hand, and the places in them. */
  readonly filed: readonly FiledData[];
};

type FiledData = { readonly role: Role; readonly artefact: Artefact; readonly places: Ids };

type CueMatter = Partial<Pick<RoundsData, "role" | "targets" | "check" | "candidates">>;

/** The facts of a cue; where the rounds are over, of the last one. */
export function cueData(
  ledger: Ledger,
  round: Round | null,
  asked: CueMatter = {},
): Readonly<Record<string, Json>> {
  const number = round?.number ?? ledger.rounds.length;
  const data: RoundsData = {
    ...{ round: number, present: round?.present ?? [], lead: round?.lead ?? null },
    ...{ stress: round?.stress ?? null, role: null },
    rules:
      round && (Object.fromEntries(ROLES.map((role) => [role, round.claimRules(role)])) as RoundsData["rules"]),
    ...{ targets: null, check: null, references: ledger.policy.references ?? 2, candidates: [] },
    claims: ledger.claims.map((claim) => {
      const status = ledger.statuses.get(claim.id) ?? claim.status;
      return { ...claim, status, polarity: polarityOf(claim) };
    }),
    decisions: ledger.decisions,
    tensions: ledger.tensions.filter(({ status }) => status === "open"),
    checks: ledger.verifications,
    drift: ledger.drift
      .filter(({ verdict, addressed_by }) => verdict !== "PASS" && addressed_by === undefined)
      .map((each) => each.round),
    filed: ledger.artefacts
      .filter((each) => each.round === number)
      .map(({ role, artefact }) => {
        const places = anchorsOf(role, artefact).map((anchor) => `${artefactPath(number, role)}#${anchor}`);
        return { role, artefact, places };
      }),
    ...asked,
  };
  return data as unknown as Readonly<Record<string, Json>>;
}

import type { Json } from "../../../engine/transcript/events.ts";
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

export type RoundsData = {
  /** The last one where the rounds are over. */
  readonly round: number;
  readonly present: readonly Role[];
  readonly lead: Role | null;
  readonly stress: Role | null;
  readonly role: Role | null;
  readonly rules: Readonly<Record<Role, { readonly least: number; readonly most: number }>> | null;
  readonly targets: Ids | null;
  readonly check: CheckNumber | null;
  readonly references: number;
  readonly candidates: Ids;
  readonly claims: readonly (ClaimRecord & Required<Pick<ClaimRecord, "polarity">>)[];
  readonly decisions: readonly Decision[];
  readonly tensions: readonly Tension[];
  readonly checks: readonly Verification[];
  readonly drift: readonly number[];
  readonly filed: readonly FiledData[];
};

type FiledData = { readonly role: Role; readonly artefact: Artefact; readonly places: Ids };

type CueMatter = Partial<Pick<RoundsData, "role" | "targets" | "check" | "candidates">>;

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

import type { Json } from "../../../transcript/events.ts";
import type { Artefact, Artefacts } from "../record/artefacts.ts";
import type { Ledger } from "../record/ledger.ts";
import {
  artefactPath,
  checkNumberOf,
  type Polarity,
  polarityOf,
  type Result,
  type Status,
} from "../record/records.ts";
import { anchorsOf } from "../record/render-artefact.ts";
import type { CheckNumber, Role } from "../record/roles.ts";
import type { Round } from "./round.ts";

type Ids = readonly string[];

/** What a cue of the rounds tells simulated members: the record as facts, and what is asked for. */
export type RoundsData = {
  /** The round at hand, or where they are over the last. */
  readonly round: number;
  readonly rounds: number;
  readonly present: readonly Role[];
  /** Kept away on purpose. */
  readonly stress: Role | null;
  /** Whose part the speaker takes; null for the arbiter. */
  readonly role: Role | null;
  readonly rules: { readonly [Each in Role]: { readonly least: number; readonly most: number } } | null;
  /** What the critic may aim at; null where anything will do. */
  readonly targets: Ids | null;
  readonly check: CheckNumber | null;
  /** Places that a check names at least. */
  readonly references: number;
  /** Options that a check can bear on. */
  readonly candidates: Ids;
  readonly claims: readonly ClaimData[];
  readonly decisions: readonly { readonly id: string; readonly round: number; readonly cites: Ids }[];
  readonly tensions: readonly { readonly id: string; readonly round: number }[];
  readonly checks: readonly {
    readonly id: string;
    readonly round: number;
    readonly check: CheckNumber;
    readonly result: Result;
    readonly changed: Ids;
  }[];
  /** Rounds of drift checks that did not pass and were not addressed. */
  readonly drift: readonly number[];
  readonly filed: readonly FiledData[];
};

export type ClaimData = {
  readonly id: string;
  readonly round: number;
  readonly role: Role;
  readonly status: Status;
  readonly polarity: Polarity;
  readonly text: string;
  readonly testable: string;
  readonly supersedes: string | null;
};

/** An artefact of the round at hand. */
export type FiledData = {
  readonly role: Role;
  readonly places: Ids;
  readonly cites: Ids;
  /** What its author found of the candidate; null where the role judges nothing. */
  readonly found: Exclude<Result, "NOT_APPLICABLE"> | null;
  /** What it was found from, in its author's words. */
  readonly about: string;
};

type Asked = Partial<Pick<RoundsData, "role" | "targets" | "check" | "candidates">>;

/** The facts of a cue; where the rounds are over, of the last one. */
export function cueData(
  ledger: Ledger,
  round: Round | null,
  asked: Asked = {},
): Readonly<Record<string, Json>> {
  const number = round?.number ?? ledger.rounds.length;
  const data: RoundsData = {
    ...{ round: number, rounds: ledger.opened!.rounds },
    ...{ present: round?.present ?? [], stress: round?.stress ?? null, role: null },
    rules: round && rulesOf(round),
    ...{ targets: null, check: null, references: ledger.policy.references ?? 2, candidates: [] },
    claims: ledger.claims.map((claim) => ({
      ...{ id: claim.id, round: claim.round, role: claim.raised_by, text: claim.text },
      ...{ status: ledger.statuses.get(claim.id) ?? claim.status, polarity: polarityOf(claim) },
      ...{ testable: claim.testable_as, supersedes: claim.supersedes ?? null },
    })),
    decisions: ledger.decisions.map(({ id, round: of, cites }) => ({
      ...{ id, round: of, cites: cites.map((cite) => cite.id) },
    })),
    tensions: ledger.tensions
      .filter(({ status }) => status === "open")
      .map(({ id, round: of }) => ({ id, round: of })),
    checks: ledger.verifications.map((each) => ({
      ...{ id: each.id, round: each.round, check: checkNumberOf(each), result: each.result },
      changed: each.claim_status_changes.map(({ claim_id }) => claim_id),
    })),
    drift: ledger.drift
      .filter(({ verdict, addressed_by }) => verdict !== "PASS" && addressed_by === undefined)
      .map((each) => each.round),
    filed: ledger.artefacts
      .filter((each) => each.round === number)
      .map(({ role, artefact }) => ({
        ...{ role, cites: artefact.cites, found: foundIn(role, artefact), about: aboutIn(role, artefact) },
        places: anchorsOf(role, artefact).map((anchor) => `${artefactPath(number, role)}#${anchor}`),
      })),
    ...asked,
  };
  return data as unknown as Readonly<Record<string, Json>>;
}

function rulesOf({ claimRules }: Round): NonNullable<RoundsData["rules"]> {
  const of = (role: Role) => claimRules(role);
  return { action: of("action"), guardian: of("guardian"), observer: of("observer"), critic: of("critic") };
}

function foundIn(role: Role, artefact: Artefact): FiledData["found"] {
  switch (role) {
    case "action":
      return null;
    case "guardian":
      return BY_GUARDIAN[(artefact as Artefacts["guardian"]).verdict];
    case "observer":
      return BY_OBSERVER[(artefact as Artefacts["observer"]).verdict.goal];
    case "critic":
      return (artefact as Artefacts["critic"]).verdict;
    default:
      return role satisfies never;
  }
}

function aboutIn(role: Role, artefact: Artefact): string {
  switch (role) {
    case "action":
      return (artefact as Artefacts["action"]).traces
        .flatMap(({ steps }) => steps.map(({ does }) => does))
        .join("\n");
    case "guardian": {
      const { invariant, whyNow } = artefact as Artefacts["guardian"];
      return [invariant.measuredBy, whyNow].join("\n");
    }
    case "observer":
      return (artefact as Artefacts["observer"]).steps.map(({ does }) => does).join("\n");
    case "critic":
      return (artefact as Artefacts["critic"]).attack
        .flatMap(({ does, observable }) => [does, observable])
        .join("\n");
    default:
      return role satisfies never;
  }
}

const BY_GUARDIAN = {
  PASS: "ROBUST",
  CONDITIONAL_PASS: "ROBUST",
  FAIL: "BROKEN",
  INCONCLUSIVE: "UNCLEAR",
} as const;
const BY_OBSERVER = { Yes: "ROBUST", No: "BROKEN", Partially: "UNCLEAR" } as const;

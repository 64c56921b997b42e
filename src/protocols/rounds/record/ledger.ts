import type { MeetingState } from "../../../engine/transcript/state.ts";
import { type Artefact, readArtefact } from "./artefacts.ts";
import { foldStatuses } from "./claims.ts";
import { FACTS, type FactData, type Policy, type RoundsFact } from "./facts.ts";
import type { ClaimRecord, Records, Status } from "./records.ts";
import { artefactPath } from "./records.ts";
import { anchorsOf } from "./render-artefact.ts";
import { ROLES, type Role } from "./roles.ts";

export type FiledArtefact = {
  readonly round: number;
  readonly role: Role;
  readonly holder: string;
  readonly artefact: Artefact;
  readonly lints: readonly string[];
};

type All<Name extends RoundsFact["name"]> = readonly FactData<Name>[];

export type Ledger = Records & {
  readonly opened: FactData<"deliberation.opened"> | null;
  readonly roles: FactData<"deliberation.opened">["roles"] | null;
  readonly phases: All<"phase.entered">;
  readonly rounds: All<"lead.assigned">;
  readonly predictions: All<"stress.predicted">;
  readonly moved: All<"stress.brought-forward">;
  readonly proposals: All<"proposal.made">;
  readonly supplements: All<"supplement.made">;
  readonly artefacts: readonly FiledArtefact[];
  readonly absences: All<"role.absent">;
  readonly invalid: All<"validation.failed">;
  readonly assessments: All<"assessment.made">;
  readonly readings: All<"signals.read">;
  readonly alarms: All<"alarm.raised">;
  readonly failures: All<"failure.detected">;
  readonly responses: All<"response.made">;
  readonly audits: All<"audit.made">;
  readonly judged: FactData<"convergence.judged"> | null;
  readonly synthesis: FactData<"synthesis.written"> | null;
  readonly statuses: ReadonlyMap<string, Status>;
  readonly policy: Policy;
};

export function openingOf({ opened }: Pick<Ledger, "opened">): NonNullable<Ledger["opened"]> {
  if (opened === null) throw new Error("the deliberation has not been opened");
  return opened;
}

export function rolesOf({ roles }: Pick<Ledger, "roles">): NonNullable<Ledger["roles"]> {
  if (roles === null) throw new Error("no roles have been assigned");
  return roles;
}

/** Facts of other protocols are passed over. */
export function ledgerOf(state: Pick<MeetingState, "facts">): Ledger {
  const each = <Name extends RoundsFact["name"]>(name: Name) =>
    FACTS[name].all(state) as readonly FactData<Name>[];
  const rounds = each("lead.assigned");
  const claims = each("claim.raised");
  const verifications = each("verification.made");
  const opened = each("deliberation.opened").at(-1) ?? null;
  const responses = each("response.made");
  const resolved = new Map(each("tension.resolved").map(({ id, round }) => [id, round]));
  const addressed = new Map(each("drift.addressed").map(({ round, by }) => [round, by]));
  return {
    opened,
    roles: each("roles.assigned").at(-1)?.roles ?? opened?.roles ?? null,
    phases: each("phase.entered"),
    rounds,
    leads: rounds.map(({ round, lead, is_stress, absent_agent }) => ({ round, lead, is_stress, absent_agent })),
    predictions: each("stress.predicted"),
    moved: each("stress.brought-forward"),
    proposals: each("proposal.made"),
    supplements: each("supplement.made"),
    artefacts: each("artefact.filed").map(filedArtefact),
    absences: each("role.absent"),
    claims,
    verifications,
    invalid: each("validation.failed"),
    decisions: each("decision.made"),
    assessments: each("assessment.made"),
    tensions: each("tension.raised").map((tension) => {
      const round = resolved.get(tension.id);
      return round === undefined ? tension : { ...tension, status: "resolved", resolved_in: round };
    }),
    drift: each("drift.checked").map((drift) => {
      const by = addressed.get(drift.round);
      return by === undefined ? drift : { ...drift, addressed_by: by };
    }),
    stress: each("stress.scored"),
    readings: each("signals.read"),
    alarms: each("alarm.raised"),
    failures: each("failure.detected"),
    responses,
    audits: each("audit.made"),
    judged: each("convergence.judged").at(-1) ?? null,
    synthesis: each("synthesis.written").at(-1) ?? null,
    statuses: foldStatuses(claims, verifications),
    policy: Object.assign({}, ...responses.map(({ policy }) => policy)) as Policy,
  };
}

const filed = new WeakMap<object, FiledArtefact>();

function filedArtefact(fact: FactData<"artefact.filed">): FiledArtefact {
  const known = filed.get(fact) ?? { ...fact, artefact: readArtefact(fact.role, fact.artefact) };
  filed.set(fact, known);
  return known;
}

export function roleOf({ roles }: Pick<Ledger, "roles">, seat: string): Role | null {
  return roles === null ? null : (ROLES.find((role) => roles[role] === seat) ?? null);
}

export function pendingClaims({ claims, statuses }: Ledger): ClaimRecord[] {
  return claims.filter(({ id }) => statuses.get(id) === "pending");
}

export function knownIds({ claims, verifications, decisions }: Records): ReadonlySet<string> {
  return new Set([...claims, ...verifications, ...decisions].map(({ id }) => id));
}

/** `artifacts/round_03/action.md#happy_path`, `state/decisions.jsonl#D-2-1`. */
export function evidencePlaces({ artefacts, decisions }: Ledger): string[] {
  const filed = artefacts.flatMap(({ round, role, artefact }) =>
    anchorsOf(role, artefact).map((anchor) => `${artefactPath(round, role)}#${anchor}`),
  );
  return [...filed, ...decisions.map(({ id }) => `state/decisions.jsonl#${id}`)];
}

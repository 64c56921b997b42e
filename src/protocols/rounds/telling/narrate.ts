import type { StatusLine } from "../../../engine/meeting/contract/protocol.ts";
import { closingReason } from "../../../engine/meeting/money/limits.ts";
import { nameIn } from "../../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { FACTS, type Ledger, ledgerOf, PHASES, type RoundsFact } from "../record/ledger.ts";
import { CLAIM_ID, type Status, statusInWords } from "../record/records.ts";
import { convergenceWord } from "../signals/signals.ts";

export function roundsStatus(state: MeetingState): readonly StatusLine[] {
  const ledger = ledgerOf(state);
  const { opened, rounds, phases, readings, tensions, alarms, judged } = ledger;
  const now = rounds.at(-1);
  const phase = phases.at(-1);
  if (opened === null || now === undefined || phase === undefined) return [];
  const without = now.absent_agent === null ? "" : `, without ${now.absent_agent}`;
  const reading = readings.at(-1);
  const open = tensions.filter(({ status }) => status === "open").length;
  return [
    { label: "round", value: `${now.round} of ${opened.rounds}${without}` },
    { label: "phase", value: `${phase.phase} ${phase.title}` },
    { label: "lead", value: now.lead ?? "nobody" },
    { label: "claims", value: claimsInWords(ledger) },
    { label: "tensions", value: `${open} open of ${tensions.length}` },
    {
      label: "signals",
      value: reading ? `${reading.satisfied} of 6 after round ${reading.round}` : "not read yet",
    },
    ...(judged === null ? [] : [{ label: "rounds", value: convergenceWord(judged) }]),
    ...alarms.slice(-1).map((last) => ({ label: "alarm", value: `sycophancy, round ${last.round}` })),
  ];
}

function claimsInWords({ claims, statuses }: Ledger): string {
  const count = (...wanted: readonly Status[]) =>
    [...statuses.values()].filter((status) => wanted.includes(status)).length;
  const refuted = count("tested_refuted", "partially_refuted");
  return `${claims.length}: ${count("tested_confirmed")} confirmed, ${refuted} refuted, ${count("pending")} pending`;
}

export function roundsClosing(state: MeetingState): string {
  const { judged, opened } = ledgerOf(state);
  if (judged === null || opened === null) return closingReason(state);
  if (!judged.converged && judged.round < opened.rounds) return closingReason(state);
  return `${judged.round} of ${opened.rounds} rounds were held, ${convergenceWord(judged)}: ${judged.reason}`;
}

export function narrateRounds(fact: MeetingState["facts"][number], state: MeetingState): string | null {
  const kind = Object.values(FACTS).find(({ name }) => name === fact.name);
  const data = kind?.read(fact);
  return data === undefined ? null : told({ name: fact.name, data } as RoundsFact, state);
}

function told({ name, data }: RoundsFact, state: MeetingState): string | null {
  switch (name) {
    case "deliberation.opened":
      return `${data.rounds} rounds. ${Object.entries(data.roles)
        .map(([role, seat]) => `${role}: ${nameIn(state, seat)}`)
        .join(
          ", ",
        )}.${data.stressReason === null ? "" : ` Fewer than three roles are stressed: ${data.stressReason}`}`;
    case "roles.assigned":
      return `Roles change, since ${data.why}: the critic is ${nameIn(state, data.roles.critic)}.`;
    case "stress.predicted":
      return `Predicted for round ${data.round} without the ${data.absent}: ${data.predicted}`;
    case "stress.brought-forward":
      return `The stress test without the ${data.absent}, planned for round ${data.planned}, is held in round ${data.round}: the signals would stop the rounds before it.`;
    case "phase.entered":
      return `Round ${data.round}, phase ${data.phase}: ${PHASES[data.phase]}`;
    case "lead.assigned":
      return `The lead is the ${data.lead ?? "role of nobody"}${data.is_stress ? `; the ${data.absent_agent} is kept away` : ""}.`;
    case "artefact.filed":
      return data.lints.length === 0 ? null : `The ${data.role}'s artefact, noted: ${data.lints.join("; ")}`;
    case "role.absent":
      return `The ${data.role} is absent in phase ${data.phase}: ${data.reason}`;
    case "verification.made": {
      const changes = data.claim_status_changes
        .filter(({ claim_id }) => roundOf(claim_id) < data.round)
        .map(({ claim_id, to }) => `${claim_id} ${statusInWords(to)}`);
      return `${data.id} ${data.result}${changes.length === 0 ? "" : `: ${changes.join(", ")}`}`;
    }
    case "claim.raised":
      return `${data.id} (${data.raised_by}): ${data.text}${settledAtBirth(data.id, data.round, state)}`;
    case "validation.failed":
      return `The record does not hold: ${data.errors.join("; ")}`;
    case "decision.made":
      return `${data.id}: ${data.text} (${data.cites.map(({ id }) => id).join(", ")})`;
    case "tension.raised":
      return `${data.id} (${data.source.join(", ")}): ${data.text}`;
    case "tension.resolved":
      return `${data.id} is resolved.`;
    case "drift.checked":
      return `Drift check: ${data.verdict}. ${data.notes}`;
    case "drift.addressed":
      return `The drift of round ${data.round} is addressed: ${data.by}`;
    case "stress.scored":
      return `Without the ${data.absent}, ${data.score} of 5: ${data.observed}`;
    case "signals.read":
      return `Signals after round ${data.round}: ${data.verdict}`;
    case "audit.made":
      return `Audit for ${data.mode}: ${data.finding}`;
    case "convergence.judged":
      return `The rounds have ${data.converged ? "" : "not "}converged: ${data.reason}`;
    case "proposal.made":
      return data.lints === undefined ? null : `The ${data.role}'s proposal, noted: ${data.lints.join("; ")}`;
    case "supplement.made":
      return data.lints === undefined ? null : `The ${data.role}'s supplement, noted: ${data.lints.join("; ")}`;
    case "assessment.made":
    case "alarm.raised":
    case "failure.detected":
    case "response.made":
    case "synthesis.written":
      return null;
    default:
      return name satisfies never;
  }
}

/** A round's checks are made before its claims go on record. */
function settledAtBirth(id: string, round: number, state: MeetingState): string {
  const changes = ledgerOf(state).verifications.flatMap((verification) =>
    verification.round === round
      ? verification.claim_status_changes
          .filter(({ claim_id }) => claim_id === id)
          .map(({ to }) => `${statusInWords(to)} by ${verification.id}`)
      : [],
  );
  return changes.length === 0 ? "" : ` (${changes.join(", then ")})`;
}

function roundOf(claim: string): number {
  return Number(CLAIM_ID.exec(claim)?.[1] ?? 0);
}

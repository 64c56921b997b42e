import type { ProtocolExhibit } from "../../../engine/meeting/contract/protocol.ts";
import type { Draft } from "../../../engine/transcript/events.ts";
import { nameIn } from "../../../engine/transcript/member-of.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { ARTEFACTS, artefactBody, renderArtefact } from "../record/artefacts.ts";
import { evidenceByCandidate, evidenceLine } from "../record/evidence.ts";
import { type Ledger, ledgerOf, roleOf, rolesOf } from "../record/ledger.ts";
import { ROLE_FACTS, ROLES, SIGNAL_NUMBERS, SIGNAL_TITLES, statusInWords } from "../record/records.ts";

type ExhibitEntry = ProtocolExhibit["entries"][number];

export function roundsExhibits(state: MeetingState): readonly ProtocolExhibit[] {
  const ledger = ledgerOf(state);
  if (ledger.roles === null) return [];
  return [
    { name: "roles", title: "Roles", entries: roles(state, ledger) },
    { name: "claims", title: "Claims", entries: claims(ledger) },
    { name: "decisions", title: "Decisions", entries: decisions(ledger) },
    { name: "tensions", title: "Tensions", entries: tensions(ledger) },
    { name: "signals", title: "Stop signals", entries: signals(ledger) },
    { name: "evidence", title: "Evidence by candidate", entries: evidence(state, ledger) },
    { name: "artefacts", title: "Artefacts", entries: artefacts(state, ledger) },
  ];
}

function roles(state: MeetingState, ledger: Ledger): ExhibitEntry[] {
  const now = ledger.rounds.at(-1);
  const holders = rolesOf(ledger);
  return ROLES.map((role) => {
    const part =
      now?.lead === role
        ? " (leads)"
        : now && !now.present.includes(role)
          ? ` (away in round ${now.round})`
          : "";
    return words(`${role}: ${nameIn(state, holders[role])}${part}`, ROLE_FACTS[role].question);
  });
}

function claims({ claims, statuses }: Ledger): ExhibitEntry[] {
  return claims.toReversed().map(({ id, raised_by, text, testable_as, status }) => {
    const now = statusInWords(statuses.get(id) ?? status);
    return words(`${id}, ${raised_by}: ${now}`, `${text} Testable as: ${testable_as}`);
  });
}

function decisions({ decisions }: Ledger): ExhibitEntry[] {
  return decisions.toReversed().map(({ id, made_by, text, cites }) => {
    return words(
      `${id}, ${made_by.replaceAll("_", " ")}`,
      `${text} Cites ${cites.map((cite) => cite.id).join(", ")}.`,
    );
  });
}

function tensions({ tensions }: Ledger): ExhibitEntry[] {
  return tensions
    .toReversed()
    .map(({ id, source, status, text }) => words(`${id}, ${source.join(" and ")}: ${status}`, text));
}

function signals({ readings }: Ledger): ExhibitEntry[] {
  const reading = readings.at(-1);
  if (!reading) return [];
  return SIGNAL_NUMBERS.map((number) => {
    const { ok, detail } = reading.signals[number];
    return words(`${number} ${SIGNAL_TITLES[number]}: ${ok ? "yes" : "no"}, round ${reading.round}`, detail);
  });
}

function evidence(state: MeetingState, ledger: Ledger): ExhibitEntry[] {
  return evidenceByCandidate(state.scenario, ledger).map((row) => {
    const [head = "", ...rest] = evidenceLine(row).split("; ");
    const attacks = row.survivingAttacks.map(
      ({ verification, hypothesis }) => `${verification}: ${hypothesis}`,
    );
    return words(head, [rest.join("; "), ...attacks].join(" "));
  });
}

function artefacts(state: MeetingState, { artefacts }: Ledger): ExhibitEntry[] {
  return artefacts.toReversed().map(({ artefact, ...filed }) => {
    const holder = nameIn(state, filed.holder);
    return {
      head: `Round ${filed.round}, ${filed.role}: ${ROLE_FACTS[filed.role].artefact}, by ${holder}`,
      text: renderArtefact({ ...filed, holder }, artefact),
      format: "markdown",
    };
  });
}

function words(head: string, text: string): ExhibitEntry {
  return { head, text, format: "words" };
}

export function readsArtefact({ speaker, reply }: Draft<"message.spoken">, state: MeetingState): string | null {
  const role = roleOf(ledgerOf(state), speaker);
  const read = role === null ? null : ARTEFACTS[role].safeParse(reply);
  return role === null || !read?.success ? null : artefactBody(role, read.data);
}

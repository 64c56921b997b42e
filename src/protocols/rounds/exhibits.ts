import { closingReason } from "../../engine/money/limits.ts";
import type { ProtocolExhibit, StatusLine } from "../../engine/protocol/protocol.ts";
import type { Draft } from "../../engine/transcript/events.ts";
import { getMemberName, type MeetingState } from "../../engine/transcript/state.ts";
import { type Article, paragraphs } from "../../text/article.ts";
import { sheetBody } from "./answer-sections.ts";
import { ARTIFACTS, createArtifactArticle } from "./artifacts.ts";
import { type Ledger, ledgerOf, roleOf, rolesOf } from "./ledger.ts";
import * as r from "./records.ts";
import { assessmentForm } from "./replies.ts";
import { convergenceWord } from "./signals.ts";

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
    { name: "artifacts", title: "Artifacts", entries: artifacts(state, ledger) },
  ];
}

function roles(state: MeetingState, ledger: Ledger): ExhibitEntry[] {
  const now = ledger.rounds.at(-1);
  const holders = rolesOf(ledger);
  return r.ROLES.map((role) => {
    const part =
      now?.lead === role
        ? " (leads)"
        : now && !now.present.includes(role)
          ? ` (away in round ${now.round})`
          : "";
    return words(
      `${role}: ${getMemberName(state, holders[role])}${part}`,
      r.ROLE_FACTS[role].question,
    );
  });
}

function claims({ claims, statuses }: Ledger): ExhibitEntry[] {
  return claims.toReversed().map(({ id, raised_by, text, testable_as, status }) => {
    const now = r.statusInWords(statuses.get(id) ?? status);
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
    .map(({ id, source, status, text }) =>
      words(`${id}, ${source.join(" and ")}: ${status}`, text),
    );
}

function signals({ readings }: Ledger): ExhibitEntry[] {
  const reading = readings.at(-1);
  if (!reading) return [];
  return r.SIGNAL_NUMBERS.map((number) => {
    const { ok, detail } = reading.signals[number];
    return words(
      `${number} ${r.SIGNAL_TITLES[number]}: ${ok ? "yes" : "no"}, round ${reading.round}`,
      detail,
    );
  });
}

function artifacts(state: MeetingState, { artifacts }: Ledger): ExhibitEntry[] {
  return artifacts.toReversed().map(({ artifact, ...filed }) => {
    const holder = getMemberName(state, filed.holder);
    return {
      head: `Round ${filed.round}, ${filed.role}: ${r.ROLE_FACTS[filed.role].artifact}, by ${holder}`,
      // Without its title, which the head repeats.
      body: createArtifactArticle({ ...filed, holder }, artifact).slice(1),
    };
  });
}

function words(head: string, text: string): ExhibitEntry {
  return { head, body: [paragraphs(text)] };
}

export function readsArtifact(
  { speaker, reply }: Draft<"message.spoken">,
  state: MeetingState,
): Article | null {
  const ledger = ledgerOf(state);
  const role = roleOf(ledger, speaker);
  const schemas = [assessmentForm(ledger).reply, ...(role === null ? [] : [ARTIFACTS[role].reply])];
  const read = schemas.map((schema) => schema.safeParse(reply)).find(({ success }) => success);
  return read?.success ? sheetBody(read.data as object) : null;
}

export function roundsStatus(state: MeetingState): readonly StatusLine[] {
  const ledger = ledgerOf(state);
  const { opened, rounds, phases, readings, tensions, judged } = ledger;
  const now = rounds.at(-1);
  const phase = phases.at(-1);
  if (opened === null || now === undefined || phase === undefined) return [];
  const without = now.absent_agent === null ? "" : `, without ${now.absent_agent}`;
  const reading = readings.at(-1);
  const open = tensions.filter(({ status }) => status === "open").length;
  return [
    { label: "round", value: `${now.round} of ${opened.rounds}${without}` },
    { label: "phase", value: `${phase.phase} ${phase.title}` },
    { label: "lead", value: now.lead ?? "none" },
    { label: "claims", value: claimsInWords(ledger) },
    { label: "tensions", value: `${open} open of ${tensions.length}` },
    {
      label: "signals",
      value: reading ? `${reading.satisfied} of 6 after round ${reading.round}` : "not read yet",
    },
    ...(judged === null ? [] : [{ label: "rounds", value: convergenceWord(judged) }]),
  ];
}

function claimsInWords({ claims, statuses }: Ledger): string {
  const count = (...wanted: readonly r.Status[]) =>
    [...statuses.values()].filter((status) => wanted.includes(status)).length;
  const refuted = count("tested_refuted", "partially_refuted");
  return `${claims.length}: ${count("tested_confirmed")} confirmed, ${refuted} refuted, ${count("pending")} pending`;
}

export function roundsClosing(state: MeetingState): string {
  const { judged, opened } = ledgerOf(state);
  if (judged === null || opened === null) return closingReason(state);
  if (!judged.converged && judged.round < opened.rounds) return closingReason(state);
  return `${judged.round} of ${opened.rounds} rounds took place, ${convergenceWord(judged)}: ${judged.reason}`;
}

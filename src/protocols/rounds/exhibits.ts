/**
 * What screens say about a meeting in rounds: roles, claims, decisions, tensions, signals,
 * artifacts, status and the reason for its end.
 */

import type { z } from "zod";
import { explainClosing } from "../../engine/money/limits.ts";
import type { ProtocolExhibit, StatusLine } from "../../engine/protocol/protocol.ts";
import type { Draft } from "../../engine/transcript/events.ts";
import { getMemberName, type MeetingState } from "../../engine/transcript/state.ts";
import { dropMissing } from "../../lists.ts";
import { type Article, paragraphs } from "../../text/article.ts";
import { createSheetBody } from "./answer-sections.ts";
import { ARTIFACTS, createArtifactArticle } from "./artifacts.ts";
import { findRole, getRoles, type Ledger, readLedger } from "./ledger.ts";
import * as r from "./records.ts";
import { defineAssessmentForm } from "./replies.ts";
import { describeConvergence } from "./signals.ts";

type ExhibitEntry = ProtocolExhibit["entries"][number];

export function listExhibits(state: MeetingState): readonly ProtocolExhibit[] {
  const ledger = readLedger(state);
  if (ledger.roles === null) return [];
  return [
    { name: "roles", title: "Roles", entries: listRoles(state, ledger) },
    { name: "claims", title: "Claims", entries: listClaims(ledger) },
    { name: "decisions", title: "Decisions", entries: listDecisions(ledger) },
    { name: "tensions", title: "Tensions", entries: listTensions(ledger) },
    { name: "signals", title: "Stop signals", entries: listSignals(ledger) },
    { name: "artifacts", title: "Artifacts", entries: listArtifacts(state, ledger) },
  ];
}

function listRoles(state: MeetingState, ledger: Ledger): ExhibitEntry[] {
  const now = ledger.rounds.at(-1);
  const holders = getRoles(ledger);
  return r.ROLES.map((role) => {
    const isAway = now !== undefined && !now.present.includes(role);
    const away = isAway ? ` (away in round ${now.round})` : "";
    const part = now?.lead === role ? " (leads)" : away;
    return createEntry(
      `${role}: ${getMemberName(state, holders[role])}${part}`,
      r.ROLE_FACTS[role].question,
    );
  });
}

function listClaims({ claims, statuses }: Ledger): ExhibitEntry[] {
  return claims.toReversed().map(({ id, raised_by, text, testable_as, status }) => {
    const now = r.formatStatus(statuses.get(id) ?? status);
    return createEntry(`${id}, ${raised_by}: ${now}`, `${text} Testable as: ${testable_as}`);
  });
}

function listDecisions({ decisions }: Ledger): ExhibitEntry[] {
  return decisions.toReversed().map(({ id, made_by, text, cites }) => {
    return createEntry(
      `${id}, ${made_by.replaceAll("_", " ")}`,
      `${text} Cites ${cites.map((cite) => cite.id).join(", ")}.`,
    );
  });
}

function listTensions({ tensions }: Ledger): ExhibitEntry[] {
  return tensions
    .toReversed()
    .map(({ id, source, status, text }) =>
      createEntry(`${id}, ${source.join(" and ")}: ${status}`, text),
    );
}

function listSignals({ readings }: Ledger): ExhibitEntry[] {
  const reading = readings.at(-1);
  if (!reading) return [];
  return r.SIGNAL_NUMBERS.map((number) => {
    const { ok, detail } = reading.signals[number];
    return createEntry(
      `${number} ${r.SIGNAL_TITLES[number]}: ${ok ? "yes" : "no"}, round ${reading.round}`,
      detail,
    );
  });
}

function listArtifacts(state: MeetingState, { artifacts }: Ledger): ExhibitEntry[] {
  return artifacts.toReversed().map(({ artifact, ...filed }) => {
    const holder = getMemberName(state, filed.holder);
    return {
      head: `Round ${filed.round}, ${filed.role}: ${r.ROLE_FACTS[filed.role].artifact}, by ${holder}`,
      // Without its title, which the head repeats.
      body: createArtifactArticle({ ...filed, holder }, artifact).slice(1),
    };
  });
}

function createEntry(head: string, text: string): ExhibitEntry {
  return { head, body: [paragraphs(text)] };
}

export function readSheet(
  { speaker, reply }: Draft<"message.spoken">,
  state: MeetingState,
): Article | null {
  const ledger = readLedger(state);
  const role = findRole(ledger, speaker);
  const schemas = dropMissing<z.ZodType>([
    defineAssessmentForm(ledger).reply,
    role && ARTIFACTS[role].reply,
  ]);
  const read = schemas.map((schema) => schema.safeParse(reply)).find(({ success }) => success);
  return read?.success ? createSheetBody(read.data as object) : null;
}

export function listStatus(state: MeetingState): readonly StatusLine[] {
  const ledger = readLedger(state);
  const { opened, rounds, phases, readings, tensions, judged } = ledger;
  const now = rounds.at(-1);
  const phase = phases.at(-1);
  if (opened === null || now === undefined || phase === undefined) return [];
  const without = now.absent_agent === null ? "" : `, without ${now.absent_agent}`;
  const reading = readings.at(-1);
  const open = tensions.filter(({ status }) => status === "open").length;
  return dropMissing([
    { label: "round", value: `${now.round} of ${opened.rounds}${without}` },
    { label: "phase", value: `${phase.phase} ${phase.title}` },
    { label: "lead", value: now.lead ?? "none" },
    { label: "claims", value: describeClaims(ledger) },
    { label: "tensions", value: `${open} open of ${tensions.length}` },
    {
      label: "signals",
      value: reading ? `${reading.satisfied} of 6 after round ${reading.round}` : "not read yet",
    },
    judged && { label: "rounds", value: describeConvergence(judged) },
  ]);
}

function describeClaims({ claims, statuses }: Ledger): string {
  const count = (...wanted: readonly r.Status[]) =>
    [...statuses.values()].filter((status) => wanted.includes(status)).length;
  const refuted = count("tested_refuted", "partially_refuted");
  return `${claims.length}: ${count("tested_confirmed")} confirmed, ${refuted} refuted, ${count("pending")} pending`;
}

export function describeClosing(state: MeetingState): string {
  const { judged, opened } = readLedger(state);
  if (judged === null || opened === null) return explainClosing(state);
  if (!judged.converged && judged.round < opened.rounds) return explainClosing(state);
  return `${judged.round} of ${opened.rounds} rounds took place, ${describeConvergence(judged)}: ${judged.reason}`;
}

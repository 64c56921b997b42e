/**
 * What the rounds protocol tells about a meeting: roles, claims, decisions, tensions, signals,
 * artifacts, status and the reason for its end. The files are in files.ts.
 */

import { explainClosing } from "../../engine/money/limits.ts";
import type { Column, Told } from "../../engine/protocol/protocol.ts";
import {
  getMemberName,
  type MeetingState,
  type MemberState,
} from "../../engine/transcript/state.ts";
import { type Article, entry, fields, putUnder, section } from "../../text/article.ts";
import { createArtifactArticle } from "./artifacts.ts";
import { FACTS } from "./facts.ts";
import { createFiles } from "./files.ts";
import { findRole, getRoles, type Ledger, readLedger } from "./ledger.ts";
import * as r from "./records.ts";
import { describeConvergence } from "./signals.ts";

export function tellRounds(state: MeetingState): Partial<Told> {
  return {
    facts: Object.values(FACTS),
    columns: () => listColumns(readLedger(state)),
    status: () => createStatus(readLedger(state)),
    record: () => createRecord(state, readLedger(state)),
    closing: () => describeClosing(state),
    files: () => createFiles(state),
  };
}

function listColumns(ledger: Ledger): readonly Column[] {
  const listRaisedClaims = ({ seat }: MemberState) => {
    const filed = ledger.artifacts.filter(({ holder }) => holder === seat.id);
    return ledger.claims.filter((claim) =>
      filed.some(({ round, role }) => round === claim.round && role === claim.raised_by),
    );
  };
  const count = (status: r.Status) => (member: MemberState) =>
    listRaisedClaims(member).filter(({ id }) => ledger.statuses.get(id) === status).length;
  return [
    { name: "role", title: "Role", value: ({ seat }) => findRole(ledger, seat.id) },
    { name: "claims", title: "Claims", value: (member) => listRaisedClaims(member).length },
    { name: "confirmed", title: "Confirmed", value: count("tested_confirmed") },
    { name: "refuted", title: "Refuted", value: count("tested_refuted") },
  ];
}

function createRecord(state: MeetingState, ledger: Ledger): Article {
  if (ledger.roles === null) return [];
  return [
    ...section(2, "Roles", createRoles(state, ledger)),
    ...section(2, "Claims", createClaims(ledger)),
    ...section(2, "Decisions", createDecisions(ledger)),
    ...section(2, "Tensions", createTensions(ledger)),
    ...section(2, "Stop signals", createSignals(ledger)),
    ...section(2, "Artifacts", createArtifacts(state, ledger)),
  ];
}

function createRoles(state: MeetingState, ledger: Ledger): Article {
  const now = ledger.rounds.at(-1);
  const holders = getRoles(ledger);
  return r.ROLES.flatMap((role) => {
    const isAway = now !== undefined && !now.present.includes(role);
    const away = isAway ? ` (away in round ${now.round})` : "";
    const part = now?.lead === role ? " (leads)" : away;
    return entry(
      `${role}: ${getMemberName(state, holders[role])}${part}`,
      r.ROLE_FACTS[role].question,
    );
  });
}

function createClaims({ claims, statuses }: Ledger): Article {
  return claims.toReversed().flatMap(({ id, raised_by, text, testable_as, status }) => {
    const now = r.formatStatus(statuses.get(id) ?? status);
    return entry(`${id}, ${raised_by}: ${now}`, `${text} Testable as: ${testable_as}`);
  });
}

function createDecisions({ decisions }: Ledger): Article {
  return decisions.toReversed().flatMap(({ id, made_by, text, cites }) => {
    return entry(
      `${id}, ${made_by.replaceAll("_", " ")}`,
      `${text} Cites ${cites.map((cite) => cite.id).join(", ")}.`,
    );
  });
}

function createTensions({ tensions }: Ledger): Article {
  return tensions
    .toReversed()
    .flatMap(({ id, source, status, text }) =>
      entry(`${id}, ${source.join(" and ")}: ${status}`, text),
    );
}

function createSignals({ readings }: Ledger): Article {
  const reading = readings.at(-1);
  if (!reading) return [];
  return r.SIGNAL_NUMBERS.flatMap((number) => {
    const { ok, detail } = reading.signals[number];
    return entry(
      `${number} ${r.SIGNAL_TITLES[number]}: ${ok ? "yes" : "no"}, round ${reading.round}`,
      detail,
    );
  });
}

function createArtifacts(state: MeetingState, { artifacts }: Ledger): Article {
  return artifacts.toReversed().flatMap(({ artifact, ...filed }) => {
    const holder = getMemberName(state, filed.holder);
    const title = `Round ${filed.round}, ${filed.role}: ${r.ROLE_FACTS[filed.role].artifact}, by ${holder}`;
    // Without its title, which this title repeats.
    const [, ...body] = createArtifactArticle({ ...filed, holder }, artifact);
    return section(3, title, putUnder(3, body));
  });
}

function createStatus(ledger: Ledger): Article {
  const { opened, rounds, phases, readings, tensions, judged } = ledger;
  const now = rounds.at(-1);
  const phase = phases.at(-1);
  if (opened === null || now === undefined || phase === undefined) return [];
  const without = now.absent_agent === null ? "" : `, without ${now.absent_agent}`;
  const reading = readings.at(-1);
  const open = tensions.filter(({ status }) => status === "open").length;
  const satisfied = reading
    ? `${reading.satisfied} of 6 after round ${reading.round}`
    : "not read yet";
  return fields([
    ["round", `${now.round} of ${opened.rounds}${without}`],
    ["phase", `${phase.phase} ${phase.title}`],
    ["lead", now.lead ?? "none"],
    ["claims", describeClaims(ledger)],
    ["tensions", `${open} open of ${tensions.length}`],
    ["signals", satisfied],
    ["rounds", judged && describeConvergence(judged)],
  ]);
}

function describeClaims({ claims, statuses }: Ledger): string {
  const count = (...wanted: readonly r.Status[]) =>
    [...statuses.values()].filter((status) => wanted.includes(status)).length;
  const refuted = count("tested_refuted", "partially_refuted");
  return `${claims.length}: ${count("tested_confirmed")} confirmed, ${refuted} refuted, ${count("pending")} pending`;
}

function describeClosing(state: MeetingState): string {
  const { judged, opened } = readLedger(state);
  if (judged === null || opened === null) return explainClosing(state);
  if (!judged.converged && judged.round < opened.rounds) return explainClosing(state);
  return `${judged.round} of ${opened.rounds} rounds took place, ${describeConvergence(judged)}: ${judged.reason}`;
}

import { stringify } from "csv-stringify/sync";
import { guard } from "../table/csv.ts";
import type { DraftedSummary } from "./parts.ts";
import type { DecisionRecord } from "./record.ts";

export function decisionJson(record: DecisionRecord, drafted?: DraftedSummary): string {
  const { state, table, outcome, prevailed, votes, strongest, own, head } = record;
  const { scenario } = state;
  const value = {
    format: 1,
    title: scenario.title,
    question: scenario.question,
    context: scenario.context ?? null,
    protocol: state.protocol,
    seed: table.seed,
    simulated: table.simulated,
    startedAt: table.startedAt,
    endedAt: table.endedAt,
    criteria: scenario.criteria.map(({ id, name }) => ({ id, name })),
    options: scenario.verdicts,
    documents: scenario.documents.map(({ name, title, sha256 }) => ({ name, title, sha256 })),
    read: table.read,
    outcome,
    prevailed,
    votes,
    dissent: table.dissent.map(({ id }) => id),
    strongest,
    own,
    ...(drafted && { drafted }),
    headHash: head,
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function decisionCsv({ votes, table, outcome, head }: DecisionRecord): string {
  const dissents = new Set(table.dissent.map(({ id }) => id));
  const rows = votes.map((vote) => [
    table.scenario.title,
    outcome?.status ?? "",
    outcome?.option ?? outcome?.side ?? "",
    vote.id,
    vote.name,
    vote.verdict ?? "",
    vote.side ?? "",
    vote.confidence ?? "",
    dissents.has(vote.id) ? "yes" : "no",
    vote.reason?.words ?? "",
    vote.reason?.where ?? "",
    vote.reason?.line ?? "",
    vote.wouldChange ?? "",
    head,
  ]);
  return stringify([HEAD, ...rows.map((row) => row.map(guard))], { escape_formulas: true });
}

const HEAD = [
  ...["title", "status", "prevailed", "member", "name", "verdict", "side", "confidence", "dissents"],
  ...["reasoning", "where", "line", "would_change", "head_hash"],
];

// Writes the meetings, members, messages, votes and calls of a study as flat tables, one key each.

import { join, resolve } from "node:path";
import type { MeetingEvent, Outcome } from "../../engine/transcript/events.ts";
import { appendText, makeFolder, writeWhole } from "../../files.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { readRecord } from "../../showing/records.ts";
import { type CsvCell, printCsv } from "../../text/csv.ts";
import { readStudy } from "../results.ts";
import { findTruth, formatKey, type ResultRow, type Study } from "../study.ts";

const MEETING = "Key of the meeting: scenario, arm, subject and seed";

/** Every table with its columns, as the reference page prints them. */
export const EXPORT_TABLES = {
  meetings: {
    meeting: `${MEETING}. One row each`,
    scenario: "Name of the scenario",
    arm: "Name of the arm",
    subject: "Document or question; own if the study names none",
    seed: "Seed",
    status: "closed or failed",
    reason: "Why it failed",
    outcome: "Status of the outcome",
    side: "Decided side",
    option: "Decided option",
    votes: "Votes as the rule counted them, such as for=3|against=2",
    opening_outcome: "Status by the opening votes alone",
    opening_side: "Side by the opening votes",
    opening_option: "Option by the opening votes",
    opening_votes: "Opening votes as the rule counted them",
    truth: "Right option or side",
    ended: "withdrew, limit or other; empty without a debate",
    simulated: "1 if all members were simulated",
    messages: "Messages",
    absences: "Absences",
    calls: "Answered calls",
    failed_calls: "Failed calls",
    vote_calls: "Calls of the opening vote",
    tokens_in: "Tokens read",
    tokens_out: "Tokens written",
    dollars: "Price; empty if unknown",
    seconds: "Seconds of calls",
  },
  members: {
    meeting: MEETING,
    member: "Seat id; with the meeting, the key",
    name: "Name of the persona",
    model: "Model",
    opening: "Verdict of the opening vote",
    said: "Last verdict in the debate",
    final: "Verdict that counted at the end",
    final_by: "ballot or debate",
    moved_by: "Message that the member named for its last change",
    messages: "Messages",
    words: "Words",
  },
  messages: {
    meeting: MEETING,
    message: "Message id; with the meeting, the key",
    member: "Seat id",
    verdict: "Verdict stated with it",
    confidence: "From 0 to 1",
    moved_by: "Message named for a change",
    withdrawn: "1 if the member withdrew with it",
    words: "Words",
    content: "Text",
  },
  votes: {
    meeting: MEETING,
    vote: "Number of the event; with the meeting, the key",
    member: "Seat id",
    kind: "opening, called or closing",
    verdict: "Verdict",
    confidence: "From 0 to 1",
    reasoning: "Reasons",
  },
  calls: {
    meeting: MEETING,
    call: "Number of the event; with the meeting, the key",
    member: "Seat id",
    purpose: "turn, repair or continuation",
    asked: "Model asked for",
    answered: "Model that answered; empty if the call failed",
    failure: "Kind of failure",
    tokens_in: "Tokens read; empty if not reported",
    tokens_out: "Tokens written",
    dollars: "Price; empty if unknown",
    ms: "Milliseconds",
  },
} as const satisfies Record<string, Record<string, string>>;

type Tables = typeof EXPORT_TABLES;
type TableName = keyof Tables;
type Rows = { [Name in TableName]: readonly Record<keyof Tables[Name], CsvCell>[] };

type ExportFlags = { output?: string | undefined };

export async function exportStudy(io: Io, named: string, { output }: ExportFlags): Promise<number> {
  const folder = resolve(io.cwd, named);
  const shown = output ?? join(named, "tables");
  const { study, rows } = readStudy(folder);
  const place = resolve(io.cwd, shown);
  makeFolder(place);
  const names = Object.keys(EXPORT_TABLES) as TableName[];
  const findFile = (name: TableName) => join(place, `${name}.csv`);
  for (const name of names)
    writeWhole(findFile(name), printCsv([Object.keys(EXPORT_TABLES[name])]), { isReplaced: true });
  // A meeting that was continued has two rows; the last one counts.
  const last = new Map<string, ResultRow>();
  for await (const row of rows()) last.set(formatKey(row), row);
  for (const row of last.values()) {
    const events = row.head === null ? [] : (await readRecord(join(folder, row.path))).events;
    const tables = createRows(study, row, events);
    for (const name of names)
      appendRows(findFile(name), Object.keys(EXPORT_TABLES[name]), tables[name]);
  }
  print(
    io.stdout,
    names.map((name) => join(shown, `${name}.csv`)),
  );
  return EXIT.decided;
}

function appendRows(
  file: string,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, CsvCell>>[],
): void {
  if (rows.length === 0) return;
  const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
  // Only the first line of a file has the byte order mark.
  appendText(file, printCsv(cells).slice(1));
}

function createRows(study: Study, row: ResultRow, events: readonly MeetingEvent[]): Rows {
  const meeting = formatKey(row);
  const seats = new Map(
    events.flatMap((event) =>
      event.type === "meeting.opened" ? event.seats.map((seat) => [seat.id, seat] as const) : [],
    ),
  );
  return {
    meetings: [createMeetingRow(study, row)],
    members: Object.entries(row.members).map(([member, course]) => ({
      meeting,
      member,
      name: seats.get(member)?.persona.name ?? null,
      model: seats.get(member)?.model ?? null,
      opening: course.opening?.verdict ?? null,
      said: course.said?.verdict ?? null,
      final: course.final?.verdict ?? null,
      final_by: course.finalBy,
      moved_by: course.movedBy,
      messages: course.messages,
      words: course.words,
    })),
    messages: events.flatMap((event) => {
      if (event.type !== "message.spoken") return [];
      const { id, speaker, verdict, confidence, movedBy, withdrawn, words, content } = event;
      const moved_by = movedBy?.message ?? null;
      const said = { message: id, member: speaker, verdict, confidence, moved_by };
      return [{ meeting, ...said, withdrawn: Number(withdrawn), words, content }];
    }),
    votes: events.flatMap((event) => {
      if (event.type !== "ballot.cast") return [];
      const { seq, speaker, ballot, verdict, confidence, reasoning } = event;
      return [
        { meeting, vote: seq, member: speaker, kind: ballot, verdict, confidence, reasoning },
      ];
    }),
    calls: events.flatMap((event) => {
      if (event.type !== "call.answered" && event.type !== "call.failed") return [];
      const { seq, speaker, purpose, asked, usage, cost = null, latencyMs } = event;
      const isAnswer = event.type === "call.answered";
      return [
        {
          meeting,
          call: seq,
          member: speaker,
          purpose,
          asked,
          answered: isAnswer ? event.answered : null,
          failure: isAnswer ? null : event.kind,
          tokens_in: usage ? usage.uncached + usage.cacheRead + usage.cacheWrite : null,
          tokens_out: usage?.output ?? null,
          dollars: cost,
          ms: latencyMs,
        },
      ];
    }),
  };
}

function createMeetingRow(study: Study, row: ResultRow): Rows["meetings"][number] {
  const { outcome, openingOutcome: opening, tokens } = row;
  return {
    meeting: formatKey(row),
    scenario: row.scenario,
    arm: row.arm,
    subject: row.subject,
    seed: row.seed,
    status: row.status,
    reason: row.reason,
    outcome: outcome?.status ?? null,
    side: outcome?.side ?? null,
    option: outcome?.option ?? null,
    votes: formatVotes(outcome),
    opening_outcome: opening?.status ?? null,
    opening_side: opening?.side ?? null,
    opening_option: opening?.option ?? null,
    opening_votes: formatVotes(opening),
    truth: findTruth(study, row),
    ended: row.ended,
    simulated: Number(row.simulated),
    messages: row.messages,
    absences: row.absences,
    calls: row.calls,
    failed_calls: row.failedCalls,
    vote_calls: row.voteCalls,
    tokens_in: tokens.input,
    tokens_out: tokens.output,
    dollars: row.dollars,
    seconds: row.seconds,
  };
}

function formatVotes(outcome: Outcome | null): string | null {
  if (outcome === null) return null;
  return Object.entries(outcome.votes)
    .map(([name, count]) => `${name}=${count}`)
    .join("|");
}

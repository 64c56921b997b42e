// Runs or continues one meeting of a study and turns its end into a row.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Meeting, MeetingResult } from "../../engine/meeting/open-meeting.ts";
import { isOpeningWhole } from "../../engine/meeting/opening.ts";
import type { Ports } from "../../engine/meeting/runtime.ts";
import type { Approvals } from "../../engine/money/approval.ts";
import { findPerson } from "../../engine/people/person.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { type Journal, readTranscript, reopenJournal } from "../../engine/transcript/journal.ts";
import { isVacant, JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { BoardroomError, describePlaces } from "../../errors.ts";
import { removeFile } from "../../files.ts";
import { prepareTranscript, syncTranscript } from "../../home/records/transcript-folder.ts";
import { openFileInbox } from "../../home/seats/inbox.ts";
import { type RunSource, run } from "../../run/run.ts";
import { formatCommand } from "../../text/command-line.ts";
import { createEmptyRow, createRow } from "../results.ts";
import type { MeetingKey, ResultRow, StudyCell } from "../study.ts";

type MeetingOfStudy = {
  key: MeetingKey;
  folder: string;
  shown: string;
  path: string;
  cell: Pick<StudyCell, "input" | "protocol">;
  ports: Omit<Ports, "journal">;
  isDeferred: boolean;
  approvals?: Approvals | undefined;
};

/** A result, or why the meeting stopped before it had one. `isFinal`: all other meetings would stop too. */
export type RunOne =
  | { row: ResultRow }
  | { stopped: string; isFinal: boolean; answeredBy?: string };

export async function runOne(asked: MeetingOfStudy): Promise<RunOne> {
  const { key, path, cell, shown } = asked;
  const running: { meeting?: Meeting } = {};
  const createEnding = (
    status: ResultRow["status"],
    reason: string | null,
    head = running.meeting?.journal.head,
  ) => ({ key, path, head: head ?? null, status, reason }) as const;
  try {
    const begun = findClosed(asked);
    if (begun) {
      const ran = { state: foldTranscript(begun.events), events: begun.events };
      return { row: createRow(createEnding("closed", null, begun.head), ran, cell.protocol) };
    }
    const { source, ports } = prepareSource(asked, join(asked.folder, path));
    const { meeting, result } = await run(
      { source, ports, close: () => ports.journal.close() },
      (opened) => {
        running.meeting = opened;
        return {};
      },
    );
    const { state, journal } = meeting;
    const ran = { state, events: journal.events };
    if (result.status === "closed")
      return { row: createRow(createEnding("closed", null), ran, cell.protocol) };
    if (result.status === "waiting")
      return {
        stopped: result.reason,
        isFinal: false,
        answeredBy: formatCommand(["act", `${shown}/${path}`]),
      };
    const reason = "reason" in result ? result.reason : "";
    const failed = { row: createRow(createEnding("failed", reason), ran, cell.protocol) };
    return findReasonToStopStudy(result, journal) ?? failed;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof BoardroomError && STOPPING.has(error.code))
      return { stopped: describePlaces(error), isFinal: true };
    const { meeting } = running;
    const failed = createEnding("failed", reason);
    if (!meeting?.state) return { row: createEmptyRow(failed) };
    const ran = { state: meeting.state, events: meeting.journal.events };
    return { row: createRow(failed, ran, cell.protocol) };
  }
}

/** The disk takes nothing more, or a batch waits at its provider. */
const STOPPING: ReadonlySet<string> = new Set(["transcript-unwritable", "model-failed"]);

/** It closed, but was not counted. */
function findClosed({ folder, path }: MeetingOfStudy) {
  const place = join(folder, path);
  if (!existsSync(join(place, JOURNAL_FILE))) return null;
  const transcript = readTranscript(place);
  return transcript.events.at(-1)?.type === "meeting.closed" ? transcript : null;
}

type Ready = { source: RunSource; ports: Ports & { journal: Journal } };

function prepareSource(
  { cell, key, ports, isDeferred, approvals }: MeetingOfStudy,
  place: string,
): Ready {
  const { input, protocol } = cell;
  if (existsSync(join(place, JOURNAL_FILE)) && !isVacant(place)) {
    const { journal } = reopenJournal(place);
    // What a person has said while no process ran the meeting is taken up.
    const inbox = input.members.some(findPerson)
      ? openFileInbox({ folder: () => place, journal })
      : undefined;
    if (isOpeningWhole(journal.events))
      return { source: { is: "recorded", journal, protocol }, ports: { ...ports, journal, inbox } };
    // No member was asked yet.
    journal.close();
    removeFile(place);
  }
  const { journal } = prepareTranscript("/", { out: place, name: place, isDeferred });
  return {
    source: { is: "new", scenario: input, protocol, seed: key.seed, approvals },
    ports: { ...ports, journal },
  };
}

/** Null if only the meeting itself has failed: the study continues. */
function findReasonToStopStudy(
  result: MeetingResult,
  { events }: Journal,
): Exclude<RunOne, { row: unknown }> | null {
  const reason = "reason" in result ? result.reason : "";
  if (result.status === "aborted") return { stopped: reason, isFinal: false };
  const last = events.at(-1);
  const kind = last?.type === "meeting.suspended" ? last.kind : null;
  const isFinal = kind !== null && ENDING.has(kind);
  return isFinal ? { stopped: reason, isFinal } : null;
}

/** What no other meeting would get past: no money, no key, no such model. */
const ENDING: ReadonlySet<string> = new Set(["budget", "auth", "quota", "unknown-model"]);

/** A result counts when its meeting is on disk, which `deferred` leaves to the caller. */
export async function syncResult(result: RunOne, place: string): Promise<RunOne> {
  if (!("row" in result) || result.row.head === null) return result;
  try {
    await syncTranscript(place);
    return result;
  } catch (error) {
    return { stopped: (error as Error).message, isFinal: true };
  }
}

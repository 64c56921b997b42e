// Reads and writes the folder of a study: study.json, and results.jsonl with one row a meeting.

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { countVotes, findFinalVerdict } from "../engine/meeting/decide.ts";
import { listOpeningVotes } from "../engine/meeting/opening-votes.ts";
import { findReachedLimit } from "../engine/money/limits.ts";
import type { Protocol } from "../engine/protocol/protocol.ts";
import { readCost } from "../engine/transcript/call-events.ts";
import type { MeetingEvent, Outcome } from "../engine/transcript/events.ts";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { isStudyFolder, STUDY_FILE } from "../engine/transcript/journal-file.ts";
import { lockTranscript } from "../engine/transcript/lock.ts";
import { getMember, type MeetingState, type MemberState } from "../engine/transcript/state.ts";
import { BoardroomError, type Place } from "../errors.ts";
import { canEscapeFolder, makeFolder, readLines, readUtf8, writeWhole } from "../files.ts";
import { openLog } from "../home/log.ts";
import { readRecord } from "../showing/records.ts";
import { tryReadJson } from "../text/json-in.ts";
import { hashJson } from "../text/sha256.ts";
import {
  type MeetingKey,
  type ResultRow,
  resultRowSchema,
  type Study,
  studySchema,
} from "./study.ts";

export type StudyRecord = {
  study: Study;
  /** One row a meeting, in the order they ended. Streamed, so that memory does not grow. */
  rows(): AsyncGenerator<ResultRow, void, undefined>;
  meeting(row: ResultRow): Promise<MeetingState>;
};

/**
 * Opens the folder that `boardroom study run` wrote, finished or not, and writes nothing. Throws
 * `study-not-found`, or `study-damaged` with file and line.
 *
 * @example
 * ```ts
 * const study = readStudy("study-names");
 * const outcomes = [];
 * for await (const row of study.rows()) if (row.arm === "all") outcomes.push(row.outcome);
 * ```
 */
export function readStudy(folder: string): StudyRecord {
  const file = join(folder, STUDY_FILE);
  if (!existsSync(file)) {
    throw new BoardroomError("study-not-found", {
      message: `no study found in ${folder}: it has no ${STUDY_FILE}`,
      remedy: "Name the folder that boardroom study run wrote.",
    });
  }
  const study = readStudyRecord(file);
  return {
    study,
    rows: () => readRows(folder),
    meeting: async ({ path }) => foldTranscript((await readRecord(join(folder, path))).events),
  };
}

export const RESULTS_FILE = "results.jsonl";

/** A line torn by a stop is skipped: its meeting is counted again from its transcript. */
async function* readRows(folder: string): AsyncGenerator<ResultRow, void, undefined> {
  const file = join(folder, RESULTS_FILE);
  if (!existsSync(file)) return;
  let line = 0;
  try {
    for (const text of readLines(file)) {
      line++;
      const value = tryReadJson(text);
      if (value === undefined) continue;
      const row = resultRowSchema.safeParse(value);
      if (!row.success)
        throw createDamagedLine({ file, line }, "this line is no result of a meeting");
      if (canEscapeFolder(folder, join(folder, row.data.path)))
        throw createDamagedLine(
          { file, line },
          `${row.data.path} is a link that leads out of the study`,
        );
      yield row.data;
    }
  } catch (cause) {
    throw createUnreadable(file, cause);
  }
}

function createDamagedLine(place: Place, message: string): BoardroomError {
  const remedy =
    "Restore the file from a copy, or delete the line: the meeting is then counted again.";
  return new BoardroomError("study-damaged", { place, message, remedy });
}

function createUnreadable(file: string, cause: unknown): BoardroomError {
  if (cause instanceof BoardroomError) return cause;
  const message = `the file cannot be read (${(cause as NodeJS.ErrnoException).code})`;
  return new BoardroomError(
    "study-damaged",
    { place: { file }, message, remedy: "Check its permissions, or restore it from a copy." },
    { cause },
  );
}

function readStudyFile(file: string): string {
  try {
    return readUtf8(file);
  } catch (cause) {
    throw createUnreadable(file, cause);
  }
}

function readStudyRecord(file: string): Study {
  const createDamaged = (message: string) =>
    new BoardroomError("study-damaged", {
      place: { file },
      message,
      remedy: "Restore the file from a copy.",
    });
  const value = tryReadJson(readStudyFile(file));
  if (value === undefined) throw createDamaged("this is no JSON");
  const read = studySchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw createDamaged(`this is no study: ${issue?.path.join(".")}: ${issue?.message}`);
}

export type StudyFolder = {
  folder: string;
  rows(): AsyncGenerator<ResultRow, void, undefined>;
  add(row: ResultRow): void;
  close(): void;
};

/** Refuses a folder that was begun with another study. `isRetried`: without the results of meetings that failed. */
export async function openFolder(
  folder: string,
  study: Study,
  isRetried = false,
): Promise<StudyFolder> {
  requireSame(folder, study);
  makeFolder(folder);
  const log = openLog(join(folder, RESULTS_FILE), resultRowSchema);
  if (isRetried) await log.drop(({ status }) => status === "failed");
  const lock = lockTranscript(folder);
  try {
    const text = `${JSON.stringify(study, null, 2)}\n`;
    writeWhole(join(folder, STUDY_FILE), text, { isReplaced: true });
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    folder,
    rows: () => readStudy(folder).rows(),
    add: log.add,
    close: () => lock.release(),
  };
}

function requireSame(folder: string, study: Study): void {
  if (!isStudyFolder(folder)) return;
  const begun = readStudy(folder).study;
  const parts = (["scenarios", "subjects", "seeds", "arms"] as const).filter(
    (part) => hashJson(begun[part]) !== hashJson(study[part]),
  );
  if (parts.length === 0 && begun.digest === study.digest) return;
  throw new BoardroomError("study-changed", {
    place: { file: folder },
    message: `the study differs from the one that began this folder: ${parts.join(", ") || "a file that its arms read"}`,
    remedy: `Take the change back, or begin another folder: --output ${basename(folder)}-2.`,
  });
}

/** Forgets the meeting at this path in the study. */
export async function dropResult(folder: string, meeting: string): Promise<void> {
  await openLog(join(folder, RESULTS_FILE), resultRowSchema).drop(({ path }) => path === meeting);
}

type MeetingEnded = {
  key: MeetingKey;
  path: string;
  head: string | null;
  status: ResultRow["status"];
  reason: string | null;
};

type RanMeeting = { state: MeetingState; events: readonly MeetingEvent[] };

export function createRow(
  ended: MeetingEnded,
  { state, events }: RanMeeting,
  protocol: Protocol | undefined,
): ResultRow {
  const { spending, counts } = state;
  const members = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  return {
    ...createEmptyRow(ended),
    outcome: state.outcome,
    openingOutcome: findOpeningOutcome(state, protocol?.count),
    ended: findEnding(state),
    members: Object.fromEntries(members.map((member) => [member.seat.id, readCourse(member)])),
    simulated: state.simulated,
    messages: counts.messages,
    absences: counts.absences,
    calls: spending.calls,
    failedCalls: spending.failedCalls,
    voteCalls: countVoteCalls(events),
    tokens: { input: spending.input, cacheRead: spending.cacheRead, output: spending.output },
    dollars: readCost(spending).cost,
    seconds: spending.ms / 1000,
  };
}

export function createEmptyRow({ key, path, head, status, reason }: MeetingEnded): ResultRow {
  return {
    ...key,
    status,
    reason,
    outcome: null,
    openingOutcome: null,
    ended: null,
    members: {},
    simulated: false,
    messages: 0,
    absences: 0,
    calls: 0,
    failedCalls: 0,
    voteCalls: 0,
    dollars: 0,
    seconds: 0,
    head,
    path,
    tokens: { input: 0, cacheRead: 0, output: 0 },
  };
}

function readCourse(member: MemberState): ResultRow["members"][string] {
  const { ballots, verdicts, positions, messages, words } = member;
  const final = findFinalVerdict(member);
  const change = positions.findLast(({ verdict }) => verdict === final.verdict);
  return {
    opening: toStance(ballots.find(({ kind }) => kind === "opening")),
    first: toStance(verdicts[0]),
    said: toStance(verdicts.at(-1)),
    final: final.by === null ? null : toStance(final),
    finalBy: final.by,
    movedBy: change?.movedBy?.message ?? null,
    messages,
    words,
  };
}

type Stance = { verdict: string | null; confidence: number | null; abstains?: true };

/** Null for a member that was not heard or could not be read. That is no vote, and no abstention either. */
function toStance(stance: Stance | undefined): ResultRow["members"][string]["first"] {
  if (!stance?.verdict && !stance?.abstains) return null;
  return { verdict: stance.verdict, confidence: stance.confidence };
}

function findOpeningOutcome(state: MeetingState, count: Protocol["count"]): Outcome | null {
  const votes = listOpeningVotes(state);
  return votes && (count?.(votes, state) ?? countVotes(votes, state.scenario));
}

/** The last active member may reply once more, so a debate with one member left has ended by withdrawals. */
function findEnding(state: MeetingState): ResultRow["ended"] {
  if (state.counts.messages === 0) return null;
  if (findReachedLimit(state) !== null) return "limit";
  const members = state.scenario.members.map(({ id }) => getMember(state, id));
  const withdrawn = members.filter(({ status }) => status === "withdrawn").length;
  return withdrawn >= members.length - 1 ? "withdrew" : "other";
}

/** Calls before anyone had the floor, if there was an opening vote. */
function countVoteCalls(events: readonly MeetingEvent[]): number {
  const isTurn = ({ type }: MeetingEvent) =>
    type === "message.spoken" || type === "turn.passed" || type === "turn.absent";
  const debate = events.findIndex(isTurn);
  const before = debate === -1 ? events : events.slice(0, debate);
  const votes = before.findLastIndex(
    (event) => event.type === "ballot.cast" && event.ballot === "opening",
  );
  return before.slice(0, votes + 1).filter(({ type }) => CALLS.has(type)).length;
}

const CALLS: ReadonlySet<string> = new Set(["call.answered", "call.failed"]);

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { countVotes, findFinalVerdict } from "../engine/meeting/decide.ts";
import { listOpeningVotes } from "../engine/meeting/opening-votes.ts";
import type { Protocol } from "../engine/protocol/protocol.ts";
import type { Outcome } from "../engine/transcript/events.ts";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { STUDY_FILE } from "../engine/transcript/journal-file.ts";
import { lockTranscript } from "../engine/transcript/lock.ts";
import type { MeetingState, MemberState } from "../engine/transcript/state.ts";
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
  meeting(row: Pick<ResultRow, "path">): Promise<MeetingState>;
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
  const study = studyIn(file);
  return {
    study,
    rows: () => rowsIn(folder),
    meeting: async ({ path }) => foldTranscript((await readRecord(join(folder, path))).events),
  };
}

export const RESULTS_FILE = "results.jsonl";

/** A line torn by a stop is skipped: its meeting is counted again from its transcript. */
async function* rowsIn(folder: string): AsyncGenerator<ResultRow, void, undefined> {
  const file = join(folder, RESULTS_FILE);
  if (!existsSync(file)) return;
  let line = 0;
  try {
    for (const text of readLines(file)) {
      line++;
      const value = tryReadJson(text);
      if (value === undefined) continue;
      const row = resultRowSchema.safeParse(value);
      if (!row.success) throw damagedLine({ file, line }, "this line is no result of a meeting");
      if (canEscapeFolder(folder, join(folder, row.data.path)))
        throw damagedLine({ file, line }, `${row.data.path} is a link that leads out of the study`);
      yield row.data;
    }
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function damagedLine(place: Place, message: string): BoardroomError {
  const remedy =
    "Restore the file from a copy, or delete the line: the meeting is then counted again.";
  return new BoardroomError("study-damaged", { place, message, remedy });
}

function unreadable(file: string, cause: unknown): BoardroomError {
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
    throw unreadable(file, cause);
  }
}

function studyIn(file: string): Study {
  const damaged = (message: string) =>
    new BoardroomError("study-damaged", {
      place: { file },
      message,
      remedy: "Restore the file from a copy.",
    });
  const value = tryReadJson(readStudyFile(file));
  if (value === undefined) throw damaged("this is no JSON");
  const read = studySchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw damaged(`this is no study: ${issue?.path.join(".")}: ${issue?.message}`);
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
  if (!existsSync(join(folder, STUDY_FILE))) return;
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

export function rowOf(
  ended: MeetingEnded,
  state: MeetingState,
  { count }: Pick<Protocol, "count">,
): ResultRow {
  const { key, path, head, status, reason } = ended;
  const { spending, counts } = state;
  const members = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  return {
    ...key,
    status,
    reason,
    outcome: state.outcome,
    openingOutcome: openingOutcome(state, count),
    members: Object.fromEntries(members.map((member) => [member.seat.id, courseOf(member)])),
    simulated: state.simulated,
    messages: counts.messages,
    absences: counts.absences,
    calls: spending.calls,
    failedCalls: spending.failedCalls,
    tokens: { input: spending.input, cacheRead: spending.cacheRead, output: spending.output },
    dollars: spending.cost,
    seconds: spending.ms / 1000,
    head,
    path,
  };
}

export function emptyRow(ended: MeetingEnded): ResultRow {
  const { key, path, head, status, reason } = ended;
  return {
    ...key,
    status,
    reason,
    outcome: null,
    openingOutcome: null,
    members: {},
    simulated: false,
    messages: 0,
    absences: 0,
    calls: 0,
    failedCalls: 0,
    dollars: 0,
    seconds: 0,
    head,
    path,
    tokens: { input: 0, cacheRead: 0, output: 0 },
  };
}

function courseOf(member: MemberState): ResultRow["members"][string] {
  const opening = member.ballots.find(({ kind }) => kind === "opening");
  const [first] = member.verdicts;
  const final = findFinalVerdict(member);
  return {
    opening: opening ? { verdict: opening.verdict, confidence: opening.confidence } : null,
    first: first ? { verdict: first.verdict, confidence: first.confidence } : null,
    final: final.by === null ? null : { verdict: final.verdict, confidence: final.confidence },
    finalBy: final.by,
    messages: member.messages,
    words: member.words,
  };
}

function openingOutcome(state: MeetingState, count: Protocol["count"]): Outcome | null {
  const votes = listOpeningVotes(state);
  return votes && (count?.(votes, state) ?? countVotes(votes, state.scenario));
}

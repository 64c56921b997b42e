/** Reads a line of the list of meetings from the first and last events of each folder. */

import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { isSamePerson } from "../../engine/people/inbox.ts";
import { CHAIR } from "../../engine/people/process-agents.ts";
import { eventSchema, type MeetingEvent } from "../../engine/transcript/events.ts";
import { isStudyFolder, JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { lookAt, openOrNull, type RegularFile, readFrom } from "../../files.ts";
import type { Surroundings } from "../../home/process/io.ts";
import { rememberResults } from "../../scenario/files/remember.ts";
import { describeOptions } from "../../showing/cast.ts";
import { isSeatedIn } from "../../showing/watching/seat-view.ts";
import { formatBadge } from "../../showing/words.ts";
import { createReport } from "../../studies/report/report.ts";
import { RESULTS_FILE, readStudy } from "../../studies/results.ts";
import { hashSha256 } from "../../text/sha256.ts";
import type { MeetingLine } from "../pages/list.tsx";
import { findRanking } from "../report-file.ts";
import { keepLines, readKeptLines } from "./kept-lines.ts";

/** Why a record without a meeting counts as damaged. */
export const NO_OPENING = "its first line is no opening";

const TAIL_BYTES = 256 * 1024;

/** Reads one record at a time and keeps only its line, so that a folder of thousands takes little memory. */
export function createMeetingList(io: Surroundings, folder: string, person: string = CHAIR.id) {
  const known = readKeptLines(io, folder, person);
  let isChanged = false;

  async function findLine(id: string): Promise<MeetingLine | null> {
    const isStudy = isStudyFolder(join(folder, id));
    const found = lookAt(join(folder, id, isStudy ? RESULTS_FILE : JOURNAL_FILE));
    if (!isStudy && !found?.isFile()) return null;
    const isRunning = hasWriter(join(folder, id));
    const key = `${found?.size} ${found?.mtimeMs} ${isRunning}`;
    const old = known.get(id);
    if (old?.key === key) return old.line;
    const line = isStudy
      ? await readStudyLine(folder, id, found?.mtime.toISOString() ?? "", isRunning).catch(
          () => null,
        )
      : readEnds({ folder, id, person }, found?.size ?? 0, isRunning);
    if (line) known.set(id, { key, line });
    isChanged = true;
    return line;
  }

  async function list(): Promise<readonly MeetingLine[]> {
    const names = await readdir(folder).catch(() => []);
    const lines: MeetingLine[] = [];
    for (const [index, name] of names.entries()) {
      // Others have their turn between the records.
      if (index % 200 === 199) await new Promise(setImmediate);
      const line = await findLine(name);
      if (line) lines.push(line);
    }
    const left = new Set(names);
    for (const id of known.keys()) if (!left.has(id)) known.delete(id);
    if (isChanged) keepLines(io, folder, person, known);
    isChanged = false;
    return lines.toSorted(
      (a, b) => b.startedAt.localeCompare(a.startedAt) || a.id.localeCompare(b.id),
    );
  }

  return { list, find: async (id: string) => (isName(id) ? findLine(id) : null) };
}

export function isName(id: string): boolean {
  return id !== "" && id !== "." && id !== ".." && basename(id) === id && !id.includes("\0");
}

async function readStudyLine(
  folder: string,
  id: string,
  startedAt: string,
  isRunning: boolean,
): Promise<MeetingLine> {
  const { study, rows } = readStudy(join(folder, id));
  const { title, seeds, scenarios, arms, subjects, ranking } = study;
  let ended = 0;
  let failed = 0;
  let failure = "";
  for await (const { status, reason } of rows()) {
    if (status === "closed") ended += 1;
    else failed += 1;
    if (status === "failed") failure = reason ?? "";
  }
  const all = seeds.length * scenarios.length * arms.length * subjects.length;
  const failures = failed > 0 ? `, ${failed} failed` : "";
  const progress = `${ended} of ${all} meetings held${failures}`;
  const isWhole = ended === all;
  const outcome =
    isWhole && !ranking ? (await createReport(readStudy(join(folder, id)))).finding : progress;
  const ranked = ended > 0 ? await findRanking(join(folder, id)) : null;
  const { chip = "" } = ranked?.ranking.headline ?? {};
  const left: MeetingLine["status"] = isRunning
    ? { is: "held", why: progress }
    : { is: "suspended", why: progress };
  return {
    ...UNREAD,
    id,
    title,
    startedAt,
    of: ranking ? "ranking" : "study",
    failure,
    question: scenarios[0]?.question ?? "",
    status: isWhole ? { is: "closed", outcome, chip } : left,
  };
}

const UNREAD = { title: "", question: "", protocol: "", startedAt: "", simulated: false } as const;

type Listed = { folder: string; id: string; person: string };

function readEnds({ folder, id, person }: Listed, size: number, isRunning: boolean): MeetingLine {
  const unread = { ...UNREAD, id };
  const file = join(folder, id, JOURNAL_FILE);
  const open = openOrNull(file);
  if (!open) return { ...unread, status: { is: "damaged", why: "it cannot be read" } };
  try {
    const opened = parseEvent(readFirstLine(open, size));
    const tail = readLastLines(open, size);
    if (opened?.type !== "meeting.opened")
      return { ...unread, status: { is: "damaged", why: NO_OPENING } };
    const { scenario, protocol, at, simulated } = opened;
    const { title, question, limits, prompt } = scenario;
    const members = opened.seats.filter(({ kind }) => kind === "member");
    const status = stateIn(tail, isRunning);
    const isHidden = prompt.view === "anonymous" && isSeatedIn(opened, person);
    const isYours = status.is === "waiting" && isSamePerson(status.person, person);
    const isOther = status.is === "waiting" && isHidden && !isYours;
    const turn = status.is === "held" ? countTurns(readFrom(open, 0).toString("utf8")) : null;
    return {
      id,
      title,
      question,
      protocol,
      startedAt: at,
      simulated,
      badge: isHidden ? undefined : formatBadge({ simulated, members }),
      members: members.map(({ persona }) => (isHidden ? "" : persona.name)),
      options: shareOptions(JSON.stringify({ verdicts: scenario.verdicts, sides: scenario.sides })),
      record: hashSha256(tail.at(-1) ?? id),
      progress: turn === null ? undefined : { turn, most: limits.messages },
      status: isOther
        ? { ...status, person: "somebody" }
        : isYours
          ? { ...status, isYours }
          : status,
    };
  } finally {
    open.close();
  }
}

/** Meetings of one scenario share their options, so that thousands of lines stay small. */
const shareOptions = rememberResults(100_000, (scenario) => describeOptions(JSON.parse(scenario)));

/** The opening with its scenario, however long. */
function readFirstLine(open: RegularFile, size: number): string | undefined {
  for (let length = FIRST_BYTES; ; length *= 4) {
    const [first] = readLines(open, 0, Math.min(size, length));
    if (first !== undefined || length >= size || length > MOST_BYTES) return first;
  }
}

/** The last line of a closed meeting, else as much as may hold a question that waits for its answer. */
function readLastLines(open: RegularFile, size: number): readonly string[] {
  const few = readLines(open, Math.max(0, size - FIRST_BYTES), Math.min(size, FIRST_BYTES));
  const isClosed = parseEvent(few.at(-1))?.type === "meeting.closed";
  return isClosed
    ? few
    : readLines(open, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));
}

const FIRST_BYTES = 16 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;

function countTurns(text: string): number {
  return (
    text.match(
      /^\{[^\n]{0,200}"type":"(?:message\.spoken|notice\.given|turn\.(?:passed|absent))"/gm,
    )?.length ?? 0
  );
}

function readLines(open: RegularFile, from: number, length: number): readonly string[] {
  return open.read(from, length).toString("utf8").split("\n").slice(0, -1);
}

export function parseEvent(line: string | undefined): MeetingEvent | undefined {
  try {
    const parsed = eventSchema.safeParse(JSON.parse(line ?? ""));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function stateIn(lines: readonly string[], isRunning: boolean): MeetingLine["status"] {
  const now = stateAfter(parseEvent(lines.at(-1)), isRunning);
  if (now.is !== "held" && now.is !== "stopped") return now;
  const questions = lines.flatMap((line) =>
    /"type":"human\.(?:asked|answered)"/.test(line) ? [parseEvent(line)] : [],
  );
  const answered = new Set(
    questions.flatMap((event) => (event?.type === "human.answered" ? [event.path] : [])),
  );
  const asked = questions.findLast(
    (event) => event?.type === "human.asked" && !answered.has(event.path),
  );
  return asked?.type === "human.asked" ? { is: "waiting", person: asked.person, isRunning } : now;
}

export function stateAfter(
  last: MeetingEvent | undefined,
  isRunning: boolean,
): MeetingLine["status"] {
  if (last === undefined) return { is: "damaged", why: "its last line is no event" };
  if (last.type === "meeting.closed")
    return { is: "closed", outcome: last.outcome.reason, decided: last.outcome };
  if (last.type === "meeting.suspended" && !isRunning) return { is: "suspended", why: last.reason };
  if (last.type === "human.asked") return { is: "waiting", person: last.person, isRunning };
  return { is: isRunning ? "held" : "stopped" };
}

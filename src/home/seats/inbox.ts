// The inbox of a meeting: acts and answers that other processes leave in `inbox.jsonl`. The process
// that runs the meeting takes each once, or refuses it with a reason.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import {
  type Act,
  type Answer,
  createMemoryInbox,
  type Inbox,
  isAnswerTo,
  isDue,
} from "../../engine/people/inbox.ts";
import { actSchema, digest, type Json, type MeetingEvent } from "../../engine/transcript/events.ts";
import { BoardroomError } from "../../errors.ts";
import { removeFile } from "../../files.ts";
import { MOST_TEXT, makeDocument } from "../../scenario/documents/document-text.ts";
import { isReservedName } from "../../scenario/schema/persona.ts";
import { type Log, openLog } from "../log.ts";

export const INBOX_FILE = "inbox.jsonl";

export interface FileInbox extends Inbox {
  holdsAnswer(person: string, path: string): boolean;
  /** Refuses acts that came after the meeting closed. If nothing refused is left, the file goes. */
  close(): void;
}

const id = z.string().min(1).max(80);
const person = z.string().trim().min(1).max(80);

const documentSchema = z.strictObject({
  name: z.string().min(1).max(200),
  title: z.string().min(1).max(200),
  subject: z.boolean(),
  sha256: digest,
  fileSha256: digest.optional(),
  text: z.string().trim().min(1).max(MOST_TEXT),
});

const actLineSchema = z.strictObject({
  id,
  person,
  does: actSchema,
  after: z.int().min(0).optional(),
  document: documentSchema.optional(),
});

const answerLineSchema = z.strictObject({
  id,
  person,
  answer: z.record(z.string(), z.json() as z.ZodType<Json>),
  to: z.string().max(80).optional(),
});

/** `refused` gives the reason; without it the act or answer was taken. */
const settledLineSchema = z.strictObject({
  id,
  settled: z.literal(true),
  refused: z.string().optional(),
});

const lineSchema = z.union([actLineSchema, answerLineSchema, settledLineSchema]);
type LeftLine = z.infer<typeof actLineSchema> | z.infer<typeof answerLineSchema>;

function openInboxLog(folder: string, report?: (problem: string) => void) {
  return openLog(join(folder, INBOX_FILE), lineSchema, report);
}

type InboxLog = Log<z.infer<typeof lineSchema>>;

type FileInboxSetup = {
  folder: () => string | null;
  /** Recorded acts and answers are not taken twice. */
  journal: { events: readonly MeetingEvent[] };
  /** Receives the reason for each act or answer that is refused, and each damaged line. */
  onRefused?: ((why: string) => void) | undefined;
};

/** Takes what this process was given first, then what others left, oldest first. */
export function openFileInbox({ folder, journal, onRefused }: FileInboxSetup): FileInbox {
  const own = createMemoryInbox();
  const recorded = createRecorded(journal);
  const taken = new Set<string>();
  let opened: InboxLog | null = null;

  function openHere(): InboxLog | null {
    const place = folder();
    if (place !== null) opened ??= openInboxLog(place, onRefused);
    return opened;
  }

  function refuse(log: InboxLog, left: LeftLine, why: string): void {
    log.add({ id: left.id, settled: true, refused: why });
    onRefused?.(why);
  }

  /** Reads the unsettled lines. Settles recorded ones, and refuses invalid ones. */
  function lookThrough(): readonly LeftLine[] {
    const log = openHere();
    if (log === null) return [];
    return listUnsettled(log).filter((left) => {
      if (recorded.hasId(left.id)) {
        log.add({ id: left.id, settled: true });
        return false;
      }
      if (taken.has(left.id)) return false;
      const why = findFault(left, journal.events, recorded.isAnswered);
      if (why !== null) refuse(log, left, why);
      return why === null;
    });
  }

  return {
    put: (act) => own.put(act),
    drain(spoken = Number.POSITIVE_INFINITY) {
      const due = lookThrough().flatMap((left) =>
        "does" in left && isDue(left, spoken) ? [left] : [],
      );
      for (const left of due) taken.add(left.id);
      const acts = due.map((left) => ({
        ...left,
        document: left.document && makeDocument(left.document),
      }));
      return [...own.drain(spoken), ...acts];
    },
    withdraw: (answer) => own.withdraw(answer),
    takeAnswer(asked, path) {
      const mine = own.takeAnswer(asked, path);
      if (mine) return mine;
      for (const left of lookThrough()) {
        if (!("answer" in left) || !isAnswerTo(left, asked, path)) continue;
        taken.add(left.id);
        return left;
      }
      return null;
    },
    holdsAnswer(asked, path) {
      if (own.hasAnswer(asked, path)) return true;
      return lookThrough().some((left) => "answer" in left && isAnswerTo(left, asked, path));
    },
    close() {
      const waiting = lookThrough();
      const log = openHere();
      if (log === null || journal.events.at(-1)?.type !== "meeting.closed") return;
      for (const left of waiting) if ("does" in left) refuse(log, left, "the meeting had closed");
      const isEmptied =
        log.look().every((line) => !("refused" in line)) && listUnsettled(log).length === 0;
      const file = join(folder() ?? "", INBOX_FILE);
      if (isEmptied) removeFile(file);
    },
  };
}

/** Returns the id of its line. */
export function writeAct(folder: string, { person: by, does, after, document }: Act): string {
  const refusal = findNameRefusal(by);
  if (refusal !== null)
    throw new BoardroomError("name-taken", { message: refusal, remedy: "Choose another name." });
  return addLine(folder, { id: randomUUID(), person: by, does, after, document });
}

export function writeAnswer(folder: string, { person: by, answer, to }: Answer): string {
  return addLine(folder, { id: randomUUID(), person: by, answer, to });
}

function addLine(folder: string, left: LeftLine): string {
  openInboxLog(folder).add(left);
  return left.id;
}

export function isWaiting(folder: string, line: string): boolean {
  return listUnsettled(openInboxLog(folder)).some((left) => left.id === line);
}

export function findRefusal(folder: string, line: string): string | null {
  const settled = openInboxLog(folder)
    .look()
    .find((each) => each.id === line && "settled" in each);
  return settled && "refused" in settled ? (settled.refused ?? null) : null;
}

/** True if an answer to this question waits to be taken. */
export function isAnswerWaiting(folder: string, asked: string, path: string): boolean {
  return listUnsettled(openInboxLog(folder)).some(
    (left) => "answer" in left && left.to === path && isAnswerTo(left, asked, path),
  );
}

function listUnsettled(log: InboxLog): readonly LeftLine[] {
  const lines = log.look();
  const settled = new Set(lines.filter((line) => "settled" in line).map((line) => line.id));
  return lines.filter((line): line is LeftLine => !("settled" in line) && !settled.has(line.id));
}

function createRecorded(journal: FileInboxSetup["journal"]) {
  let looked = 0;
  const ids = new Set<string>();
  const answered = new Set<string>();
  function read(): void {
    for (const event of journal.events.slice(looked)) {
      looked++;
      if (event.type === "human.answered") answered.add(event.path);
      if (
        (event.type === "person.acted" || event.type === "human.answered") &&
        event.id !== undefined
      )
        ids.add(event.id);
    }
  }
  return {
    hasId(line: string): boolean {
      read();
      return ids.has(line);
    },
    isAnswered(path: string): boolean {
      read();
      return answered.has(path);
    },
  };
}

/** A guest must not speak as the meeting itself. */
function findNameRefusal(person: string): string | null {
  return isReservedName(person) ? `${person} is a name that the meeting uses itself` : null;
}

/** Characters of an act without a document, and of an answer or an act with one. */
const MOST_ACT = 64 * 1024;
const MOST_LEFT = 2 * 1024 * 1024;

function findFault(
  left: LeftLine,
  [opened]: readonly MeetingEvent[],
  isAnswered: (path: string) => boolean,
): string | null {
  const size = JSON.stringify(left).length;
  const most = "does" in left && !left.document ? MOST_ACT : MOST_LEFT;
  if (size > most) return `${size} characters; at most ${most} are taken`;
  if ("answer" in left)
    return left.to !== undefined && isAnswered(left.to)
      ? `the question at ${left.to} has been answered already`
      : null;
  const { does, document } = left;
  const refusal = findNameRefusal(left.person);
  if (refusal !== null) return refusal;
  if ((does.act === "bring-document") !== (document !== undefined))
    return "no document comes with it";
  if (does.act !== "give-floor" && does.act !== "whisper") return null;
  const isMember =
    opened?.type === "meeting.opened" && opened.seats.some((seat) => seat.id === does.to);
  return isMember ? null : `no member is called ${JSON.stringify(does.to)}`;
}

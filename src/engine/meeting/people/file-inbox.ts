import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { BoardroomError } from "../../../errors.ts";
import { MOST_TEXT, makeDocument } from "../../../scenario/documents/document-text.ts";
import { jsonOf } from "../../../text/json-in.ts";
import { actSchema, type Json, type MeetingEvent } from "../../transcript/events.ts";
import { type Clocks, systemClocks } from "../contract/clocks.ts";
import { type Act, type Answer, answersTo, type Inbox, isDue, memoryInbox } from "./inbox.ts";

export const INBOX_FOLDER = "inbox";

export interface FileInbox extends Inbox {
  holdsAnswer(person: string, path: string): boolean;
  /** Removes recorded files, and rejects acts that came after the meeting closed. */
  close(): void;
}

type FileInboxSetup = {
  readonly folder: () => string | null;
  /** Recorded acts and answers are not taken twice. */
  readonly journal: { readonly events: readonly MeetingEvent[] };
  /** Told of a file that is no act or answer of this meeting; it is kept as `.rejected`. */
  readonly onRejected?: ((file: string, why: string) => void) | undefined;
};

/** Takes what this process holds first, then whole JSON files in the order of their names. */
export function fileInbox({ folder, journal, onRejected }: FileInboxSetup): FileInbox {
  const own = memoryInbox();
  let taken: string[] = [];
  const waiting = new Map<string, LeftInFile>();
  const known = createKnown(journal);

  function removeTaken(): void {
    taken = taken.filter((file) => {
      if (!known.hasId(idOf(file))) return true;
      fs.rmSync(file, { force: true });
      return false;
    });
  }

  function reject(file: string, why: string): void {
    waiting.delete(file);
    fs.writeFileSync(`${file}.why`, `${why}\n`, { mode: 0o600 });
    fs.renameSync(file, `${file}.rejected`);
    onRejected?.(file, why);
  }

  function look(): void {
    removeTaken();
    const place = folder();
    const files = place === null ? [] : waitingFiles(join(place, INBOX_FOLDER));
    for (const file of files) {
      if (taken.includes(file) || waiting.has(file)) continue;
      if (known.hasId(idOf(file))) {
        taken.push(file);
        continue;
      }
      const left = readLeft(file, seatsOf(journal.events));
      if (typeof left === "string") reject(file, left);
      else waiting.set(file, left);
    }
    for (const [file, left] of waiting) {
      if (left.answer?.to !== undefined && known.isAnswered(left.answer.to))
        reject(file, `the question at ${left.answer.to} has been answered already`);
    }
    removeTaken();
  }

  function take(file: string): void {
    waiting.delete(file);
    taken.push(file);
  }

  return {
    put: (act) => own.put(act),
    drain(spoken = Number.POSITIVE_INFINITY) {
      look();
      const acts = [...own.drain(spoken)];
      for (const [file, { act }] of waiting) {
        if (!act || !isDue(act, spoken)) continue;
        take(file);
        acts.push({ ...act, id: idOf(file) });
      }
      return acts;
    },
    withdraw: (answer) => own.withdraw(answer),
    answerTo(person, path) {
      const mine = own.answerTo(person, path);
      if (mine) return mine;
      look();
      for (const [file, { answer }] of waiting) {
        if (!answer || !answersTo(answer, person, path)) continue;
        take(file);
        return { ...answer, id: idOf(file) };
      }
      return null;
    },
    holdsAnswer(person, path) {
      if (own.holdsAnswer(person, path)) return true;
      look();
      return [...waiting.values()].some(
        ({ answer }) => answer !== undefined && answersTo(answer, person, path),
      );
    },
    close() {
      removeTaken();
      if (journal.events.at(-1)?.type !== "meeting.closed") return;
      look();
      for (const [file, { act }] of waiting) if (act) reject(file, "the meeting had closed");
    },
  };
}

/** Written whole or not at all, for its owner only. */
export function writeAct(folder: string, { person, does, after, document }: Act): string {
  const kept = { ...(after !== undefined && { after }), ...(document && { document }) };
  return dropFile(folder, { person, does, ...kept });
}

export function writeAnswer(folder: string, { person, answer, to }: Answer): string {
  return dropFile(folder, { person, answer, ...(to !== undefined && { to }) });
}

export function isWaiting(file: string): boolean {
  return fs.existsSync(file);
}

export function rejectionOf(file: string): string | null {
  return fs.existsSync(`${file}.rejected`) ? fs.readFileSync(`${file}.why`, "utf8").trim() : null;
}

function dropFile(folder: string, content: object): string {
  const inbox = join(folder, INBOX_FOLDER);
  try {
    return writeInto(inbox, content, systemClocks);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new BoardroomError(
      "transcript-unwritable",
      {
        place: { file: inbox },
        message: `the transcript folder cannot be written to (${code})`,
        remedy: "Make the transcript folder writable, or act as the user who runs the meeting.",
      },
      { cause },
    );
  }
}

function writeInto(inbox: string, content: object, { now, clock }: Clocks): string {
  fs.mkdirSync(inbox, { recursive: true, mode: 0o700 });
  fs.chmodSync(inbox, 0o700);
  const order = String(Math.floor(clock() * 1000) % 1_000_000_000).padStart(9, "0");
  const name = `${now().replaceAll(/[:.]/g, "-")}-${order}-${randomUUID()}`;
  const temporary = join(inbox, `.${name}.tmp`);
  fs.writeFileSync(temporary, JSON.stringify(content), { mode: 0o600, flag: "wx" });
  const file = join(inbox, `${name}.json`);
  fs.renameSync(temporary, file);
  return file;
}

function createKnown(journal: FileInboxSetup["journal"]) {
  let looked = 0;
  const ids = new Set<string>();
  const answered = new Set<string>();
  function read(): void {
    for (const event of journal.events.slice(looked)) {
      looked++;
      if (event.type === "human.answered") answered.add(event.path);
      if ((event.type === "person.acted" || event.type === "human.answered") && event.id !== undefined)
        ids.add(event.id);
    }
  }
  return {
    hasId(id: string): boolean {
      read();
      return ids.has(id);
    },
    isAnswered(path: string): boolean {
      read();
      return answered.has(path);
    },
  };
}

type LeftInFile = { readonly act?: Act; readonly answer?: Answer };

const person = z.string().trim().min(1).max(80);

const documentSchema = z.strictObject({
  name: z.string().min(1).max(200),
  title: z.string().min(1).max(200),
  subject: z.boolean(),
  sha256: z.string(),
  text: z.string().trim().min(1).max(MOST_TEXT),
});

const fileSchema = z.union([
  z.strictObject({
    person,
    does: actSchema,
    after: z.int().min(0).optional(),
    document: documentSchema.optional(),
  }),
  z.strictObject({
    person,
    answer: z.record(z.string(), z.json() as z.ZodType<Json>),
    to: z.string().max(80).optional(),
  }),
]);

/** One act without a document: 64 KiB; anything else, 2 MiB. */
const MOST_BYTES = 64 * 1024;
const MOST_WITH_TEXT = 2 * 1024 * 1024;

function waitingFiles(inbox: string): string[] {
  if (!fs.existsSync(inbox)) return [];
  const names = fs.readdirSync(inbox).filter((name) => name.endsWith(".json") && !name.startsWith("."));
  return names.sort().map((name) => join(inbox, name));
}

function idOf(file: string): string {
  return basename(file, ".json");
}

function seatsOf([opened]: readonly MeetingEvent[]): readonly string[] {
  return opened?.type === "meeting.opened" ? opened.seats.map(({ id }) => id) : [];
}

function readLeft(file: string, seats: readonly string[]): LeftInFile | string {
  const facts = fs.lstatSync(file);
  if (!facts.isFile()) return "not a file";
  if (facts.size > MOST_WITH_TEXT) return tooLarge(facts.size, MOST_WITH_TEXT);
  const parsed = fileSchema.safeParse(jsonOf(fs.readFileSync(file, "utf8")));
  if (!parsed.success) return parsed.error.issues[0]?.message ?? parsed.error.message;
  if ("answer" in parsed.data) return { answer: parsed.data };
  const { does, document } = parsed.data;
  if (!document && facts.size > MOST_BYTES) return tooLarge(facts.size, MOST_BYTES);
  if ((does.act === "bring-document") !== (document !== undefined)) return "no document comes with it";
  const seat = does.act === "give-floor" || does.act === "whisper" ? does.to : null;
  if (seat !== null && !seats.includes(seat)) return `no member is called ${JSON.stringify(seat)}`;
  return { act: document ? { ...parsed.data, document: makeDocument(document) } : (parsed.data as Act) };
}

function tooLarge(bytes: number, most: number): string {
  return `${bytes} bytes; at most ${most} are taken`;
}

import { randomUUID } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { actSchema, type MeetingEvent } from "../transcript/events.ts";
import { type Act, type Inbox, memoryInbox } from "./inbox.ts";
import { type World, world } from "./world.ts";

/** Folder inside a transcript's folder where other processes leave acts. */
export const INBOX_FOLDER = "inbox";

/** An inbox that other processes can reach too. */
export interface FileInbox extends Inbox {
  /** Removes the files of acts that are on record. */
  close(): void;
}

export type FileInboxSetup = {
  /** The transcript's folder; null while it does not exist yet. */
  readonly folder: () => string | null;
  /** What is on record: acts in it are not taken twice. */
  readonly journal: { readonly events: readonly MeetingEvent[] };
  /** Told of a file that is no act of this meeting; it is kept beside the others as `.rejected`. */
  readonly onRejected?: ((file: string, why: string) => void) | undefined;
};

/** Takes acts from this process first, then whole JSON files in the order of their names. */
export function fileInbox({ folder, journal, onRejected }: FileInboxSetup): FileInbox {
  const own = memoryInbox();
  let taken: string[] = [];
  let looked = 0;
  const recorded = new Set<string>();

  function isRecorded(id: string): boolean {
    for (; looked < journal.events.length; looked++) {
      const event = journal.events[looked]!;
      if (event.type === "person.acted" && event.id !== undefined) recorded.add(event.id);
    }
    return recorded.has(id);
  }

  function removeTaken(): void {
    taken = taken.filter((file) => {
      if (!isRecorded(idOf(file))) return true;
      rmSync(file, { force: true });
      return false;
    });
  }

  function read(file: string): Act[] {
    const id = idOf(file);
    taken.push(file);
    if (isRecorded(id)) return [];
    const act = readAct(file, seatsOf(journal.events));
    if (typeof act !== "string") return [{ ...act, id }];
    taken = taken.filter((each) => each !== file);
    renameSync(file, `${file}.rejected`);
    onRejected?.(file, act);
    return [];
  }

  return {
    put: (act) => own.put(act),
    drain() {
      removeTaken();
      const place = folder();
      const files = place === null ? [] : waitingFiles(join(place, INBOX_FOLDER));
      return [...own.drain(), ...files.filter((file) => !taken.includes(file)).flatMap(read)];
    },
    close: removeTaken,
  };
}

/** Leaves an act for the process that writes the transcript: a whole file or none, readable by its owner only. */
export function leaveAct(folder: string, act: Act, { now, clock }: World = world): void {
  const inbox = join(folder, INBOX_FOLDER);
  mkdirSync(inbox, { recursive: true, mode: 0o700 });
  chmodSync(inbox, 0o700);
  const order = String(Math.floor(clock() * 1000) % 1_000_000_000).padStart(9, "0");
  const name = `${now().replaceAll(/[:.]/g, "-")}-${order}-${randomUUID()}`;
  const temporary = join(inbox, `.${name}.tmp`);
  writeFileSync(temporary, JSON.stringify({ person: act.person, does: act.does }), { mode: 0o600, flag: "wx" });
  renameSync(temporary, join(inbox, `${name}.json`));
}

const fileSchema = z.strictObject({ person: z.string().trim().min(1).max(80), does: actSchema });

/** Most bytes of one act: 64 KiB. */
const MOST_BYTES = 64 * 1024;

function waitingFiles(inbox: string): string[] {
  try {
    const names = readdirSync(inbox).filter((name) => name.endsWith(".json") && !name.startsWith("."));
    return names.sort().map((name) => join(inbox, name));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw cause;
  }
}

function idOf(file: string): string {
  return basename(file, ".json");
}

function seatsOf([opened]: readonly MeetingEvent[]): readonly string[] {
  return opened?.type === "meeting.opened" ? opened.seats.map(({ id }) => id) : [];
}

/** The act, or why it is none. */
function readAct(file: string, seats: readonly string[]): Act | string {
  const facts = lstatSync(file);
  if (!facts.isFile()) return "not a file";
  if (facts.size > MOST_BYTES) return `${facts.size} bytes; at most ${MOST_BYTES} are taken`;
  const parsed = fileSchema.safeParse(parseJson(readFileSync(file, "utf8")));
  if (!parsed.success) return parsed.error.issues[0]!.message;
  const { does } = parsed.data;
  const seat = does.act === "give-floor" || does.act === "whisper" ? does.to : null;
  return seat === null || seats.includes(seat)
    ? parsed.data
    : `nobody called ${JSON.stringify(seat)} has a seat`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { MeetingLine } from "../../pages/list.tsx";
import { eventSchema, type MeetingEvent } from "../../transcript/events.ts";
import { JOURNAL_FILE } from "../../transcript/journal-file.ts";
import { hasWriter } from "../../transcript/lock.ts";

const HEAD_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 256 * 1024;

/** Lists the meetings of a folder by their first and last lines, the newest first; what has not changed is not read again. */
export function createMeetingList(folder: string): () => Promise<readonly MeetingLine[]> {
  const known = new Map<string, { readonly key: string; readonly line: MeetingLine | null }>();
  return async () => {
    const names = await readdir(folder).catch(() => []);
    const lines = await Promise.all(names.map((name) => lineOf(name)));
    return lines
      .flatMap((line) => line ?? [])
      .sort((a, b) => b.startedAt.localeCompare(a.startedAt) || a.id.localeCompare(b.id));
  };

  async function lineOf(name: string): Promise<MeetingLine | null> {
    const found = await stat(join(folder, name, JOURNAL_FILE)).catch(() => null);
    if (!found?.isFile()) return null;
    const isHeld = hasWriter(join(folder, name));
    const key = `${found.size} ${found.mtimeMs} ${isHeld}`;
    const old = known.get(name);
    if (old?.key === key) return old.line;
    const line = await readEnds(folder, name, found.size, isHeld);
    known.set(name, { key, line });
    return line;
  }
}

async function readEnds(folder: string, id: string, size: number, isHeld: boolean): Promise<MeetingLine> {
  const unread = { id, title: "", question: "", protocol: "", startedAt: "", simulated: false };
  const handle = await open(join(folder, id, JOURNAL_FILE), "r").catch(() => null);
  if (!handle) return { ...unread, standing: { is: "damaged", why: "it cannot be read" } };
  try {
    const [opened] = await eventsAt(handle, 0, Math.min(size, HEAD_BYTES), "first");
    const [last] = await eventsAt(handle, Math.max(0, size - TAIL_BYTES), TAIL_BYTES, "last");
    if (opened?.type !== "meeting.opened")
      return { ...unread, standing: { is: "damaged", why: "its first line is no opening" } };
    const { scenario, protocol, at, simulated } = opened;
    const { title, question } = scenario;
    return { id, title, question, protocol, startedAt: at, simulated, standing: standingAfter(last, isHeld) };
  } finally {
    await handle.close();
  }
}

async function eventsAt(
  handle: {
    read: (...args: [Buffer, number, number, number]) => Promise<{ bytesRead: number; buffer: Buffer }>;
  },
  from: number,
  length: number,
  which: "first" | "last",
): Promise<readonly MeetingEvent[]> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
  const lines = buffer.toString("utf8", 0, bytesRead).split("\n").slice(0, -1);
  const line = which === "first" ? lines[0] : lines.at(-1);
  try {
    const parsed = eventSchema.safeParse(JSON.parse(line ?? ""));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

/** How a meeting stands by its last line. */
export function standingAfter(last: MeetingEvent | undefined, isHeld: boolean): MeetingLine["standing"] {
  if (last === undefined) return { is: "damaged", why: "its last line is no event" };
  if (last.type === "meeting.closed") return { is: "closed", outcome: last.outcome.reason };
  if (last.type === "meeting.suspended" && !isHeld) return { is: "suspended", why: last.reason };
  if (last.type === "human.asked") return { is: "waiting", why: `${last.person} is asked` };
  return { is: isHeld ? "held" : "stopped" };
}

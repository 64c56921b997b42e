import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isSamePerson } from "../../engine/meeting/people/inbox.ts";
import { CHAIR } from "../../engine/meeting/people/process-agents.ts";
import { eventSchema, type MeetingEvent } from "../../engine/transcript/events.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { optionsOf } from "../../showing/cast.ts";
import { isSeatedIn } from "../../showing/watching/seat-view.ts";
import { readStudy } from "../../studies/results.ts";
import type { MeetingLine } from "../pages/list.tsx";
import { isStudyFolder } from "../report/study-file.ts";

const HEAD_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 256 * 1024;

/** The newest first; what has not changed is not read again. */
export function createMeetingList(
  folder: string,
  person: string = CHAIR.id,
): () => Promise<readonly MeetingLine[]> {
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
    const line = await readEnds({ folder, id: name, person }, found.size, isHeld);
    known.set(name, { key, line });
    return line;
  }
}

export async function studyLines(folder: string): Promise<readonly MeetingLine[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => isStudyFolder(join(folder, name)));
  const lines = await Promise.all(names.toSorted().map((id) => studyLine(folder, id).catch(() => [])));
  return lines.flat();
}

async function studyLine(folder: string, id: string): Promise<MeetingLine[]> {
  const { study, rows } = readStudy(join(folder, id));
  const { title, seeds, scenarios, arms, subjects } = study;
  let held = 0;
  for await (const { status } of rows()) held += status === "closed" ? 1 : 0;
  const all = seeds.length * scenarios.length * arms.length * subjects.length;
  const told = `${held} of ${all} meetings held`;
  const question = scenarios.map((each) => each.question).join(" ");
  return [
    {
      ...{
        id,
        title,
        question,
        protocol: "",
        startedAt: "",
        simulated: false,
        of: study.ranking ? "ranking" : "study",
      },
      standing: held >= all ? { is: "closed", outcome: told } : { is: "suspended", why: told },
    },
  ];
}

type Listed = { readonly folder: string; readonly id: string; readonly person: string };

async function readEnds({ folder, id, person }: Listed, size: number, isHeld: boolean): Promise<MeetingLine> {
  const unread = { id, title: "", question: "", protocol: "", startedAt: "", simulated: false };
  const handle = await open(join(folder, id, JOURNAL_FILE), "r").catch(() => null);
  if (!handle) return { ...unread, standing: { is: "damaged", why: "it cannot be read" } };
  try {
    const [first] = await linesAt(handle, 0, Math.min(size, HEAD_BYTES));
    const opened = eventIn(first);
    const tail = await linesAt(handle, Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
    if (opened?.type !== "meeting.opened")
      return { ...unread, standing: { is: "damaged", why: "its first line is no opening" } };
    const { scenario, protocol, at, simulated } = opened;
    const { title, question } = scenario;
    const standing = standingIn(tail, isHeld);
    const isHidden = scenario.prompt.view === "anonymous" && isSeatedIn(opened, person);
    const told = standing.is === "waiting" && isHidden && !isSamePerson(standing.person, person);
    return {
      ...{ id, title, question, protocol, startedAt: at, simulated },
      members: opened.seats.filter(({ kind }) => kind === "member").length,
      options: optionsOf(scenario),
      standing: told ? { ...standing, person: "somebody" } : standing,
    };
  } finally {
    await handle.close();
  }
}

async function linesAt(handle: FileHandle, from: number, length: number): Promise<readonly string[]> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
  return buffer.toString("utf8", 0, bytesRead).split("\n").slice(0, -1);
}

function eventIn(line: string | undefined): MeetingEvent | undefined {
  try {
    const parsed = eventSchema.safeParse(JSON.parse(line ?? ""));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function standingIn(lines: readonly string[], isHeld: boolean): MeetingLine["standing"] {
  const now = standingAfter(eventIn(lines.at(-1)), isHeld);
  if (now.is !== "held" && now.is !== "stopped") return now;
  const told = lines.flatMap((line) =>
    /"type":"human\.(?:asked|answered)"/.test(line) ? [eventIn(line)] : [],
  );
  const answered = new Set(told.flatMap((event) => (event?.type === "human.answered" ? [event.path] : [])));
  const asked = told.findLast((event) => event?.type === "human.asked" && !answered.has(event.path));
  return asked?.type === "human.asked" ? { is: "waiting", person: asked.person, isHeld } : now;
}

export function standingAfter(last: MeetingEvent | undefined, isHeld: boolean): MeetingLine["standing"] {
  if (last === undefined) return { is: "damaged", why: "its last line is no event" };
  if (last.type === "meeting.closed")
    return { is: "closed", outcome: last.outcome.reason, decided: last.outcome };
  if (last.type === "meeting.suspended" && !isHeld) return { is: "suspended", why: last.reason };
  if (last.type === "human.asked") return { is: "waiting", person: last.person, isHeld };
  return { is: isHeld ? "held" : "stopped" };
}

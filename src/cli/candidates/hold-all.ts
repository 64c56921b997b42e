import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readRecord } from "../../reports/read-record.ts";
import { readTranscript } from "../../transcript/journal.ts";
import { JOURNAL_FILE, TOMBSTONE_FILE } from "../../transcript/journal-file.ts";
import { resume } from "../holding/go-on.ts";
import { type RunFlags, run } from "../holding/hold-new.ts";
import type { Recorded } from "../records/outputs.ts";
import { type Io, print } from "../terminal/io.ts";
import { createLiveRegion, noRegion } from "../terminal/live-region.ts";
import { isRichTerminal } from "../terminal/style.ts";
import { type BatchCandidate, type CandidateBatch, meetingFolder } from "./batch-file.ts";
import { quietIo } from "./quiet-io.ts";

/** One meeting of a batch. */
type BatchMeeting = {
  readonly candidate: BatchCandidate;
  readonly seed: string | number;
  readonly folder: string;
};

/** What became of a batch: meetings that are closed, and those that are not, with what they said. */
export type HeldBatch = {
  readonly closed: readonly (BatchMeeting & { readonly recorded: Recorded })[];
  readonly open: readonly (BatchMeeting & { readonly why: string; readonly exitCode: number })[];
};

export function meetingsOf(folder: string, { candidates, seeds }: CandidateBatch): readonly BatchMeeting[] {
  return seeds.flatMap((seed) =>
    candidates.map((candidate) => ({ candidate, seed, folder: meetingFolder(folder, candidate, seed) })),
  );
}

type HoldSetup = {
  readonly meetings: readonly BatchMeeting[];
  readonly scenario: string;
  readonly flags: RunFlags;
  readonly atOnce: number;
};

/** Holds or goes on with the meetings of a batch, so many at once, and tells of each as it ends. */
export async function holdAll(
  io: Io,
  { meetings: all, scenario, flags, atOnce }: HoldSetup,
): Promise<HeldBatch> {
  const meetings = all.filter(({ folder }) => !existsSync(join(resolve(io.cwd, folder), TOMBSTONE_FILE)));
  const signal = io.stopSignal();
  const region = isRichTerminal(io) ? createLiveRegion(io.stderr, 3) : noRegion;
  const failed = new Map<BatchMeeting, { readonly why: string; readonly exitCode: number }>();
  const waiting = meetings.filter(({ folder }) => !isClosed(io, folder));
  const under = new Set<BatchMeeting>();
  let ended = meetings.length - waiting.length;
  if (ended > 0) print(io.stderr, [`${ended} of ${meetings.length} are held already.`]);
  const show = () =>
    region.show([`${ended} of ${meetings.length} held, ${under.size} under way: ${names(under)}`]);
  const next = async (): Promise<void> => {
    const meeting = signal.aborted ? undefined : waiting.shift();
    if (!meeting) return;
    under.add(meeting);
    show();
    const quiet = quietIo(io);
    const exitCode = await holdOne(quiet.io, meeting, scenario, flags).catch((error: unknown) => {
      print(quiet.io.stderr, [error instanceof Error ? error.message : String(error)]);
      return 2;
    });
    under.delete(meeting);
    const isHeld = isClosed(io, meeting.folder);
    if (isHeld) ended += 1;
    else failed.set(meeting, { why: lastWords(quiet.told()), exitCode });
    region.clear();
    print(io.stderr, [
      `[${ended}/${meetings.length}] ${meeting.candidate.name}, seed ${meeting.seed}: ${isHeld ? outcomeOf(io, meeting) : "not held to its end"}`,
    ]);
    if (under.size > 0) show();
    await next();
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, Math.max(1, waiting.length)) }, next));
  region.clear();
  return {
    ...(await heldOf(io, meetings)),
    open: meetings.flatMap((meeting) =>
      isClosed(io, meeting.folder)
        ? []
        : [{ ...meeting, ...(failed.get(meeting) ?? { why: "not begun", exitCode: 130 }) }],
    ),
  };
}

/** Those of them that are closed, with what is on record. */
export async function heldOf(
  io: Pick<Io, "cwd">,
  meetings: readonly BatchMeeting[],
): Promise<Pick<HeldBatch, "closed">> {
  const closed: HeldBatch["closed"][number][] = [];
  for (const meeting of meetings) {
    if (!isClosed(io, meeting.folder)) continue;
    closed.push({ ...meeting, recorded: await readRecord(resolve(io.cwd, meeting.folder)) });
  }
  return { closed };
}

async function holdOne(io: Io, { candidate, seed, folder }: BatchMeeting, scenario: string, flags: RunFlags) {
  if (existsSync(join(resolve(io.cwd, folder), JOURNAL_FILE)))
    return resume(io, folder, { ...flags, quiet: true });
  return run(io, scenario, { ...flags, quiet: true, document: candidate.file, seed, out: folder });
}

function isClosed({ cwd }: Pick<Io, "cwd">, folder: string): boolean {
  const path = resolve(cwd, folder);
  if (!existsSync(join(path, JOURNAL_FILE))) return false;
  return readTranscript(path).events.at(-1)?.type === "meeting.closed";
}

function outcomeOf({ cwd }: Pick<Io, "cwd">, { folder }: BatchMeeting): string {
  const last = readTranscript(resolve(cwd, folder)).events.at(-1);
  if (last?.type !== "meeting.closed") return "";
  const { status, side, option, reason } = last.outcome;
  return `${[status, option ?? side].filter(Boolean).join(" ")} (${reason})`;
}

function names(under: ReadonlySet<BatchMeeting>): string {
  return [...under].map(({ candidate, seed }) => `${candidate.name} ${seed}`).join(", ");
}

/** What a meeting said last of why it is not held. */
function lastWords(told: string): string {
  const lines = told.split("\n").filter((line) => line.trim() !== "");
  return lines.slice(-3).join("; ");
}

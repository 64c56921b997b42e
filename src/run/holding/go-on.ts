import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { resumeMeeting } from "../../engine/meeting/engine/open-meeting.ts";
import type { Raise } from "../../engine/meeting/money/limits.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/folding/fold.ts";
import { reopenJournal } from "../../engine/transcript/journal.ts";
import { lockTranscript } from "../../engine/transcript/lock.ts";
import { exitCodeOfOutcome } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { styleOf } from "../../home/process/style.ts";
import { usage } from "../../home/process/usage.ts";
import { protocolIn, type Recorded, WRITTEN_FILE } from "../../home/records/outputs.ts";
import type { CodesFlag } from "../../home/seats/hand-out.ts";
import type { CallFlags } from "../../home/settings/models.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { isImported, recordedProtocol } from "../../home/settings/protocols.ts";
import { readSettings } from "../../home/settings/settings.ts";
import type { Settings } from "../../scenario/files/settings.ts";
import { readRecord } from "../../showing/read-record.ts";
import { holdMeeting } from "./hold-meeting.ts";
import { keepClosed } from "./keep-notes.ts";
import { type MeetingSession, openSession } from "./open-session.ts";
import { createPrinter, type ShowFlags } from "./show-meeting.ts";

export type ResumeFlags = ShowFlags & { readonly protocol?: string | undefined } & CallFlags & {
    readonly durability?: Settings["durability"];
    readonly maxMessages?: number;
    readonly maxMinutes?: number;
    readonly maxTokens?: number;
    readonly maxDollars?: number;
    readonly as?: string;
    readonly approve?: boolean;
    readonly because?: string;
    readonly wait?: boolean;
    readonly notify?: string;
  } & CodesFlag;

export async function resume(io: Io, folder: string, flags: ResumeFlags): Promise<number> {
  const outer = await readSettings(io);
  const path = resolve(io.cwd, folder);
  const recorded = await readRecord(path);
  const last = recorded.events.at(-1);
  if (last?.type === "meeting.closed") return showClosed(io, outer.stated, folder, { ...recorded, last });
  const held = await withOwnCode(io, outer, flags.protocol);
  const protocol = recordedProtocol(protocolIn(recorded.events), held.protocols);
  const durability = flags.durability ?? outer.stated.durability ?? "normal";
  const { journal, torn } = reopenJournal(path, durability);
  const { events } = journal;
  const after = events.length;
  print(io.stderr, whatIsThere(after, torn));
  requireWithin(outer.budget.meeting, flags.maxDollars);
  const spending = { out: folder, events, ahead: flags };
  const session = openSession(io, { outer: held.outer, flags, transcript: { journal, folder }, spending });
  const open = (ports: MeetingSession["ports"]) => resumeMeeting({ ...ports, protocol, raise: raiseIn(flags) });
  return holdMeeting(io, session, open, { settings: outer.stated, flags, after });
}

function raiseIn({ maxMessages, maxMinutes, maxTokens, maxDollars }: ResumeFlags): Raise {
  return { messages: maxMessages, minutes: maxMinutes, tokens: maxTokens, dollars: maxDollars };
}

function requireWithin(most: number | undefined, dollars: number | undefined): void {
  if (most === undefined || dollars === undefined || dollars <= most) return;
  throw usage(
    `--max-dollars ${dollars} is above budget.meeting in boardroom.yaml, $${most}`,
    `Give at most ${most}, or raise budget.meeting.`,
  );
}

function whatIsThere(count: number, torn: boolean): readonly string[] {
  const dropped = `Line ${count + 1} was torn off while it was being written, and is dropped; what it held is done again.`;
  return [...(torn ? [dropped] : []), `Resuming after ${count} recorded ${count === 1 ? "event" : "events"}.`];
}

type Closed = Recorded & { readonly last: MeetingEvent<"meeting.closed"> };

async function showClosed(io: Io, settings: Settings, folder: string, { last, ...recorded }: Closed) {
  const path = resolve(io.cwd, folder);
  const style = styleOf(io, settings);
  await tidyUp(io, path, recorded);
  createPrinter(io, style, { quiet: true }).end(recorded);
  if (isImported(protocolIn(recorded.events))) {
    print(io.stderr, [`This talk was ${last.reason}: no resume, fork or rerun.`]);
    return exitCodeOfOutcome(last.outcome);
  }
  print(io.stderr, [
    `The meeting is closed: ${last.reason}. To continue in another way, fork it:`,
    `  boardroom fork ${folder} --at N`,
  ]);
  return exitCodeOfOutcome(last.outcome);
}

/** A stop in the last moment may leave notes and outputs unwritten, and the claim of a dead writer. */
async function tidyUp(io: Io, path: string, recorded: Recorded): Promise<void> {
  const names = await readdir(path);
  const isWritten = names.includes(WRITTEN_FILE);
  if (isWritten && !names.some((name) => name.startsWith("writer-"))) return;
  const lock = lockTranscript(path);
  try {
    if (isWritten) return;
    await keepClosed(io, path, { state: foldTranscript(recorded.events) }, recorded);
  } finally {
    lock.release();
  }
}

// Runs a meeting at this terminal and prints it, live or recorded: as text, as a table or as JSON.
// `run`, `resume`, `fork` and `show` use it.

import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { CHAIR } from "../../engine/people/process-agents.ts";
import type { LiveSignal } from "../../engine/protocol/floor.ts";
import type { Protocol } from "../../engine/protocol/protocol.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { lockTranscript } from "../../engine/transcript/lock.ts";
import { EXIT, exitCodeOfOutcome } from "../../home/process/exit-codes.ts";
import {
  chooseTextStyle,
  createLiveRegion,
  createUsageError,
  draw,
  type Io,
  isRichTerminal,
  noRegion,
  print,
  printJson,
} from "../../home/process/io.ts";
import { buildTable, isUpToDate, type Recorded, writeOutputs } from "../../home/records/outputs.ts";
import { offerSeats } from "../../home/seats/seat-store.ts";
import { loadRecordedProtocol } from "../../home/settings/own-code.ts";
import { findDescription } from "../../home/settings/protocols.ts";
import { requireAtTable, requirePerson } from "../../run/answers.ts";
import {
  type Approved,
  type NewMeetingFlags,
  prepareNewMeeting,
  prepareRecordedMeeting,
  prepareWithApproval,
  type RecordedFlags,
} from "../../run/meetings.ts";
import { formatPlan, listDocumentWarnings } from "../../run/prepare/warnings.ts";
import { type Ended, run as runMeeting, type ToRun } from "../../run/run.ts";
import type { TextOptions } from "../../showing/palette.ts";
import { createPlainView } from "../../showing/plain-view.ts";
import { readRecord } from "../../showing/records.ts";
import { textTable } from "../../showing/renderers.ts";
import { createSeatView, type SeatView } from "../../showing/watching/seat-view.ts";
import { createCalls, type LiveCall } from "../../showing/watching/source.ts";
import { formatCommand } from "../../text/command-line.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { promptPerson } from "./ask-person.ts";
import { LIMIT_FLAGS } from "./flags.ts";
import { chooseExitCode, chooseNextSeed, type EndFlags, formatEnd } from "./what-next.ts";

export type RunFlags = NewMeetingFlags & ShowFlags & EndFlags;
type ResumeFlags = RecordedFlags & ShowFlags;

/** The person at this terminal answers here. */
export const IN_TERMINAL = { prompt: promptPerson };

export async function run(
  io: Io,
  nameOrPath: string | undefined,
  flags: RunFlags,
): Promise<number> {
  const asked = await prepareWithApproval(io, nameOrPath, flags);
  if ("exit" in asked) return asked.exit;
  const { scenario, protocol } = asked.prepared;
  if (flags.as !== undefined && flags.exclude === undefined && !asked.approvals)
    requirePerson(scenario.members, protocol.bind(scenario).listPeople(), flags.as);
  return runApproved(io, asked, flags);
}

export async function runApproved(io: Io, asked: Approved, flags: RunFlags): Promise<number> {
  const { prepared, plans, context = [] } = asked;
  const warnings = listDocumentWarnings(prepared.scenario).map((warning) => `warning: ${warning}`);
  const before = () => print(io.stderr, [...warnings, ...formatPlan(plans), ...context]);
  return runInTerminal(io, prepareNewMeeting(io, asked, flags, IN_TERMINAL), flags, { before });
}

export async function resume(io: Io, folder: string, flags: ResumeFlags): Promise<number> {
  const recorded = await readRecord(resolve(io.cwd, folder));
  if (flags.as !== undefined && !flags.approve)
    requireAtTable(foldTranscript(recorded.events), flags.as);
  const last = recorded.events.at(-1);
  if (last?.type === "meeting.closed") return showClosed(io, folder, { ...recorded, last }, flags);
  const found = await prepareRecordedMeeting(io, folder, flags, IN_TERMINAL);
  if ("exit" in found) return found.exit;
  const { after, torn, ...toRun } = found;
  print(io.stderr, [
    ...(torn
      ? [`Line ${after + 1} was incomplete and is dropped; its content is done again.`]
      : []),
    `Resuming after ${after} recorded ${after === 1 ? "event" : "events"}.`,
  ]);
  return runInTerminal(io, toRun, flags, { after });
}

type Around = { before?: () => void; after?: number };

/** Runs a meeting at this terminal. Resolves with the exit code. */
export async function runInTerminal(
  io: Io,
  { session, ...toRun }: ToRun,
  flags: ShowFlags & EndFlags,
  { before, after = 0 }: Around = {},
): Promise<number> {
  const { terminal, transcript } = session;
  const style = chooseTextStyle(io);
  let code: number = EXIT.undecided;
  await runMeeting({ ...session, ...toRun }, (meeting) => {
    before?.();
    const view = createSeatView(flags.as ?? CHAIR.id);
    const printer = createPrinter(terminal.io, style, flags, {
      after,
      own: meeting.protocol,
      view,
    });
    terminal.prepareForPrompt = printer.clear;
    let hasBegun = false;
    return {
      live: printer.live,
      event(event: MeetingEvent) {
        if (!hasBegun) offerSeats(terminal.io, session.place(), meeting.journal.events);
        hasBegun = true;
        printer.event(event);
      },
      end(ended) {
        printer.end(transcript.journal);
        code = printEnd(io, session, ended, flags);
      },
    };
  });
  return code;
}

/** Prints what can be done now, and returns the exit code. */
export function printEnd(
  io: Io,
  { transcript: { folder }, signal }: ToRun["session"],
  { meeting: { state }, result, files }: Ended,
  { next }: EndFlags = {},
): number {
  if (folder === null) return EXIT.undecided;
  print(io.stderr, formatEnd({ result, files, next, folder, state }));
  return chooseExitCode(result, signal);
}

type Closed = Recorded & { last: MeetingEvent<"meeting.closed"> };

async function showClosed(
  io: Io,
  folder: string,
  { last, ...recorded }: Closed,
  flags: ResumeFlags,
): Promise<number> {
  if (LIMIT_FLAGS.some((flag) => flags[flag] !== undefined))
    throw createUsageError(
      `${folder} is finished: ${last.reason}, and the members voted`,
      "Its limits cannot be raised. Run it again with a higher limit.",
    );
  print(io.stderr, [`This meeting is finished: ${last.reason}.`]);
  const own = await loadRecordedProtocol(io, recorded.events, flags.protocol);
  await tidyUp(resolve(io.cwd, folder), recorded, own);
  const style = chooseTextStyle(io);
  if (!flags.json) createPrinter(io, style, { quiet: true }, { own }).end(recorded);
  const { seed } = foldTranscript(recorded.events);
  print(io.stderr, [
    "What you can do:",
    `  ${formatCommand(["fork", folder, "--at", "0", "--seed", chooseNextSeed(seed)])}`,
  ]);
  return exitCodeOfOutcome(last.outcome);
}

/** A stop in the last moment may leave files unwritten, and the claim of a dead writer. */
async function tidyUp(
  path: string,
  recorded: Recorded,
  protocol: Protocol | undefined,
): Promise<void> {
  const isWritten = await isUpToDate(path, recorded.head);
  if (isWritten && !(await readdir(path)).some((name) => name.startsWith("writer-"))) return;
  const lock = lockTranscript(path);
  try {
    if (isWritten || protocol === undefined) return;
    writeOutputs(path, recorded, protocol);
  } finally {
    lock.release();
  }
}

export type ShowFlags = {
  quiet?: boolean | undefined;
  json?: boolean | undefined;
  explain?: boolean | undefined;
  /** Who reads it. */
  as?: string | undefined;
};

/** Prints a meeting, live or recorded: the same events give the same text. */
type MeetingPrinter = {
  event(event: MeetingEvent): void;
  live(signal: LiveSignal): void;
  clear(): void;
  end(recorded: Recorded): void;
};

type Printed = {
  /** As many events were printed before. */
  after?: number;
  /** The protocol of the meeting, if its code is at hand. */
  own?: Protocol | undefined;
  /** What its reader may see of an open meeting; default all. */
  view?: Pick<SeatView, "events" | "next" | "call">;
};

/** Follows all events, but prints only those that were not printed before. */
export function createPrinter(
  io: Io,
  style: TextOptions,
  flags: ShowFlags,
  { after = 0, own, view = WHOLE_VIEW }: Printed = {},
): MeetingPrinter {
  let isNew = after === 0;
  const stdout = { write: (text: string) => (isNew ? io.stdout.write(text) : true) };
  const printer = choosePrinter({ ...io, stdout }, style, flags, { own, view });
  return {
    event(event) {
      isNew ||= event.seq > after;
      for (const shown of view.next(event)) printer.event(shown);
      isNew ||= event.seq === after;
    },
    live(signal) {
      if (isNew) printer.live(signal);
    },
    clear: printer.clear,
    end(all) {
      isNew = true;
      printer.end({ events: view.events(all.events), head: all.head });
    },
  };
}

const WHOLE_VIEW: Pick<SeatView, "events" | "next" | "call"> = {
  events: (events) => events,
  next: (event) => [event],
  call: (live) => live,
};

type PrintedView = { own: Protocol | undefined; view: Pick<SeatView, "call"> };

function choosePrinter(
  io: Io,
  style: TextOptions,
  flags: ShowFlags,
  { own, view: seen }: PrintedView,
): MeetingPrinter {
  if (flags.json) return createJsonPrinter(io);
  const drawTable = (recorded: Recorded) =>
    draw(io.stdout, [textTable(buildTable(recorded, own), style)]);
  if (flags.quiet) return { event: () => {}, live: () => {}, clear: () => {}, end: drawTable };
  const findProcedure = (recorded: string) => findDescription(recorded, own);
  const view = createPlainView({
    ...style,
    explain: flags.explain ?? false,
    findProcedure,
  });
  const canTakeBack = isRichTerminal(io) && (io.columns ?? 0) >= style.width;
  const region = canTakeBack ? createLiveRegion(io.stdout, (io.rows ?? 24) - 2) : noRegion;
  const calls = createCalls(() => 0);
  const redraw = () => region.show([...calls.now.values()].map(seen.call).flatMap(formatArriving));

  function formatArriving(call: LiveCall): readonly string[] {
    if (call.phase !== "speaking" || call.isPrivate)
      return [style.palette.dim(describeCall(call).slice(0, style.width))];
    return call.text === "" ? [] : view.partial(call.speaker, call.text);
  }

  return {
    event(event) {
      calls.end(event);
      region.clear();
      draw(event.type === "budget.warned" ? io.stderr : io.stdout, view.next(event));
      if (calls.now.size > 0) redraw();
    },
    live(signal) {
      calls.hear(signal);
      const call = calls.now.get(signal.path);
      if (call?.phase === "waiting" && !canTakeBack)
        print(io.stderr, [describeCall(seen.call(call))]);
      redraw();
    },
    clear: region.clear,
    end(recorded) {
      region.clear();
      draw(io.stdout, [...view.end(), ""]);
      drawTable(recorded);
    },
  };
}

function createJsonPrinter({ stdout }: Io): MeetingPrinter {
  return {
    event: (event) => printJson(stdout, event),
    live: () => {},
    clear: () => {},
    end: () => {},
  };
}

/** What local servers say until their model is ready. */
const LOADING = /loading model|model is (?:currently |still )?loading/i;

function describeCall({ phase, speaker, why, until, heardAt, out }: LiveCall): string {
  const name = sanitizeLine(speaker);
  const because = sanitizeLine(why);
  if (phase === "thinking" || phase === "speaking") return `${name} is thinking`;
  if (phase === "discarded") return `${name} is asked again: ${because}`;
  const next = `${name} is asked again in ${((until - heardAt) / 1000).toFixed(1)} s`;
  if (!out) return `${next}: ${because}`;
  const so = `for ${Math.round(out.ms / 1000)} s, waited for up to ${Math.round(out.ofMs / 1000)} s`;
  const state = LOADING.test(because) ? "is loading its model" : "does not answer";
  return `${sanitizeLine(out.provider)} ${state} (${so}); ${next}: ${because}`;
}

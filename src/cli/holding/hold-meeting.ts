import type { Meeting, MeetingResult } from "../../meeting/engine/open-meeting.ts";
import { STANDARD_TO } from "../../meeting/money/leave.ts";
import type { Words } from "../../telling/en.ts";
import type { Outcome } from "../../transcript/events.ts";
import type { MeetingState } from "../../transcript/state.ts";
import { writeOutputs } from "../records/outputs.ts";
import type { ShownAs } from "../settings/language.ts";
import { acceptedBy } from "../settings/protocols.ts";
import { EXIT, exitCodeOfOutcome, exitCodeOfSignal } from "../terminal/exit-codes.ts";
import { type Io, print } from "../terminal/io.ts";
import { styleOf } from "../terminal/style.ts";
import type { MeetingSession } from "./open-session.ts";
import { createPrinter, type MeetingPrinter, type ShowFlags } from "./show-meeting.ts";

/** How a meeting is printed. */
type Printed = {
  readonly settings: ShownAs;
  readonly flags: ShowFlags;
  /** Events that were printed when they were recorded. */
  readonly after?: number;
};

/** Runs a meeting, prints it as it goes, writes what stands beside the log, and resolves with the exit code. */
export async function holdMeeting(
  io: Io,
  session: MeetingSession,
  open: (ports: MeetingSession["ports"]) => Meeting,
  { settings, flags, after }: Printed,
): Promise<number> {
  const { terminal, transcript } = session;
  try {
    const meeting = open(session.ports);
    const style = styleOf(io, settings);
    const printer = createPrinter(terminal.io, style, flags, after);
    terminal.beforePrompt = printer.clear;
    meeting.onLive(printer.live);
    const [result] = await Promise.all([meeting.run(), printAll(meeting, printer)]);
    printer.end(transcript.journal);
    return await conclude(io, session, meeting, { result, words: style.words });
  } finally {
    session.close();
  }
}

async function printAll(meeting: Meeting, printer: MeetingPrinter): Promise<void> {
  for await (const event of meeting.events()) printer.event(event);
}

/** Writes what stands beside the log of a closed meeting, says what can be done now, and resolves with the exit code. */
export async function conclude(
  io: Io,
  { place, transcript: { journal, folder }, signal }: MeetingSession,
  meeting: Meeting,
  { result, words }: { readonly result: MeetingResult; readonly words: Words },
): Promise<number> {
  const path = place();
  if (path === null || folder === null) return EXIT.undecided;
  const files = result.status === "closed" ? await writeOutputs(path, journal, words, meeting.protocol) : [];
  print(io.stderr, [
    ...whatNow(result, meeting.state, folder, files),
    ...whoIsAwaited(result, meeting.state, folder),
  ]);
  return exitCodeOf(result, signal);
}

/** What a person should know after a run; `files` were written into the folder. */
function whatNow(
  result: MeetingResult,
  { protocol }: Pick<MeetingState, "protocol">,
  folder: string,
  files: readonly string[],
): readonly string[] {
  if (result.status === "closed") {
    return [`Transcript: ${folder}`, ...worthOpening(folder, files), ...howToAccept(result.outcome, protocol)];
  }
  return [
    `The meeting is ${STANDING[result.status]}: ${result.reason.replace(/^stopped /, "")}`,
    `Transcript: ${folder}`,
    ...(result.status === "waiting" ? [] : [`Go on: boardroom resume ${folder}`]),
  ];
}

/** A meeting that has closed is not accepted afterwards: the person is asked in it. */
function howToAccept({ status, option }: Outcome, protocol: string): readonly string[] {
  if (status !== "unaccepted") return [];
  const flag = acceptedBy(protocol);
  return [
    `Nobody has accepted ${option}.${flag === null ? "" : ` To have a person asked: hold it again with ${flag}`}`,
  ];
}

/** A line for each file; of a folder with several, how many it holds. */
function worthOpening(folder: string, files: readonly string[]): readonly string[] {
  const inner = files.filter((name) => name.includes("/")).map((name) => name.slice(0, name.indexOf("/") + 1));
  const held = [...new Set(inner)].map((name) => [name, inner.filter((each) => each === name).length] as const);
  return [
    ...files.filter((name) => !name.includes("/")).map((name) => `  ${folder}/${name}`),
    ...held.map(([name, count]) => `  ${folder}/${name} (${count === 1 ? "1 file" : `${count} files`})`),
  ];
}

/** Whose answer the meeting waits for, and how it is given; where it is nobody's, it waits for leave to spend more. */
function whoIsAwaited(
  result: MeetingResult,
  { awaited }: Pick<MeetingState, "awaited">,
  folder: string,
): readonly string[] {
  if (result.status !== "waiting") return [];
  if (awaited.length === 0) {
    const reason = (result.upTo ?? 0) > STANDARD_TO ? " --because TEXT" : "";
    return [`  boardroom resume ${folder} --approve${reason}`];
  }
  return awaited.map(({ person }) => `  boardroom answer ${folder} --as ${JSON.stringify(person)}`);
}

const STANDING = {
  adjourned: "adjourned",
  suspended: "suspended",
  waiting: "waiting for a person",
  aborted: "stopped",
} as const;

/** The process exit code that a run ends with. */
function exitCodeOf(result: MeetingResult, signal: AbortSignal): number {
  switch (result.status) {
    case "closed":
      return exitCodeOfOutcome(result.outcome);
    case "suspended":
      return EXIT.suspended;
    case "waiting":
      return EXIT.waiting;
    case "adjourned":
      return EXIT.undecided;
    case "aborted":
      return exitCodeOfSignal(String(signal.reason));
    default:
      return result satisfies never;
  }
}

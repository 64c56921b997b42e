import { basename, join } from "node:path";
import { decidedNothing } from "../../engine/meeting/decision/decide.ts";
import type { Meeting, MeetingResult } from "../../engine/meeting/engine/open-meeting.ts";
import { STANDARD_TO } from "../../engine/meeting/money/approval.ts";
import type { MeetingEvent, Outcome } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { EXIT, exitCodeOfOutcome, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { commandLine, nextLine } from "../../home/process/next-command.ts";
import { styleOf } from "../../home/process/style.ts";
import { type CodesFlag, handOutSeats } from "../../home/seats/hand-out.ts";
import { acceptedBy } from "../../home/settings/protocols.ts";
import type { Settings } from "../../scenario/files/settings.ts";
import { keepClosed } from "./keep-notes.ts";
import type { MeetingSession } from "./open-session.ts";
import { createPrinter, type MeetingPrinter, type ShowFlags } from "./show-meeting.ts";

type Printed = {
  readonly settings: Pick<Settings, "color">;
  readonly flags: ShowFlags & CodesFlag & EndFlags;
  readonly after?: number;
};

export type EndFlags = { readonly next?: "record" | undefined };

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
    const handOut = () => handOutSeats(terminal.io, session.place(), meeting.journal.events, flags);
    const notices: Promise<void>[] = [];
    const shown = {
      event(event: MeetingEvent) {
        printer.event(event);
        if (event.type === "human.asked" && event.seq > (after ?? 0))
          notices.push(session.notify("waiting", `${event.person} is asked for an answer`));
      },
    };
    const [result] = await Promise.all([meeting.run(), printAll(meeting, shown, handOut)]);
    await Promise.all(notices);
    printer.end(transcript.journal);
    return await conclude(io, session, meeting, { result, next: flags.next });
  } finally {
    session.close();
  }
}

async function printAll(
  meeting: Meeting,
  printer: Pick<MeetingPrinter, "event">,
  onBegin: () => void,
): Promise<void> {
  let hasBegun = false;
  for await (const event of meeting.events()) {
    if (!hasBegun) onBegin();
    hasBegun = true;
    printer.event(event);
  }
}

/** Writes the files of a closed meeting, prints the next commands, and resolves with the exit code. */
export async function conclude(
  io: Io,
  { place, transcript: { journal, folder }, signal, notify }: MeetingSession,
  meeting: Meeting,
  { result, next }: EndFlags & { readonly result: MeetingResult },
): Promise<number> {
  const path = place();
  if (path === null || folder === null) return EXIT.undecided;
  const files = result.status === "closed" ? await keepClosed(io, path, meeting, journal) : [];
  print(io.stderr, [
    ...whatNow(result, meeting.state, folder, files),
    ...whoIsAwaited(result, meeting.state, folder),
    ...(result.status === "closed" ? nextAfter(folder, meeting.state, next) : []),
  ]);
  if (result.status !== "waiting") await notify(NOTICES[result.status], saysOf(result));
  return exitCodeOf(result, signal);
}

const NOTICES = { closed: "closed", adjourned: "stopped", aborted: "stopped", suspended: "suspended" } as const;

function saysOf(result: MeetingResult): string {
  return result.status === "closed" ? `${result.outcome.status}: ${result.outcome.reason}` : result.reason;
}

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
    ...(result.status === "waiting" ? [] : [`Continue: boardroom resume ${folder}`]),
  ];
}

function nextAfter(
  folder: string,
  { scenario: { memory, name, documents }, outcome, seed }: Pick<MeetingState, "scenario" | "outcome" | "seed">,
  next: EndFlags["next"],
): readonly string[] {
  const isNothing = decidedNothing(outcome);
  if (memory !== undefined && !isNothing)
    return [
      "When you know the result, replace the dots and say whether the decision was right:",
      nextLine("outcome", folder, "turned out: ...", "--right", "yes"),
    ];
  if (next === "record" && isNothing && documents.length > 0)
    return [nextLine("check", name, "--write-script")];
  if (next === "record")
    return [
      `This is one run, under seed ${seed}: another seed draws other minds, and may end otherwise. To see: ${commandLine(["run", name, "--seed", `${seed}-2`])}`,
      nextLine("report", folder, "--format", "adr", "-o", join("decisions", `${basename(folder)}.md`)),
    ];
  return [nextLine("report", folder, "--open")];
}

/** Acceptance happens in the meeting, not after it has closed. */
function howToAccept({ status, option }: Outcome, protocol: string): readonly string[] {
  if (status !== "unaccepted") return [];
  const flag = acceptedBy(protocol);
  return [
    `No person has accepted ${option}.${flag === null ? "" : ` To have a person asked: hold it again with ${flag}`}`,
  ];
}

function worthOpening(folder: string, files: readonly string[]): readonly string[] {
  const inner = files.filter((name) => name.includes("/")).map((name) => name.slice(0, name.indexOf("/") + 1));
  const held = [...new Set(inner)].map((name) => [name, inner.filter((each) => each === name).length] as const);
  return [
    ...files.filter((name) => !name.includes("/")).map((name) => `  ${folder}/${name}`),
    ...held.map(([name, count]) => `  ${folder}/${name} (${count === 1 ? "1 file" : `${count} files`})`),
  ];
}

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
  return awaited.map(({ person }) => `  boardroom act ${folder} --as ${JSON.stringify(person)}`);
}

const STANDING = {
  adjourned: "adjourned",
  suspended: "suspended",
  waiting: "waiting for a person",
  aborted: "stopped",
} as const;

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

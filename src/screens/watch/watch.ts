/**
 * Opens the full-screen view of a live meeting or of a record, and connects it with the inbox of
 * acts and answers.
 */

import { resolve } from "node:path";
import type { Meeting, MeetingResult } from "../../engine/meeting/open-meeting.ts";
import { CHAIR } from "../../engine/people/process-agents.ts";
import { systemClocks } from "../../engine/protocol/clocks.ts";
import { describeAct } from "../../engine/transcript/people-events.ts";
import { words } from "../../engine/words/words.ts";
import { EXIT, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { writeAct, writeAnswer } from "../../home/seats/inbox.ts";
import { findDescription } from "../../home/settings/protocols.ts";
import type { ThemeName } from "../../home/settings/settings.ts";
import { sleep } from "../../models/contract/sleep.ts";
import {
  type NewMeetingFlags,
  prepareNewMeeting,
  prepareWithApproval,
} from "../../run/meetings.ts";
import { bringDocument } from "../../run/people.ts";
import { type Ended, run } from "../../run/run.ts";
import type { MeetingSession } from "../../run/session.ts";
import {
  createPacedModels,
  createPacing,
  getBreath,
  type PacedModels,
  type Pacing,
} from "../../showing/watching/pacing.ts";
import { type Replay, replaySource } from "../../showing/watching/replay.ts";
import { createLiveSource, type Snapshot } from "../../showing/watching/source.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { createPainting } from "../tui/painter.ts";
import { openScreen, type Screen } from "../tui/screen.ts";
import { openSession, type Session, type SessionSetup } from "../tui/session.ts";
import { tailTranscript } from "./tail-transcript.ts";

type WatchFlags = NewMeetingFlags & {
  paused?: boolean;
  from?: "start" | "end";
  as?: string;
  theme?: ThemeName;
};

type Terminal = {
  screen: Screen;
  suspend: () => void;
  close: () => void;
};

/** The terminal is given back too where the process stops or dies first. */
async function openTerminal(io: Io, asked: ThemeName | undefined): Promise<Terminal> {
  const screen = await openScreen(createPainting(io.env, asked));
  const onContinue = () => screen.resume();
  const onStop = () => stop(process.pid);
  const onExit = () => screen.close();

  function stop(target: number): void {
    screen.suspend();
    process.off("SIGTSTP", onStop);
    process.kill(target, "SIGTSTP");
    setTimeout(() => {
      process.on("SIGTSTP", onStop);
      screen.resume();
    }, STOPPING_MS);
  }

  process.on("SIGTSTP", onStop);
  process.on("SIGCONT", onContinue);
  process.on("exit", onExit);
  return {
    screen,
    close() {
      screen.close();
      process.off("SIGTSTP", onStop);
      process.off("SIGCONT", onContinue);
      process.off("exit", onExit);
    },
    // All in the foreground, such as the script that started it.
    suspend: () => stop(0),
  };
}

/** The signal arrives well within this time; what follows runs once the process is continued. */
const STOPPING_MS = 50;

function openView(
  io: Io,
  { screen, suspend }: Terminal,
  shown: Pick<SessionSetup, "source" | "start">,
): Session {
  return openSession({
    screen,
    suspend,
    ...shown,
    clock: systemClocks.clock,
    sleep,
    bring: (file) => bringDocument(io, file),
  });
}

const LEFT = "left";

/** Prints what the screen leaves on the terminal, and resolves with the exit code. */
export type PrintEnd = (session: MeetingSession, ended: Ended) => Promise<number>;

export async function watchLive(
  io: Io,
  nameOrPath: string | undefined,
  flags: WatchFlags,
  printEnd: PrintEnd,
): Promise<number> {
  const asked = await prepareWithApproval(io, nameOrPath, flags);
  if ("exit" in asked) return asked.exit;
  const view = { show: (_words: string) => {} };
  const { session, ...toRun } = prepareNewMeeting(io, asked, flags, {
    show: (words) => view.show(words),
  });
  const { signal } = session;
  const pacing = createPacing({ signal, paused: flags.paused, restBefore: getBreath });
  const models = createPacedModels(session.ports.createModel, pacing);
  const ports = { ...session.ports, createModel: models.create, hold: pacing.hold };
  let code: number = EXIT.undecided;
  await run({ ...session, ...toRun, ports }, (meeting) => {
    if (!models.arePaced()) pacing.hurry();
    return {
      during: (running) =>
        showUntilLeft(io, flags, { meeting, running, models, pacing, session, view }),
      async end(ended) {
        code = await printEnd(session, ended);
        if (ended.result.status === "aborted" && signal.reason === LEFT) code = EXIT.undecided;
      },
    };
  });
  return code;
}

type OnScreen = {
  meeting: Meeting;
  running: Promise<MeetingResult>;
  models: PacedModels;
  pacing: Pacing;
  session: MeetingSession;
  view: { show: (words: string) => void };
};

function listLostActs({ waitingActs, meeting }: Snapshot, person: string): readonly string[] {
  const getName = (seat: string) => meeting?.members.get(seat)?.seat.persona.name ?? seat;
  return waitingActs.map((does) =>
    sanitizeLine(`Not taken: ${words.event.tooLate(describeAct(person, does, { getName }))}`),
  );
}

async function showUntilLeft(io: Io, flags: WatchFlags, shown: OnScreen): Promise<void> {
  const { meeting, running, models, pacing, session, view } = shown;
  const { transcript, signal } = session;
  const { journal } = transcript;
  const person = flags.as ?? CHAIR.id;
  const terminal = await openTerminal(io, flags.theme);
  try {
    const { clock } = systemClocks;
    const source = createLiveSource({
      meeting,
      pacing,
      clock,
      person,
      findProcedure: () => meeting.protocol,
    });
    const isPaced = models.arePaced();
    const start = { mode: "live", isGrowing: false, canAct: true, isPaced, person } as const;
    const opened = openView(io, terminal, { source, start });
    view.show = (words) => opened.notify(words, true);
    signal.addEventListener("abort", () => {
      journal.sync();
      opened.stop();
    });
    running.catch(() => opened.stop());
    const how = await opened.left;
    session.stop(how === "interrupted" ? "SIGINT" : LEFT);
    journal.sync();
    terminal.close();
    const result = await running;
    await source.following;
    if (result.status === "closed") print(io.stderr, listLostActs(source.snapshot(), person));
  } finally {
    terminal.close();
  }
}

export async function watchRecord(io: Io, named: string, flags: WatchFlags): Promise<number> {
  const folder = resolve(io.cwd, named);
  const person = flags.as ?? CHAIR.id;
  const stop = new AbortController();
  const stopped = io.stopSignal();
  const signal = AbortSignal.any([stopped, stop.signal]);
  const pacing = createPacing({ signal, paused: flags.paused, restBefore: getBreath });
  const source = replaySource({
    pacing,
    signal,
    clock: systemClocks.clock,
    findProcedure: findDescription,
    person,
    writeAct: (does, document) => writeAct(folder, { person, does, document }),
    writeAnswer: (answer) => writeAnswer(folder, answer),
  });
  const terminal = await openTerminal(io, flags.theme);
  try {
    const start = {
      mode: "replay",
      isGrowing: false,
      canAct: false,
      isPaced: true,
      person,
    } as const;
    const view = openView(io, terminal, { source, start });
    signal.addEventListener("abort", () => view.stop());
    const reading = readInto(source, folder, { from: flags.from, signal });
    const failed = reading.then(
      () => null,
      (error: unknown) => {
        view.stop();
        return { error };
      },
    );
    void source.play();
    const how = await view.left;
    stop.abort();
    terminal.close();
    const failure = await failed;
    if (failure) throw failure.error;
    if (stopped.aborted) return exitCodeOfSignal(String(stopped.reason));
    return how === "interrupted" ? exitCodeOfSignal("SIGINT") : EXIT.decided;
  } finally {
    terminal.close();
  }
}

type HowToRead = { from: WatchFlags["from"]; signal: AbortSignal };

/** A meeting that has ended plays from its start; a running one is shown at its end. */
async function readInto(
  source: Replay,
  folder: string,
  { from, signal }: HowToRead,
): Promise<void> {
  let isWritten = false;
  await tailTranscript(
    folder,
    {
      events: (events) => source.read(events),
      growing(isGrowing) {
        isWritten = isGrowing;
        source.setGrowing(isGrowing);
      },
      caughtUp: () => source.begin(from ?? (isWritten ? "end" : "start")),
    },
    signal,
  );
}

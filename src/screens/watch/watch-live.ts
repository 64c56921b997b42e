import { systemClocks } from "../../engine/meeting/contract/clocks.ts";
import type { Meeting, MeetingResult } from "../../engine/meeting/engine/open-meeting.ts";
import { CHAIR } from "../../engine/meeting/people/process-agents.ts";
import { actInWords } from "../../engine/words/tell.ts";
import { words } from "../../engine/words/words.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { approved, newMeeting } from "../../run/meetings.ts";
import { type Ended, run } from "../../run/run.ts";
import type { MeetingSession } from "../../run/session.ts";
import { liveSource } from "../../showing/watching/live.ts";
import {
  breathBefore,
  createPacing,
  type PacedModels,
  type Pacing,
  pacedModels,
} from "../../showing/watching/pacing.ts";
import type { Snapshot } from "../../showing/watching/source.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { openTerminal } from "../tui/open-terminal.ts";
import { openView, type WatchFlags } from "./open-view.ts";

const LEFT = "left";

/** Prints what the screen leaves on the terminal, and resolves with the exit code. */
export type PrintEnd = (session: MeetingSession, ended: Ended) => Promise<number>;

export async function watchLive(
  io: Io,
  nameOrPath: string | undefined,
  flags: WatchFlags,
  printEnd: PrintEnd,
): Promise<number> {
  const asked = await approved(io, nameOrPath, flags);
  if ("exit" in asked) return asked.exit;
  const view = { tell: (_words: string) => {} };
  const { session, ...toRun } = newMeeting(io, asked, flags, { tell: (words) => view.tell(words) });
  const { signal } = session;
  const pacing = createPacing({ signal, pace: flags.pace, paused: flags.paused, restBefore: breathBefore });
  const models = pacedModels(session.ports.createModel, pacing);
  const ports = { ...session.ports, createModel: models.create, hold: pacing.hold };
  let code: number = EXIT.undecided;
  await run({ ...session, ...toRun, ports }, (meeting) => {
    if (!models.arePaced()) pacing.setPace(Number.POSITIVE_INFINITY);
    return {
      beside: (running) => showUntilLeft(io, flags, { meeting, running, models, pacing, session, view }),
      async end(ended) {
        code = await printEnd(session, ended);
        if (ended.result.status === "aborted" && signal.reason === LEFT) code = EXIT.undecided;
      },
    };
  });
  return code;
}

type OnScreen = {
  readonly meeting: Meeting;
  readonly running: Promise<MeetingResult>;
  readonly models: PacedModels;
  readonly pacing: Pacing;
  readonly session: MeetingSession;
  readonly view: { tell: (words: string) => void };
};

function lostActs({ waitingActs, meeting }: Snapshot, person: string): readonly string[] {
  const nameOf = (seat: string) => meeting?.members.get(seat)?.seat.persona.name ?? seat;
  return waitingActs.map((does) =>
    sanitiseLine(`Not taken: ${words.event.tooLate(actInWords(person, does, { nameOf }))}`),
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
    const source = liveSource({
      meeting,
      hold: pacing,
      clock,
      person,
      procedureOf: () => meeting.protocol,
    });
    const isPaced = models.arePaced();
    const start = { mode: "live", isGrowing: false, canAct: true, isPaced, person } as const;
    const opened = openView(io, terminal, { source, start });
    view.tell = (words) => opened.tell(words, true);
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
    if (result.status === "closed") print(io.stderr, lostActs(source.snapshot(), person));
  } finally {
    terminal.close();
  }
}

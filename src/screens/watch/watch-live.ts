import { systemClocks } from "../../engine/meeting/contract/clocks.ts";
import type { Meeting, MeetingResult } from "../../engine/meeting/engine/open-meeting.ts";
import { CHAIR } from "../../engine/meeting/people/process-agents.ts";
import { actInWords } from "../../engine/words/tell.ts";
import { words } from "../../engine/words/words.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { styleOf } from "../../home/process/style.ts";
import { conclude } from "../../run/holding/hold-meeting.ts";
import { allowed, newMeeting } from "../../run/holding/new-meeting.ts";
import type { MeetingSession } from "../../run/holding/open-session.ts";
import { createPrinter } from "../../run/holding/show-meeting.ts";
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

export async function watchLive(io: Io, nameOrPath: string | undefined, flags: WatchFlags): Promise<number> {
  const asked = await allowed(io, nameOrPath, flags);
  if ("exit" in asked) return asked.exit;
  const style = styleOf(io, asked.prepared.settings.values);
  const view = { tell: (_words: string) => {} };
  const { session, open } = newMeeting(io, asked, flags, { tell: (words) => view.tell(words) });
  const { signal, ports, transcript } = session;
  try {
    const pacing = createPacing({ signal, pace: flags.pace, paused: flags.paused, restBefore: breathBefore });
    const models = pacedModels(ports.createModel, pacing);
    const meeting = open({ ...ports, createModel: models.create, hold: pacing.hold });
    if (!models.arePaced()) pacing.setPace(Number.POSITIVE_INFINITY);
    const result = await showUntilLeft(io, flags, {
      meeting,
      models,
      pacing,
      session,
      view,
    });
    if (result.status === "closed") {
      createPrinter(io, style, { quiet: true }).end(transcript.journal);
    }
    const code = await conclude(io, session, meeting, { result });
    return result.status === "aborted" && signal.reason === LEFT ? EXIT.undecided : code;
  } finally {
    session.close();
  }
}

type OnScreen = {
  readonly meeting: Meeting;
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

async function showUntilLeft(io: Io, flags: WatchFlags, shown: OnScreen): Promise<MeetingResult> {
  const { meeting, models, pacing, session, view } = shown;
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
    const running = meeting.run();
    running.catch(() => opened.stop());
    const how = await opened.left;
    session.stop(how === "interrupted" ? "SIGINT" : LEFT);
    journal.sync();
    terminal.close();
    const result = await running;
    await source.following;
    if (result.status === "closed") print(io.stderr, lostActs(source.snapshot(), person));
    return result;
  } finally {
    terminal.close();
  }
}

import { resolve } from "node:path";
import { systemClocks } from "../../engine/meeting/contract/clocks.ts";
import { leaveAct, leaveAnswer } from "../../engine/meeting/people/file-inbox.ts";
import { CHAIR } from "../../engine/meeting/people/process-agents.ts";
import { EXIT, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import type { Io } from "../../home/process/io.ts";
import { breathBefore, createPacing } from "../../showing/watching/pacing.ts";
import { type Replay, replaySource } from "../../showing/watching/replay.ts";
import { openTerminal } from "../tui/open-terminal.ts";
import { openView, procedureOf, type WatchFlags } from "./open-view.ts";
import { tailTranscript } from "./tail-transcript.ts";

export async function watchRecord(io: Io, named: string, flags: WatchFlags): Promise<number> {
  const folder = resolve(io.cwd, named);
  const person = flags.as ?? CHAIR.id;
  const stop = new AbortController();
  const stopped = io.stopSignal();
  const signal = AbortSignal.any([stopped, stop.signal]);
  const hold = createPacing({ signal, pace: flags.pace, paused: flags.paused, restBefore: breathBefore });
  const source = replaySource({
    hold,
    signal,
    clock: systemClocks.clock,
    procedureOf,
    leaveAct: (does, document) => leaveAct(folder, { person, does, document }),
    leaveAnswer: (answer) => leaveAnswer(folder, answer),
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

type HowToRead = { readonly from: WatchFlags["from"]; readonly signal: AbortSignal };

/** A meeting that has ended plays from its start; a running one is shown at its end. */
async function readInto(source: Replay, folder: string, { from, signal }: HowToRead): Promise<void> {
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

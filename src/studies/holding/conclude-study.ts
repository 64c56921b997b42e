import { EXIT, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import type { StudyEnded } from "../running/run-study.ts";

export type HeldBefore = {
  readonly held: number;
  readonly failed: number;
  readonly left: number;
  readonly dollars: number;
};

export const NOTHING: StudyEnded = { held: 0, failed: 0, stopped: null, broken: null, waiting: [] };

export type StudyConcluded = {
  readonly shown: string;
  readonly before: HeldBefore;
  readonly ended: StudyEnded;
};

/** Gives the exit code. `again`: the flag that holds failed meetings again. */
export function conclude(io: Io, { shown, before, ended }: StudyConcluded, again = "--retry-failed"): number {
  const { stopped, broken, waiting } = ended;
  const signal = io.stopSignal();
  const failed = before.failed + ended.failed;
  print(io.stderr, [
    ...(stopped ? [`Known within ±${stopped.within} after seed ${stopped.seed}: ${stopped.rule}.`] : []),
    ...(broken !== null ? [`The study stopped: ${broken}. The same command continues.`] : []),
    ...(failed > 0
      ? [
          `${failed} ${failed === 1 ? "meeting" : "meetings"} failed; ${again} runs them again. The results give the reason.`,
        ]
      : []),
    ...waitingLines(waiting),
    `Results: ${shown}`,
  ]);
  if (signal.aborted && !stopped) return exitCodeOfSignal(String(signal.reason));
  if (broken !== null) return EXIT.suspended;
  if (waiting.length > 0) return EXIT.waiting;
  return failed > 0 ? EXIT.undecided : EXIT.decided;
}

const MOST_WAITING = 5;

function waitingLines(waiting: readonly string[]): readonly string[] {
  if (waiting.length === 0) return [];
  const more = waiting.length - MOST_WAITING;
  return [
    waiting.length === 1 ? "A meeting waits for a person:" : `${waiting.length} meetings wait for people:`,
    ...waiting.slice(0, MOST_WAITING).map((each) => `  ${each}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    "The same command takes in what has ended then.",
  ];
}

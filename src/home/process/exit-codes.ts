// The exit codes of the program, and which one an error, an outcome or a signal has.
// docs/reference/errors.md lists them; `boardroom test` adds 8.

import type { Outcome } from "../../engine/transcript/events.ts";
import type { ErrorCode } from "../../errors.ts";

export const EXIT = {
  decided: 0,
  fault: 1,
  usage: 2,
  undecided: 3,
  suspended: 4,
  damaged: 5,
  waiting: 6,
  unaccepted: 7,
} as const;

const BY_ERROR: Partial<Record<ErrorCode, number>> = {
  "approval-required": EXIT.waiting,
  "approval-refused": EXIT.waiting,
  "model-failed": EXIT.suspended,
  internal: EXIT.fault,
  "concurrent-effects": EXIT.fault,
  "study-damaged": EXIT.damaged,
  "transcript-damaged": EXIT.damaged,
  "transcript-mismatch": EXIT.damaged,
  "transcript-version": EXIT.damaged,
};

/** A caller's mistake is 2, a transcript that cannot be trusted 5, the rest our fault. */
export function exitCodeOfError(code: ErrorCode): number {
  return BY_ERROR[code] ?? EXIT.usage;
}

/** A request for more data decides nothing: 3. */
export function exitCodeOfOutcome({ status }: Outcome): number {
  if (status === "unaccepted") return EXIT.unaccepted;
  return status === "decided" ? EXIT.decided : EXIT.undecided;
}

/** 128 and the signal's number, as shells report it. SIGPIPE: the reader of a meeting went away. */
export function exitCodeOfSignal(name: string): number {
  return { SIGHUP: 129, SIGINT: 130, SIGPIPE: 141, SIGQUIT: 131, SIGTERM: 143 }[name] ?? EXIT.fault;
}

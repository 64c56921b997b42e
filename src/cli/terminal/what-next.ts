// Says what can be done after a meeting has stopped, and chooses the exit code.

import { basename, join } from "node:path";
import { decidedNothing } from "../../engine/meeting/decide.ts";
import type { MeetingResult } from "../../engine/meeting/open-meeting.ts";
import { STANDARD_TO } from "../../engine/money/approval.ts";
import type { Outcome } from "../../engine/transcript/events.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { formatOption } from "../../engine/words/figures.ts";
import { EXIT, exitCodeOfOutcome, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { formatNextStep } from "../../home/process/io.ts";
import { findAcceptor } from "../../home/settings/protocols.ts";
import { dropMissing } from "../../lists.ts";
import { formatCommand } from "../../text/command-line.ts";

export type EndFlags = { next?: "record" | undefined };

type AtEnd = EndFlags & {
  result: MeetingResult;
  files: readonly string[];
  folder: string;
  state: MeetingState;
};

/** What a meeting that has stopped leaves, and what can be done with it. */
export function formatEnd({ result, files, next, folder, state }: AtEnd): readonly string[] {
  return [
    ...listNextSteps(result, state, folder, files),
    ...listAnswerCommands(result, state, folder),
    ...(result.status === "closed" ? suggestNext(folder, state, next) : []),
  ];
}

function listNextSteps(
  result: MeetingResult,
  { protocol }: MeetingState,
  folder: string,
  files: readonly string[],
): readonly string[] {
  if (result.status === "closed") {
    return [
      `Transcript: ${folder}`,
      ...listFilesToOpen(folder, files),
      ...explainAcceptance(result.outcome, protocol),
    ];
  }
  return dropMissing([
    `The meeting is ${AFTER[result.status]}: ${result.reason.replace(/^stopped /, "")}`,
    `Transcript: ${folder}`,
    result.status !== "waiting" && `Continue: ${formatCommand(["resume", folder])}`,
  ]);
}

function suggestNext(
  folder: string,
  { scenario: { name }, outcome, seed }: MeetingState,
  next: EndFlags["next"],
): readonly string[] {
  const isNothing = decidedNothing(outcome);
  if (next === "record" && !isNothing)
    return [
      `This is one run with seed ${seed}. Another seed can end differently. To compare: ${formatCommand(["run", name, "--seed", chooseNextSeed(seed)])}`,
      formatNextStep(
        "report",
        folder,
        "--format",
        "adr",
        "-o",
        join("decisions", `${basename(folder)}.md`),
      ),
    ];
  return [formatNextStep("report", folder, "--open")];
}

/** A seed of the same kind: rankings and studies need numbers. */
export function chooseNextSeed(seed: string): string {
  return /^\d{1,15}$/.test(seed) ? String(Number(seed) + 1) : `${seed}-2`;
}

/** Acceptance happens in the meeting, not after it has closed. */
function explainAcceptance({ status, option }: Outcome, protocol: string): readonly string[] {
  if (status !== "unaccepted") return [];
  const flag = findAcceptor(protocol);
  return [
    `No person has accepted "${formatOption(option ?? "")}".${flag === null ? "" : ` To ask a person, run it again with ${flag}`}`,
  ];
}

function listFilesToOpen(folder: string, files: readonly string[]): readonly string[] {
  const inner = files
    .filter((name) => name.includes("/"))
    .map((name) => name.slice(0, name.indexOf("/") + 1));
  const counts = [...new Set(inner)].map(
    (name) => [name, inner.filter((each) => each === name).length] as const,
  );
  return [
    ...files.filter((name) => !name.includes("/")).map((name) => `  ${folder}/${name}`),
    ...counts.map(
      ([name, count]) => `  ${folder}/${name} (${count === 1 ? "1 file" : `${count} files`})`,
    ),
  ];
}

function listAnswerCommands(
  result: MeetingResult,
  { awaited }: MeetingState,
  folder: string,
): readonly string[] {
  if (result.status !== "waiting") return [];
  if (awaited.length === 0) {
    const reason = (result.upTo ?? 0) > STANDARD_TO ? ["--because", "TEXT"] : [];
    return [`  ${formatCommand(["resume", folder, "--approve", ...reason])}`];
  }
  return awaited.map(({ person }) => `  ${formatCommand(["act", folder, "--as", person])}`);
}

const AFTER = {
  adjourned: "adjourned",
  suspended: "suspended",
  waiting: "waiting for a person",
  aborted: "stopped",
} as const;

export function chooseExitCode(result: MeetingResult, signal: AbortSignal): number {
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

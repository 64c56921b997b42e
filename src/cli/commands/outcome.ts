// `boardroom outcome`: records what happened after a decision, and prints it.

import { resolve } from "node:path";
import { decidedNothing } from "../../engine/meeting/decide.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { nameOutcome } from "../../engine/words/figures.ts";
import { writeWhole } from "../../files.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print, printJson } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { type KnownOutcome, OUTCOME_FILE, readOutcome } from "../../home/records/known-outcome.ts";
import { readRecord } from "../../showing/records.ts";
import { formatBadge } from "../../showing/words.ts";
import { formatCommand } from "../../text/command-line.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { printCalibration } from "../terminal/calibration.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";

const HELP = `
Writes outcome.json next to the transcript, readable only by you. A later outcome replaces it. --right needs a meeting that
decided. Without text, the recorded outcome is printed.

Without arguments, the command shows how often each persona was right, over all meetings in your transcripts folder whose
outcome says --right. BRIER is the mean squared distance of the stated confidence from what proved right: 0 is best, and
always saying 0.5 gives 0.25.

Examples:
  boardroom outcome transcripts/hiring-34 "She left within a year." --right no
  boardroom outcome transcripts/hiring-34
  boardroom outcome`;

const FLAGS = {
  right: ["--right <answer>", "Was the decision right?", ["yes", "no"]],
  json: ["--json", "Print as JSON"],
} as const;

type OutcomeFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [
    ["[transcript]", "Folder, name or id of a closed meeting"],
    ["[words...]", "What happened, such as 'she left within a year'"],
  ],
  flags: FLAGS,
  excludes: { json: ["right"] },
  help: HELP,
  async run(io, [folder, words], { right, json }) {
    if (folder === undefined) {
      if (right !== undefined)
        throw createUsageError(
          "--right needs a transcript",
          "Name the meeting whose outcome it is.",
        );
      await printCalibration(io, json === true);
      return EXIT.decided;
    }
    if (words.length > 1)
      throw createUsageError(
        `the outcome is one text, found ${words.length}`,
        `Put it in quotation marks: ${formatCommand(["outcome", folder, "<text>"])}`,
      );
    await showOrRecord(io, await findTranscript(io, folder), words[0], { right, json });
    return EXIT.decided;
  },
});

async function showOrRecord(
  io: Io,
  folder: string,
  words: string | undefined,
  { right, json }: OutcomeFlags,
): Promise<void> {
  const { events, head } = await readRecord(resolve(io.cwd, folder));
  const state = foldTranscript(events);
  const before = await readOutcome(io, folder);
  if (words === undefined && right === undefined) {
    const known = before?.head === head ? before : null;
    if (json)
      printJson(
        io.stdout,
        {
          decided: nameOutcome(state.outcome, state.scenario),
          answered: describeAnswerers(state),
          outcome: known,
        },
        2,
      );
    else print(io.stdout, formatOutcome(state, known));
    return;
  }
  if (json)
    throw createUsageError(
      "--json prints what is recorded",
      "Remove it, or remove the outcome that is to be recorded.",
    );
  if (events.at(-1)?.type !== "meeting.closed")
    throw createUsageError(
      "the meeting is not closed, so it has no outcome yet",
      `Continue it: ${formatCommand(["resume", folder])}`,
      folder,
    );
  const turnedOut =
    words === undefined
      ? (before?.turnedOut ?? "")
      : words.replace(/^\s*turned out:\s*/i, "").trim();
  if (/^[.…\s]*$/.test(turnedOut))
    throw createUsageError(
      "missing argument: what happened",
      `Add it: ${formatCommand(["outcome", folder, "<text>"])}`,
    );
  const isNothing = decidedNothing(state.outcome);
  if (isNothing && right !== undefined)
    throw createUsageError(
      `the outcome is "${nameOutcome(state.outcome, state.scenario)}", so no decision was right or wrong`,
      "Remove --right. You can record what happened without it.",
      folder,
    );
  const known: KnownOutcome = {
    head,
    turnedOut,
    right: isNothing ? null : readRight(right, before),
  };
  writeWhole(resolve(io.cwd, folder, OUTCOME_FILE), `${JSON.stringify(known, null, 2)}\n`, {
    isReplaced: true,
  });
  print(io.stdout, formatOutcome(state, known));
}

function formatOutcome(state: MeetingState, known: KnownOutcome | null): readonly string[] {
  const decided = [
    `Outcome: ${nameOutcome(state.outcome, state.scenario)}`,
    describeAnswerers(state),
  ];
  if (known === null) return [...decided, "No outcome is recorded."];
  const turnedOut = `Turned out: ${sanitizeLine(known.turnedOut)}`;
  if (known.right === null || decidedNothing(state.outcome)) return [...decided, turnedOut];
  return [...decided, `${turnedOut} (the decision was ${known.right ? "right" : "wrong"})`];
}

function readRight(right: OutcomeFlags["right"], before: KnownOutcome | null): boolean | null {
  return right === undefined ? (before?.right ?? null) : right === "yes";
}

function describeAnswerers({ simulated, scenario }: MeetingState): string {
  return formatBadge({ simulated, members: scenario.members });
}

// `boardroom watch`: shows a meeting in full screen, live or recorded. Without a terminal it prints
// it.

import { resolve } from "node:path";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { chooseTextStyle, createUsageError, type Io, print } from "../../home/process/io.ts";
import { findTranscript, lookUp } from "../../home/records/find-transcripts.ts";
import { readSettings, THEME_NAMES } from "../../home/settings/settings.ts";
import { type PrintEnd, watchLive, watchRecord } from "../../screens/watch/watch.ts";
import { defineCommand, type FlagsOf, refuseOthers } from "../terminal/command.ts";
import { APPROVAL_FLAGS, SCENARIO_FLAGS, selectFlags } from "../terminal/flags.ts";
import { createPrinter, printEnd, run } from "../terminal/run-in-terminal.ts";
import { showDebate } from "./show.ts";

const HELP = `
Press ? in the view for its keys. A finished transcript plays from its start. A running or long transcript
plays from its end. Without a terminal, the output is that of \`boardroom run\` or \`boardroom show\`.

Examples:
  boardroom watch hiring
  boardroom watch hiring --seed 34 --paused
  boardroom watch hiring --model anthropic:claude-sonnet-5-5 --as "Dr. Ngo"
  boardroom watch transcripts/hiring-34 --from end`;

const VIEW_FLAGS = {
  paused: ["--paused", "Start paused"],
  from: ["--from <place>", "Place at which a replay begins", ["start", "end"]],
  theme: ["--theme <theme>", "Colors", THEME_NAMES],
} as const;
const FLAGS = {
  ...VIEW_FLAGS,
  ...selectFlags(...SCENARIO_FLAGS, ...APPROVAL_FLAGS, ...(["output", "as"] as const)),
} as const;

export const command = defineCommand({
  arguments: [["[meeting]", "Scenario to run, or transcript to play"]],
  flags: FLAGS,
  help: HELP,
  run: (io, [meeting], flags) => watchMeeting(io, meeting, flags),
});

async function watchMeeting(
  io: Io,
  meeting: string | undefined,
  flags: FlagsOf<typeof FLAGS>,
): Promise<number> {
  const isTranscript = meeting !== undefined && (await lookUp(io, meeting)) !== null;
  const { from, ...ofScenario } = FLAGS;
  const why = `cannot be used with a ${isTranscript ? "transcript" : "scenario"}`;
  refuseOthers(
    FLAGS,
    flags,
    isTranscript ? { ...VIEW_FLAGS, ...selectFlags("as") } : ofScenario,
    why,
    "Remove it.",
  );
  const folder = isTranscript ? await findTranscript(io, meeting) : null;
  if (folder !== null && flags.as !== undefined)
    refuseFinished(readTranscript(resolve(io.cwd, folder)).events);
  const plain = explainPlain(io);
  if (plain !== null) {
    print(io.stderr, [`boardroom: ${plain}, so the meeting is printed instead of shown`]);
    return folder === null ? run(io, meeting, flags) : showDebate(io, folder, {}, flags.as);
  }
  const shown = { ...flags, theme: flags.theme ?? (await readSettings(io)).theme };
  return folder === null
    ? watchLive(io, meeting, shown, endOnTerminal(io))
    : watchRecord(io, folder, shown);
}

/** A person can act only until a meeting ends. */
function refuseFinished(events: readonly MeetingEvent[]): void {
  if (events.at(-1)?.type === "meeting.closed")
    throw createUsageError("--as cannot be used with a finished meeting", "Remove it.");
}

function endOnTerminal(io: Io): PrintEnd {
  return async (session, ended) => {
    const style = chooseTextStyle(io);
    if (ended.result.status === "closed")
      createPrinter(io, style, { quiet: true }, { own: ended.meeting.protocol }).end(
        session.transcript.journal,
      );
    return printEnd(io, session, ended);
  };
}

function explainPlain({ isTTY, hasKeyboard, env }: Io): string | null {
  if (!isTTY) return "the output is not a terminal";
  if (env.TERM === "dumb" || !env.TERM) return "the terminal cannot draw";
  return hasKeyboard === false ? "the input is not a terminal" : null;
}

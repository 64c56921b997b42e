import { join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { decidedNothing } from "../../../engine/meeting/decision/decide.ts";
import { foldTranscript } from "../../../engine/transcript/folding/fold.ts";
import type { MeetingState } from "../../../engine/transcript/state.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { nextLine } from "../../../home/process/next-command.ts";
import { usage } from "../../../home/process/usage.ts";
import { writeWhole } from "../../../home/process/write-file.ts";
import { keepNote, notesOfBoard } from "../../../home/records/memory-store.ts";
import { OUTCOME_FILE, readOutcome } from "../../../home/records/outcome-file.ts";
import { findScenario } from "../../../scenario/loading/load.ts";
import type { KnownOutcome } from "../../../showing/memory/known-outcome.ts";
import { withOutcome } from "../../../showing/memory/note.ts";
import { readRecord } from "../../../showing/read-record.ts";
import { outcomeInWords } from "../../../showing/words.ts";
import { sanitiseLine } from "../../../text/sanitise.ts";

type OutcomeFlags = { readonly right?: "yes" | "no" };

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcript>", "folder of a closed meeting")
    .argument("[words]", "what it turned out to be, such as 'turned out: she left within a year'")
    .addOption(new Option("--right <answer>", "was the decision right?").choices(["yes", "no"]))
    .addHelpText("after", HELP)
    .action(async (folder: string, words: string | undefined, { right }: OutcomeFlags) => {
      const { events, head } = await readRecord(resolve(io.cwd, folder));
      const state = foldTranscript(events);
      const before = await readOutcome(io, folder);
      if (words === undefined && right === undefined) {
        print(io.stdout, told(state, before?.head === head ? before : null));
        return finish(EXIT.decided);
      }
      if (events.at(-1)?.type !== "meeting.closed")
        throw usage(
          "the meeting is not closed, so nothing came of it yet",
          `Continue it: boardroom resume ${folder}`,
          folder,
        );
      const turnedOut =
        words === undefined ? (before?.turnedOut ?? "") : words.replace(/^\s*turned out:\s*/i, "").trim();
      if (/^[.…\s]*$/.test(turnedOut))
        throw usage(
          "what did it turn out to be?",
          `Say it in words: boardroom outcome ${folder} "turned out: ..."`,
        );
      const isNothing = decidedNothing(state.outcome);
      if (isNothing && right !== undefined)
        throw usage(
          `the meeting decided nothing (${outcomeInWords(state.outcome)}), so no decision was right or wrong`,
          "Leave --right out: what it turned out to be is recorded without it.",
          folder,
        );
      const known: KnownOutcome = {
        head,
        turnedOut,
        right: isNothing ? null : right === undefined ? (before?.right ?? null) : right === "yes",
      };
      await writeWhole(io, join(folder, OUTCOME_FILE), `${JSON.stringify(known, null, 2)}\n`, { force: true });
      const remembered = await remember(io, state, known);
      print(io.stdout, [
        ...told(state, known),
        ...(remembered === 0
          ? []
          : [
              `${remembered} ${remembered === 1 ? "note tells" : "notes tell"} it from now on.`,
              ...(await nextMeeting(io, state.scenario.name)),
            ]),
      ]);
      finish(EXIT.decided);
    });
}

async function nextMeeting(io: Io, name: string): Promise<readonly string[]> {
  const isFound = await findScenario(name, io).then(
    () => true,
    () => false,
  );
  return isFound ? [nextLine("run", name)] : [];
}

const HELP = `
Written to outcome.json next to the log, readable only by you. A later outcome replaces it. Without a decision --right is
refused. Members of a board with memory: board see it in their notes. Without text it prints the recorded outcome.

Examples:
  boardroom outcome transcripts/hiring-7 "turned out: she left within a year" --right no
  boardroom outcome transcripts/hiring-7
  boardroom memory calibration`;

function told(state: MeetingState, known: KnownOutcome | null): readonly string[] {
  const decided = `Decided: ${outcomeInWords(state.outcome)}`;
  if (known === null) return [decided, "No outcome is recorded."];
  const right =
    known.right === null || decidedNothing(state.outcome)
      ? ""
      : known.right
        ? " (the decision was right)"
        : " (the decision was wrong)";
  return [decided, `Turned out: ${sanitiseLine(known.turnedOut)}${right}`];
}

/** The notes of this meeting tell from now on what became of it. */
async function remember(io: Io, state: MeetingState, known: KnownOutcome): Promise<number> {
  const { memory } = state.scenario;
  if (memory === undefined) return 0;
  const own = (await notesOfBoard(io, memory)).filter(({ note }) => note.head === known.head);
  for (const { note } of own) await keepNote(io, withOutcome(note, state, known));
  return own.length;
}

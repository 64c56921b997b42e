import { join, resolve } from "node:path";
import { decidedNothing } from "../../engine/meeting/decision/decide.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { outcomeInWords } from "../../engine/words/figures.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, nextLine, print, printJson, usage } from "../../home/process/io.ts";
import { writeWhole } from "../../home/process/write-file.ts";
import { findTranscript, findTranscripts } from "../../home/records/find-transcripts.ts";
import { keepNote, notesOfBoard, OUTCOME_FILE, readOutcome } from "../../home/records/memory-store.ts";
import { findScenario } from "../../scenario/loading/load.ts";
import { readRecord } from "../../showing/files/records.ts";
import { type KnownOutcome, withOutcome } from "../../showing/memory/notes.ts";
import { badgeOf } from "../../showing/words.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import { commandOf, type FlagsOf } from "../terminal/command.ts";
import { RATE_FLAGS, rate, YES_NO } from "./rate.ts";

const HELP = `
Writes outcome.json next to the transcript, readable only by you. A later outcome replaces it. --right needs a meeting that
decided. Members of a board with memory: board see the outcome in their notes. Without text, the recorded outcome is printed.

--agree and --minority-useful rate a meeting, in ratings.jsonl next to the transcript. A later answer replaces an earlier
one. --ratings adds up the ratings of all named transcripts.

Examples:
  boardroom outcome transcripts/hiring-34 "turned out: she left within a year" --right no
  boardroom outcome transcripts/hiring-34
  boardroom memory calibration
  boardroom outcome transcripts/niche-decision-7 --agree yes --minority-useful no
  boardroom outcome 'transcripts/niche-decision-*' --ratings`;

const FLAGS = {
  right: ["--right <answer>", "Was the decision right?", YES_NO],
  ...RATE_FLAGS,
  ratings: ["--ratings", "Sum the ratings of one or several transcripts"],
  json: ["--json", "Print as JSON"],
} as const;

type OutcomeFlags = FlagsOf<typeof FLAGS>;

export const command = commandOf({
  arguments: [
    ["<transcript>", "Folder, name or id of a closed meeting"],
    ["[words...]", "What happened, such as 'turned out: she left within a year'"],
  ],
  flags: FLAGS,
  help: HELP,
  async run(io, [folder, words], flags) {
    const { right, ratings, agree, minorityUseful, json } = flags;
    const isRating = agree !== undefined || minorityUseful !== undefined;
    if (right !== undefined && (ratings || isRating))
      throw usage(
        "--right cannot be used with a rating",
        "Record the outcome and the rating one after the other.",
      );
    if (ratings || isRating) await rate(io, await findTranscripts(io, [folder, ...words]), flags);
    else if (words.length > 1)
      throw usage(
        `the outcome is one text, found ${words.length}`,
        `Put it in quotation marks: boardroom outcome ${folder} "turned out: ..."`,
      );
    else await outcome(io, await findTranscript(io, folder), words[0], { right, json });
    return EXIT.decided;
  },
});

async function outcome(
  io: Io,
  folder: string,
  words: string | undefined,
  { right, json }: Pick<OutcomeFlags, "right" | "json">,
): Promise<void> {
  const { events, head } = await readRecord(resolve(io.cwd, folder));
  const state = foldTranscript(events);
  const before = await readOutcome(io, folder);
  if (words === undefined && right === undefined) {
    const known = before?.head === head ? before : null;
    if (json)
      printJson(
        io.stdout,
        { decided: outcomeInWords(state.outcome), answered: answeredIn(state), outcome: known },
        2,
      );
    else print(io.stdout, outcomeLines(state, known));
    return;
  }
  if (json)
    throw usage("--json prints what is recorded", "Remove it, or remove the outcome that is to be recorded.");
  if (events.at(-1)?.type !== "meeting.closed")
    throw usage(
      "the meeting is not closed, so it has no outcome yet",
      `Continue it: boardroom resume ${folder}`,
      folder,
    );
  const turnedOut =
    words === undefined ? (before?.turnedOut ?? "") : words.replace(/^\s*turned out:\s*/i, "").trim();
  if (/^[.…\s]*$/.test(turnedOut))
    throw usage("missing argument: what happened", `Add it: boardroom outcome ${folder} "turned out: ..."`);
  const isNothing = decidedNothing(state.outcome);
  if (isNothing && right !== undefined)
    throw usage(
      `the meeting decided nothing (${outcomeInWords(state.outcome)}), so no decision was right or wrong`,
      "Remove --right. You can record what happened without it.",
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
    ...outcomeLines(state, known),
    ...(remembered === 0
      ? []
      : [
          `${remembered} ${remembered === 1 ? "note tells" : "notes tell"} it from now on.`,
          ...(await nextMeeting(io, state.scenario.name)),
        ]),
  ]);
}

async function nextMeeting(io: Io, name: string): Promise<readonly string[]> {
  const isFound = await findScenario(name, io).then(
    () => true,
    () => false,
  );
  return isFound ? [nextLine("run", name)] : [];
}

function outcomeLines(state: MeetingState, known: KnownOutcome | null): readonly string[] {
  const decided = [`Decided: ${outcomeInWords(state.outcome)}`, answeredIn(state)];
  if (known === null) return [...decided, "No outcome is recorded."];
  const right =
    known.right === null || decidedNothing(state.outcome)
      ? ""
      : known.right
        ? " (the decision was right)"
        : " (the decision was wrong)";
  return [...decided, `Turned out: ${sanitiseLine(known.turnedOut)}${right}`];
}

function answeredIn({ simulated, scenario }: MeetingState): string {
  return badgeOf({ simulated, members: scenario.members });
}

async function remember(io: Io, state: MeetingState, known: KnownOutcome): Promise<number> {
  const { memory } = state.scenario;
  if (memory === undefined) return 0;
  const own = (await notesOfBoard(io, memory)).filter(({ note }) => note.head === known.head);
  for (const { note } of own) await keepNote(io, withOutcome(note, state, known));
  return own.length;
}

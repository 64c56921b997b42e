import { join, resolve } from "node:path";
import { z } from "zod";
import { decidedNothing } from "../../engine/meeting/decision/decide.ts";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";
import { outcomeInWords } from "../../engine/words/figures.ts";
import { openLog } from "../../home/log.ts";
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

const HELP = `
Writes outcome.json next to the transcript, readable only by you. A later outcome replaces it. --right needs a meeting that
decided. Members of a board with memory: board see the outcome in their notes. Without text, the recorded outcome is printed.

--agree and --minority-useful rate a meeting, in ratings.jsonl next to the transcript. A later answer replaces an earlier
one. --ratings adds up the ratings of all named transcripts.

Examples:
  boardroom outcome transcripts/hiring-34 "She left within a year." --right no
  boardroom outcome transcripts/hiring-34
  boardroom memory calibration
  boardroom outcome transcripts/niche-decision-7 --agree yes --minority-useful no
  boardroom outcome 'transcripts/niche-decision-*' --ratings`;

const YES_NO = ["yes", "no"] as const;

const FLAGS = {
  right: ["--right <answer>", "Was the decision right?", YES_NO],
  agree: ["--agree <answer>", "Rating: do you agree with the synthesis?", YES_NO],
  minorityUseful: ["--minority-useful <answer>", "Rating: was a minority view useful?", YES_NO],
  ratings: ["--ratings", "Sum the ratings of one or several transcripts"],
  json: ["--json", "Print as JSON"],
} as const;

type OutcomeFlags = FlagsOf<typeof FLAGS>;

export const command = commandOf({
  arguments: [
    ["<transcript>", "Folder, name or id of a closed meeting"],
    ["[words...]", "What happened, such as 'she left within a year'"],
  ],
  flags: FLAGS,
  excludes: {
    right: ["ratings", "agree", "minorityUseful"],
    ratings: ["agree", "minorityUseful"],
    json: ["right"],
  },
  help: HELP,
  async run(io, [folder, words], flags) {
    const { right, ratings, agree, minorityUseful, json } = flags;
    const isRating = agree !== undefined || minorityUseful !== undefined;
    if (ratings || isRating) await rate(io, await findTranscripts(io, [folder, ...words]), flags);
    else if (words.length > 1)
      throw usage(
        `the outcome is one text, found ${words.length}`,
        `Put it in quotation marks: boardroom outcome ${folder} "<text>"`,
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
    throw usage("missing argument: what happened", `Add it: boardroom outcome ${folder} "<text>"`);
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
  const decided = [`Outcome: ${outcomeInWords(state.outcome)}`, answeredIn(state)];
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

/** With an answer, rates one meeting; then prints the sums over all that are named. */
async function rate(io: Io, folders: readonly string[], flags: OutcomeFlags): Promise<void> {
  if (flags.agree !== undefined || flags.minorityUseful !== undefined) await keep(io, folders, flags);
  for (const folder of folders) await readRecord(resolve(io.cwd, folder));
  const sums = sumRatings(folders.flatMap((folder) => ratingsOf(io, folder).look().at(-1) ?? []));
  const head = `${sums.rated} of ${folders.length} rated`;
  if (flags.json) printJson(io.stdout, sums);
  else print(io.stdout, [head, ...ratingLines(sums)]);
}

/** A later answer replaces an earlier one. */
function ratingsOf({ cwd }: Pick<Io, "cwd">, folder: string) {
  return openLog(join(resolve(cwd, folder), "ratings.jsonl"), ratingSchema);
}

async function keep(
  io: Io,
  folders: readonly string[],
  { agree, minorityUseful }: OutcomeFlags,
): Promise<void> {
  const [folder, ...more] = folders;
  if (folder === undefined || more.length > 0) {
    throw usage(
      `a rating takes one transcript, found ${folders.length}`,
      "Name one. --ratings adds up the ratings of several.",
    );
  }
  const { events, head } = await readRecord(resolve(io.cwd, folder));
  if (events.at(-1)?.type !== "meeting.closed") {
    throw usage(
      "the meeting is not closed, so there is nothing to rate",
      `Continue it first: boardroom resume ${folder}`,
      folder,
    );
  }
  const ratings = ratingsOf(io, folder);
  const before = ratings.look().at(-1);
  ratings.add({
    head,
    agree: answerOf(agree) ?? before?.agree ?? null,
    minorityUseful: answerOf(minorityUseful) ?? before?.minorityUseful ?? null,
  });
}

function answerOf(answer: (typeof YES_NO)[number] | undefined): boolean | null {
  return answer === undefined ? null : answer === "yes";
}

const ratingSchema = z.strictObject({
  head: z.string(),
  agree: z.boolean().nullable(),
  minorityUseful: z.boolean().nullable(),
});
type Rating = z.infer<typeof ratingSchema>;

type Share = { readonly yes: number; readonly of: number };

type RatingSums = { readonly rated: number; readonly agree: Share; readonly minorityUseful: Share };

/** The share of syntheses that their readers should agree with. */
const AGREEMENT_GOAL = 0.8;

function sumRatings(ratings: readonly Rating[]): RatingSums {
  const share = (of: "agree" | "minorityUseful"): Share => {
    const rated = ratings.filter((rating) => rating[of] !== null);
    return { yes: rated.filter((rating) => rating[of]).length, of: rated.length };
  };
  return { rated: ratings.length, agree: share("agree"), minorityUseful: share("minorityUseful") };
}

function ratingLines({ agree, minorityUseful }: RatingSums): readonly string[] {
  const reached = agree.of > 0 && agree.yes * 100 >= agree.of * AGREEMENT_GOAL * 100 - 1e-6;
  const against =
    agree.of === 0
      ? ""
      : `; the goal of ${Math.round(AGREEMENT_GOAL * 100)} % is ${reached ? "reached" : "not reached"}`;
  return [
    `Agreed with the synthesis: ${inWords(agree)}${against}`,
    `Minority views useful: ${inWords(minorityUseful)}`,
  ];
}

function inWords({ yes, of }: Share): string {
  return of === 0 ? "–" : `${yes} of ${of} (${Math.round((100 * yes) / of)} %)`;
}

import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, terminalWidth, usage } from "../../home/process/io.ts";
import { boardsWithNotes, forgetNote, type KeptNote, notesOfBoard } from "../../home/records/memory-store.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { noteLines } from "../../showing/memory/notes.ts";
import { badgeOf } from "../../showing/words.ts";
import { aligned } from "../../text/aligned.ts";
import { calibrate } from "../terminal/calibration.ts";
import { commandOf, type FlagsOf, groupOf } from "../terminal/command.ts";

const HELP = `
A board remembers if its scenario has memory: board. Notes are files in your own folder. Only you can read them.

Examples:
  boardroom memory show
  boardroom memory show hiring --member sarah-chen
  boardroom memory forget hiring --meeting 3f2a91c0
  boardroom memory calibration`;

const FORGET_HELP = `
Transcripts keep the notes that were shown in them.

Examples:
  boardroom memory forget hiring --member sarah-chen`;

const CALIBRATION_HELP = `
Over meetings of which boardroom outcome has recorded whether the decision was right. BRIER is the mean squared
distance of the stated confidence from what proved right: 0 is best, and always saying 0.5 gives 0.25.

Examples:
  boardroom memory calibration 'transcripts/hiring-*'`;

const SHOW_HELP =
  "\nWithout a board it lists those that have notes.\n\nExamples:\n  boardroom memory show hiring";

const WHICH = {
  member: ["--member <id>", "Only notes of this member"],
  meeting: ["--meeting <head>", "Only notes of the meeting with this transcript hash"],
} as const;

type Which = FlagsOf<typeof WHICH>;

const BOARD = "Id of a board, or the name of its scenario";

const show = commandOf({
  arguments: [["[board]", BOARD]],
  flags: { ...WHICH, json: ["--json", "Print them as JSON"] },
  help: SHOW_HELP,
  async run(io, [board], { json, ...which }) {
    if (board === undefined) {
      if (json || which.member !== undefined || which.meeting !== undefined)
        throw usage("missing argument: board", "Name the board whose notes you mean.");
      print(io.stdout, await boardLines(io));
      return EXIT.decided;
    }
    const notes = (await chosen(io, board, which)).map(({ note }) => note);
    if (json) printJson(io.stdout, notes);
    else print(io.stdout, notes.flatMap(shownNote));
    return EXIT.decided;
  },
});

function shownNote(note: KeptNote["note"]): readonly string[] {
  const by = note.model === undefined ? "" : `, ${answeredBy(note.model)}`;
  return [`${note.persona} (${note.seat})${by}`, ...noteLines(note).slice(1), ""];
}

const forget = commandOf({
  arguments: [["<board>", BOARD]],
  flags: WHICH,
  help: FORGET_HELP,
  async run(io, [board], which) {
    const kept = await chosen(io, board, which);
    for (const each of kept) await forgetNote(each);
    print(io.stdout, [`Forgotten: ${kept.length} ${kept.length === 1 ? "note" : "notes"}.`]);
    return EXIT.decided;
  },
});

const calibration = commandOf({
  arguments: [["[where...]", "Transcripts or patterns [default: all]"]],
  flags: { json: ["--json", "Print the rows as JSON"] },
  help: CALIBRATION_HELP,
  async run(io, [asked], { json }) {
    await calibrate(io, asked, json);
    return EXIT.decided;
  },
});

export const command = groupOf(
  {
    show: { ...show, summary: "Print notes as their members read them" },
    forget: { ...forget, summary: "Delete the notes of a board, a member or a meeting" },
    calibration: { ...calibration, summary: "Show how often each persona was right" },
  },
  HELP,
);

function answeredBy(model: string): string {
  return badgeOf({ simulated: isSimulated(model), members: [{ model }] });
}

async function boardLines(io: Io): Promise<readonly string[]> {
  const boards = await boardsWithNotes(io);
  if (boards.length === 0) return ["No board has notes yet. A scenario with memory: board leaves them."];
  const rows = await Promise.all(
    boards.map(async (board) => {
      const notes = (await notesOfBoard(io, board)).map(({ note }) => note);
      const seats = [...new Set(notes.map(({ seat }) => seat))];
      return [
        board,
        String(notes.length),
        seats.join(", "),
        notes
          .map(({ keptAt }) => keptAt.slice(0, 10))
          .toSorted()
          .at(-1) ?? "",
      ];
    }),
  );
  return aligned([["BOARD", "NOTES", "MEMBERS", "LAST"], ...rows], terminalWidth(io));
}

async function chosen(io: Io, named: string, { member, meeting }: Which): Promise<readonly KeptNote[]> {
  const boards = await boardsWithNotes(io);
  const ofName = boards.filter((id) => id === named || id.replace(/-[0-9a-f]{8}$/, "") === named);
  const exact = ofName.includes(named) ? [named] : ofName;
  const [board, ...others] = exact;
  if (board === undefined)
    throw usage(`no board ${JSON.stringify(named)} has notes`, `Boards: ${boards.join(", ") || "none"}.`);
  if (others.length > 0) throw usage(`several boards are called ${named}`, `Name one: ${exact.join(", ")}.`);
  const kept = (await notesOfBoard(io, board)).filter(
    ({ note }) =>
      (member === undefined || note.seat === member) &&
      (meeting === undefined || note.head.startsWith(meeting)),
  );
  if (kept.length > 0) return kept.toSorted((a, b) => (a.note.keptAt < b.note.keptAt ? 1 : -1));
  throw usage("note not found", `boardroom memory show ${board} lists them.`);
}

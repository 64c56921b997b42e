import { basename, resolve } from "node:path";
import { type Act, bringing } from "../../engine/meeting/people/inbox.ts";
import type { PersonAct } from "../../engine/transcript/events.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, usage } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import { writeChecked } from "../../run/answers.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import { commandOf, type FlagsOf, under } from "../terminal/command.ts";
import { countValue, said } from "../terminal/flag-values.ts";
import { ANSWER_FLAGS } from "../terminal/given-answer.ts";
import { answer } from "./answer.ts";

const HELP = `
Without a flag it prints the last messages and the question. In a terminal it then asks for each field, or for each item
of a decision sheet. If a process runs the meeting, your answer goes to it. If not, the meeting continues here. A refused
answer is shown with the reason and your text (exit code 2). You can answer before you are asked. If the question has
fields, give them as --json or in a file.

An act takes effect before the next turn, or when the meeting is resumed. The transcript contains it under your name.
Only that member, and readers of the transcript, see a whisper.

Examples:
  boardroom act transcripts/hiring-34
  boardroom act transcripts/hiring-34 --as ngo --say "The grants are real." --verdict HIRE --because "Two audits."
  boardroom act transcripts/memory-curation-7 --say "Keep it." --topic names --ready
  boardroom act transcripts/hiring-34 --as ngo --file answer.yaml
  boardroom act transcripts/hiring-34 --json
  boardroom act transcripts/hiring-34 --json '{"content": "The grants are real.", "to": "Dr. Emily Watson"}'
  boardroom act transcripts/hiring-34 --pass
  boardroom act transcripts/niche-decision-7 --verdict challenge --say "night support"
  boardroom act transcripts/hiring-34 --interject "Ten minutes left."
  boardroom act transcripts/hiring-34 --floor sarah-chen --as "Dr. Ngo"
  boardroom act transcripts/hiring-34 --bring letter.pdf --at 12
  boardroom act transcripts/hiring-34 --whisper sarah-chen --text "Ask about the grants."
  boardroom act transcripts/hiring-34 --ballot`;

const FLAGS = {
  as: ["--as <name>", "Your name [default: the person the meeting waits for]", said],
  ...ANSWER_FLAGS,
  ...under("Act as chair or guest", {
    interject: ["--interject <text>", "Say something to all members", said],
    floor: ["--floor <member>", "Let a member speak next"],
    whisper: ["--whisper <member>", "Say something to one member, with --text"],
    text: ["--text <text>", "With --whisper: the message", said],
    bring: ["--bring <file>", "Add a document for all members"],
    ballot: ["--ballot", "Call a private vote, if the protocol allows one"],
    closing: ["--closing", "Call the closing vote, which ends the debate"],
    adjourn: ["--adjourn", "Pause the meeting"],
    at: ["--at <n>", "Act after so many turns", countValue],
  }),
} as const;

type ActFlags = FlagsOf<typeof FLAGS>;

const ACTS = ["interject", "floor", "whisper", "bring", "ballot", "closing", "adjourn"] as const;

export const command = commandOf({
  arguments: [["[transcript]", "Folder, name or id of the meeting"]],
  flags: FLAGS,
  help: HELP,
  async run(io, [named], flags) {
    const [first] = ACTS.filter((name) => flags[name] !== undefined);
    const [said] = ANSWERS.filter((name) => flags[name] !== undefined);
    if (first === undefined) {
      const stray = (["text", "at"] as const).find((name) => flags[name] !== undefined);
      if (stray !== undefined)
        throw usage(`--${stray} needs an act`, `Add one of ${ACTS.map((name) => `--${name}`).join(", ")}.`);
      return answer(io, named, flags);
    }
    if (said !== undefined)
      throw usage(
        `--${said} is for an answer, and --${first} is an act`,
        "Use two commands: one answers, the other acts.",
      );
    if (named === undefined)
      throw usage("missing argument: transcript", "Name the transcript folder of the meeting.");
    return act(io, await findTranscript(io, named), flags);
  },
});

const ANSWERS = Object.keys(ANSWER_FLAGS) as (keyof typeof ANSWER_FLAGS)[];

async function act(io: Io, folder: string, flags: ActFlags): Promise<number> {
  const path = resolve(io.cwd, folder);
  const asked = await actOf(io, flags);
  const isHeld = writeChecked(path, folder, { ...asked, ...(flags.at !== undefined && { after: flags.at }) });
  const when = isHeld ? "before the next turn" : `when the meeting continues: boardroom resume ${folder}`;
  print(io.stderr, [`Sent to the meeting; it takes effect ${when}`]);
  return EXIT.decided;
}

async function actOf(io: Io, flags: ActFlags): Promise<Act> {
  const named = ACTS.filter((name) => flags[name] !== undefined);
  if (named.length > 1)
    throw usage(
      `${named.map((name) => `--${name}`).join(" and ")} cannot be used together`,
      "Use one act at a time.",
    );
  const { as = "chair" } = flags;
  if (flags.bring !== undefined) {
    const path = resolve(io.cwd, flags.bring);
    return bringing(as, await readDocument({ path, shown: basename(flags.bring) }));
  }
  return { person: as, does: doesOf(flags) };
}

function doesOf({ interject, floor, whisper, text, ballot, closing }: ActFlags): PersonAct {
  if (interject !== undefined) return { act: "interject", text: interject };
  if (floor !== undefined) return { act: "give-floor", to: floor };
  if (whisper !== undefined) {
    if (text !== undefined) return { act: "whisper", to: whisper, text };
    throw usage("--whisper needs --text", "Add --text TEXT.");
  }
  if (ballot) return { act: "call-ballot" };
  return closing ? { act: "close-debate" } : { act: "adjourn" };
}

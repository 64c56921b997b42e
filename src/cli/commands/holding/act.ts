import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import { type Act, bringing } from "../../../engine/meeting/people/inbox.ts";
import type { PersonAct } from "../../../engine/transcript/events.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { usage } from "../../../home/process/usage.ts";
import { countValue, said } from "../../../home/settings/flag-values.ts";
import { leaveChecked } from "../../../run/holding/leave-checked.ts";
import { readDocument } from "../../../scenario/documents/documents.ts";

type ActFlags = {
  readonly as: string;
  readonly at?: number;
  readonly interject?: string;
  readonly floor?: string;
  readonly whisper?: string;
  readonly text?: string;
  readonly bring?: string;
  readonly ballot?: boolean;
  readonly closing?: boolean;
  readonly adjourn?: boolean;
};

const ACTS = ["interject", "floor", "whisper", "bring", "ballot", "closing", "adjourn"] as const;

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcript>", "transcript folder")
    .option("--as <name>", "name under which you act", said, "chair")
    .option("--at <n>", "not before so many messages, notices, passes and absences", countValue)
    .option("--interject <text>", "say something to everybody", said)
    .option("--floor <member>", "give a member the floor")
    .option("--whisper <member>", "say something to one member alone, with --text")
    .addOption(new Option("--text <text>", "the words of a whisper").argParser(said))
    .option("--bring <file>", "lay a document on the table; everybody sees it from then on")
    .option("--ballot", "call a private ballot, where the protocol allows one")
    .option("--closing", "call the closing ballot, which ends the debate")
    .option("--adjourn", "end the meeting for now; it can be resumed")
    .addHelpText("after", HELP)
    .action(async (folder: string, flags: ActFlags) => finish(await act(io, folder, flags)));
}

const HELP = `
An act takes effect before the next turn, or when the meeting is resumed. The transcript contains it under your name.
Only that member, and readers of the transcript, see a whisper.

Examples:
  boardroom act transcripts/hiring-7 --interject "Ten minutes left."
  boardroom act transcripts/hiring-7 --floor sarah-chen --as "Dr. Ngo"
  boardroom act transcripts/hiring-7 --bring letter.pdf --at 12
  boardroom act transcripts/hiring-7 --whisper sarah-chen --text "Ask about the grants."
  boardroom act transcripts/hiring-7 --ballot`;

async function act(io: Io, folder: string, flags: ActFlags): Promise<number> {
  const path = resolve(io.cwd, folder);
  const asked = await actOf(io, flags);
  const isHeld = leaveChecked(path, folder, { ...asked, ...(flags.at !== undefined && { after: flags.at }) });
  const when = isHeld ? "before the next turn" : `when the meeting continues: boardroom resume ${folder}`;
  print(io.stderr, [`Left for the meeting; it takes effect ${when}`]);
  return EXIT.decided;
}

async function actOf(io: Io, flags: ActFlags): Promise<Act> {
  const named = ACTS.filter((name) => flags[name] !== undefined);
  if (named.length !== 1) {
    throw usage(
      named.length === 0
        ? "which act?"
        : `one act at a time, not ${named.map((name) => `--${name}`).join(" and ")}`,
      `One of ${ACTS.map((name) => `--${name}`).join(", ")}.`,
    );
  }
  if (flags.bring !== undefined) {
    const path = resolve(io.cwd, flags.bring);
    return bringing(flags.as, await readDocument({ path, shown: basename(flags.bring) }));
  }
  return { person: flags.as, does: doesOf(flags) };
}

function doesOf({ interject, floor, whisper, text, ballot, closing }: ActFlags): PersonAct {
  if (interject !== undefined) return { act: "interject", text: interject };
  if (floor !== undefined) return { act: "give-floor", to: floor };
  if (whisper !== undefined) {
    if (text !== undefined) return { act: "whisper", to: whisper, text };
    throw usage("a whisper needs words", "Add --text TEXT.");
  }
  if (ballot) return { act: "call-ballot" };
  return closing ? { act: "close-debate" } : { act: "adjourn" };
}

import { type Command, Option } from "commander";
import type { Ports } from "../../../meeting/engine/ports.ts";
import { holdMeeting } from "../../holding/hold-meeting.ts";
import { type Allowed, allowed, type HoldFlags, newMeeting } from "../../holding/new-meeting.ts";
import type { ShowFlags } from "../../holding/show-meeting.ts";
import { withScenarioFlags } from "../../preparing/scenario-flags.ts";
import { keysIn, planNote } from "../../preparing/told-before.ts";
import { durabilityFlag, FLAGS } from "../../settings/flag-values.ts";
import { withLanguage } from "../../settings/language.ts";
import { withCallFlags } from "../../settings/models.ts";
import { type Io, print } from "../../terminal/io.ts";

export type RunFlags = HoldFlags & ShowFlags;

/** `boardroom run`: holds a meeting, prints it as it goes, and writes its transcript. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withLanguage(
    withCallFlags(
      withScenarioFlags(command.argument("[scenario]", "name of a scenario, or path of its folder or file")),
    ),
  )
    .option(...FLAGS.out)
    .addOption(durabilityFlag())
    .option(...FLAGS.as)
    .option(...FLAGS.approve)
    .option(...FLAGS.because)
    .option(...FLAGS.quiet)
    .addOption(new Option("--json", "print the events as JSON lines").conflicts("quiet"))
    .addHelpText("after", HELP)
    .action(async (nameOrPath: string | undefined, flags: RunFlags) => {
      finish(await run(io, nameOrPath, flags));
    });
}

const HELP = `
Without a model, members are simulated: no key, no network, no language model.
Documents may be .md, .txt, .json (JSON Resume), .pdf or .docx.

Examples:
  boardroom run hiring --seed 7 --max-messages 40
  boardroom run hiring --document ~/cv.pdf --attach ~/letter.docx
  boardroom run ./my-case --model anthropic:claude-sonnet-5-5 --member sarah-chen=openai:gpt-6-sol
  boardroom run hiring --option selector.name=natural --option openingBallot=false
  boardroom run hiring --member sarah-chen=human:ngo
  boardroom run hiring --chaos 0.2 --seed 3
  boardroom run hiring --quiet
  boardroom run hiring --json | jq -c 'select(.type == "ballot.cast")'`;

/** Holds a meeting and prints it; resolves with the exit code. */
export async function run(io: Io, nameOrPath: string | undefined, flags: RunFlags): Promise<number> {
  const asked = await allowed(io, "run", nameOrPath, flags);
  return "exit" in asked ? asked.exit : hold(io, asked, flags);
}

/** Holds a meeting that there is leave for; resolves with the exit code. */
export async function hold(io: Io, asked: Allowed, flags: RunFlags): Promise<number> {
  const { prepared, plans } = asked;
  const { session, open } = newMeeting(io, asked, flags);
  const announced = (ports: Ports) => {
    const meeting = open(ports);
    const warnings = keysIn(prepared.scenario).map((warning) => `warning: ${warning}`);
    print(io.stderr, [...warnings, ...planNote(plans)]);
    return meeting;
  };
  return holdMeeting(io, session, announced, { settings: prepared.settings.values, flags });
}

import { type Command, Option } from "commander";
import type { Io } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import {
  codesFlag,
  durabilityFlag,
  FLAGS,
  repeated,
  said,
  wholeNumber,
} from "../../home/settings/flag-values.ts";
import { withCallFlags } from "../../home/settings/models.ts";
import { optionSetting } from "../../home/settings/option-settings.ts";
import { run } from "../../run/holding/hold-new.ts";
import { withScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import { type CandidateFlags, rankCandidates } from "../ranking/rank.ts";
import { type ProposeFlags, propose } from "./propose.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withCallFlags(
    withScenarioFlags(command.argument("[scenario]", "name of a scenario, or path of its folder or file")),
  )
    .option(
      "--documents <files...>",
      "one meeting over each, or over each in a folder, under equal conditions; may be repeated",
      repeated,
    )
    .option("--rank", "of --documents: five seeds of each, and what the order rests on")
    .option("--seeds <count>", "of --documents: how many seeds of each", wholeNumber)
    .option("--at-once <count>", "of --documents: meetings at a time; default 4", wholeNumber)
    .option(...FLAGS.output)
    .addOption(durabilityFlag())
    .option(...FLAGS.as)
    .option(...FLAGS.notify, said)
    .option(...FLAGS.approve)
    .option(...FLAGS.because)
    .option("--by <agent>", "propose the meeting for an agent; a person approves it if needed", said)
    .option("--scheduled", "with --by: a timetable proposes it, not an agent")
    .option(
      "--criticality <key=value>",
      "with --by: a reason for a higher level; may be repeated",
      optionSetting,
    )
    .option(...FLAGS.wait)
    .addOption(codesFlag())
    .option(...FLAGS.quiet)
    .addOption(new Option("--json", "print the events as JSON lines").conflicts("quiet"))
    .addHelpText("after", HELP)
    .action(async (nameOrPath: string | undefined, flags: CandidateFlags & Partial<ProposeFlags>) => {
      const { by, scheduled, criticality } = flags;
      if (by !== undefined) return finish(await proposed(io, nameOrPath, { ...flags, by }));
      if (scheduled || criticality)
        throw usage(`--${scheduled ? "scheduled" : "criticality"} needs --by`, "Add --by AGENT, or remove it.");
      finish(await (flags.documents ? rankCandidates(io, nameOrPath, flags) : runOne(io, nameOrPath, flags)));
    });
}

const HELP = `
Without a model, members are simulated: no key, no network, no language model.
Documents may be .md, .txt, .json (JSON Resume), .pdf or .docx.

--by finds the level of the meeting (1 to 3) from criticality in its scenario, and estimates its price. --criticality can
raise the level, never lower it. Levels 1 and 2 below $1 run at once and are recorded. Level 3, and any price from $1, wait
for a person (exit code 6): boardroom approvals. Propose an approved meeting again to run it.

Examples:
  boardroom run hiring --seed 7 --max-messages 40
  boardroom run hiring --document ~/cv.pdf --attach ~/letter.docx
  boardroom run ./my-case --model anthropic:claude-sonnet-5-5 --member sarah-chen=openai:gpt-6-sol
  boardroom run hiring --option selector.name=natural --option openingBallot=false
  boardroom run hiring --member sarah-chen=human:ngo
  boardroom run hiring --member sarah-chen=agent:kai --answer-minutes 10
  boardroom run hiring --documents cvs/ida.pdf cvs/ben.pdf cvs/lea.pdf --seed 7
  boardroom run hiring --documents cvs --rank
  boardroom run niche-decision --by research-agent --criticality reversible=false
  boardroom run hiring --quiet
  boardroom run hiring --json | jq -c 'select(.type == "ballot.cast")'`;

async function proposed(
  io: Io,
  scenario: string | undefined,
  flags: CandidateFlags & ProposeFlags,
): Promise<number> {
  if (scenario === undefined)
    throw usage("missing argument: scenario", 'Run "boardroom list scenarios" to see all.');
  const names = ["documents", "rank", "seeds", "atOnce", "approve", "because"] as const;
  const stray = names.find((name) => flags[name] !== undefined);
  if (stray !== undefined)
    throw usage(
      `--${stray === "atOnce" ? "at-once" : stray} cannot be used with --by`,
      "An agent proposes one meeting, and a person approves it. Remove one of the two.",
    );
  return propose(io, scenario, flags);
}

async function runOne(io: Io, nameOrPath: string | undefined, flags: CandidateFlags): Promise<number> {
  const { documents: _, rank, seeds, atOnce, ...one } = flags;
  const given = { "--rank": rank, "--seeds": seeds, "--at-once": atOnce };
  const [stray] = Object.entries(given).flatMap(([flag, value]) => (value ? [flag] : []));
  if (stray) throw usage(`${stray} is of several candidates`, "Name them with --documents, or remove it.");
  return run(io, nameOrPath, one);
}

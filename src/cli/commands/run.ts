import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { type MeetingResult, openMeeting } from "../../meeting/open-meeting.ts";
import { EXIT, exitCodeOfOutcome, exitCodeOfSignal } from "../exit-codes.ts";
import { type Io, print } from "../io.ts";
import { modelPorts } from "../models.ts";
import { writeOutputs } from "../outputs.ts";
import { prepare, type ScenarioFlags, withScenarioFlags } from "../prepare.ts";
import { createPrinter, type ShowFlags } from "../show-meeting.ts";
import { styleOf } from "../style.ts";
import { pendingTranscript } from "../transcript-folder.ts";

type RunFlags = ScenarioFlags & ShowFlags & { readonly out?: string };

/** `boardroom run`: holds a meeting, prints it as it goes, and writes its transcript. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withScenarioFlags(command.argument("[scenario]", "name of a scenario, or path of its folder or file"))
    .option("--out <folder>", "transcript folder; default transcripts/<scenario>-<seed>")
    .addOption(
      new Option("--durability <durability>", "strict syncs every event to disk").choices(["normal", "strict"]),
    )
    .option("--quiet", "print the verdict table only")
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
  boardroom run hiring --quiet
  boardroom run hiring --json | jq -c 'select(.type == "ballot.cast")'`;

async function run(io: Io, nameOrPath: string | undefined, flags: RunFlags): Promise<number> {
  const { scenario, protocol, settings, outer } = await prepare(io, nameOrPath, flags);
  const seed = settings.values.seed ?? randomInt(1, 1_000_000);
  const transcript = pendingTranscript(io, {
    out: flags.out,
    parent: settings.values.out,
    scenario: scenario.name,
    seed: String(seed),
    durability: settings.values.durability,
  });
  const { journal } = transcript;
  const signal = io.stopSignal();
  const ports = { ...modelPorts(io, outer.models), journal, signal };
  const meeting = openMeeting({ ...ports, scenario, protocol, seed });
  const printer = createPrinter(io, styleOf(io, settings.values.color), flags);
  meeting.onLive(printer.live);
  try {
    const [result] = await Promise.all([meeting.run(), printAll(meeting.events(), printer.event)]);
    printer.end({ events: journal.events, head: journal.head });
    if (result.status === "closed") await writeOutputs(resolve(io.cwd, transcript.folder!), journal);
    print(io.stderr, whatNow(result, transcript.folder!));
    return exitCodeOf(result, signal);
  } finally {
    journal.close();
  }
}

async function printAll<Event>(events: AsyncIterable<Event>, show: (event: Event) => void): Promise<void> {
  for await (const event of events) show(event);
}

function whatNow(result: MeetingResult, folder: string): readonly string[] {
  if (result.status === "closed") return [`Transcript: ${folder}`];
  return [`The meeting is ${STANDING[result.status]}: ${result.reason}`, `Transcript: ${folder}`];
}

const STANDING = {
  adjourned: "adjourned",
  suspended: "suspended",
  waiting: "waiting for a person",
  aborted: "stopped",
} as const;

function exitCodeOf(result: MeetingResult, signal: AbortSignal): number {
  switch (result.status) {
    case "closed":
      return exitCodeOfOutcome(result.outcome);
    case "suspended":
      return EXIT.suspended;
    case "waiting":
      return EXIT.waiting;
    case "adjourned":
      return EXIT.undecided;
    case "aborted":
      return exitCodeOfSignal(String(signal.reason));
    default:
      return result satisfies never;
  }
}

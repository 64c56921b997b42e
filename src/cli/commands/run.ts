import { type Command, Option } from "commander";
import { openMeeting } from "../../meeting/engine/open-meeting.ts";
import type { Approvals, ProposedBy } from "../../meeting/money/approval.ts";
import { holdMeeting } from "../holding/hold-meeting.ts";
import { newMeeting } from "../holding/new-meeting.ts";
import { peopleAt, rejectionsTo } from "../holding/people.ts";
import { createPrinter, type ShowFlags } from "../holding/show-meeting.ts";
import { type Ahead, type LeaveFlags, leaveToRun, moneyPorts } from "../money/money.ts";
import { withPlaces } from "../preparing/error-place.ts";
import { planMeeting, planNote } from "../preparing/plan.ts";
import { type Prepared, prepare } from "../preparing/prepare.ts";
import { type ScenarioFlags, withScenarioFlags } from "../preparing/scenario-flags.ts";
import { type CallFlags, withCallFlags, withPatience } from "../settings/call-flags.ts";
import { keysIn } from "../settings/keys-in.ts";
import { modelPorts } from "../settings/models.ts";
import { holdBack } from "../terminal/hold-back.ts";
import { type Io, print } from "../terminal/io.ts";
import { styleOf } from "../terminal/style.ts";

export type RunFlags = ScenarioFlags & CallFlags & ShowFlags & LeaveFlags & { readonly out?: string };

/** `boardroom run`: holds a meeting, prints it as it goes, and writes its transcript. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return withCallFlags(
    withScenarioFlags(command.argument("[scenario]", "name of a scenario, or path of its folder or file")),
  )
    .option("--out <folder>", "transcript folder; default transcripts/<scenario>-<seed>")
    .addOption(
      new Option("--durability <durability>", "strict syncs every event to disk").choices(["normal", "strict"]),
    )
    .option("--as <name>", "who sits at this terminal, of the people who are asked; default all of them")
    .option("--approve", "agree to the estimated cost, where it is a dollar or more")
    .option("--because <text>", "why it is needed, where the estimate is above three dollars")
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
  boardroom run hiring --member sarah-chen=human:ngo
  boardroom run hiring --chaos 0.2 --seed 3
  boardroom run hiring --quiet
  boardroom run hiring --json | jq -c 'select(.type == "ballot.cast")'`;

/** Holds a meeting and prints it; resolves with the exit code. */
export async function run(io: Io, nameOrPath: string | undefined, flags: RunFlags): Promise<number> {
  const prepared = await prepare(io, nameOrPath, flags);
  const leave = await leaveToRun(io, prepared, {
    command: `boardroom run ${nameOrPath}`,
    scenario: nameOrPath!,
    out: flags.out,
    flags,
  });
  if ("exit" in leave) return leave.exit;
  return hold(io, { prepared, flags, ...leave });
}

export type Hold = {
  readonly prepared: Prepared;
  readonly flags: RunFlags;
  readonly approvals?: Approvals | undefined;
  readonly proposedBy?: ProposedBy;
  readonly ahead?: Ahead | undefined;
};

/** Holds a meeting that has been prepared; resolves with the exit code. */
export async function hold(io: Io, { prepared, flags, approvals, proposedBy, ahead }: Hold): Promise<number> {
  const { protocol, settings, outer } = prepared;
  const { scenario, seed, transcript, inbox } = newMeeting(io, prepared, {
    out: flags.out,
    onRejected: rejectionsTo(io),
  });
  const signal = io.stopSignal();
  const terminal = holdBack(io);
  const people = peopleAt({ io, inbox, as: flags.as, whilePrompting: terminal.whilePrompting });
  const ports = {
    ...modelPorts(io, withPatience(outer.models, flags)),
    journal: transcript.journal,
    inbox,
    people,
    signal,
    ...moneyPorts(io, outer, { out: flags.out, ahead }),
  };
  const meeting = withPlaces(prepared, flags, () =>
    openMeeting({ ...ports, scenario, protocol, seed, approvals, proposedBy }),
  );
  print(
    io.stderr,
    keysIn(scenario).map((warning) => `warning: ${warning}`),
  );
  print(io.stderr, planNote(planMeeting(scenario, protocol, outer.models)));
  const printer = createPrinter(terminal.io, styleOf(io, settings.values.color), flags);
  terminal.beforePrompt = printer.clear;
  return holdMeeting(io, { meeting, transcript, printer, inbox, signal });
}

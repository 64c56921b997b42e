import { type Command, Option } from "commander";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, usage } from "../../home/process/io.ts";
import { cancelOnDatabase } from "../../studies/cluster/by-workers.ts";
import { type DatabaseFlags, withDatabaseFlags } from "../../studies/cluster/database.ts";
import { openStudy } from "../../studies/opening/open-study.ts";
import { REPORT_FORMATS, type StudyReportFlags, studyReport } from "../../studies/report/report.ts";
import { serveStudy } from "../../studies/running/processes.ts";
import { runStudyCommand, type StudyRunFlags } from "../../studies/running/run-study.ts";
import { wholeNumber } from "../terminal/flag-values.ts";
import { APPROVAL_FLAGS, CALL_FLAGS, withFlags } from "../terminal/flags.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  withRunFlags(command.command("run").description("Run the missing meetings of a study")).action(
    async (path: string | undefined, flags: StudyRunFlags) => finish(await runStudyCommand(io, path, flags)),
  );
  withReportFlags(command.command("report").description("Report what a study shows")).action(
    async (folder: string, flags: StudyReportFlags) => finish(await studyReport(io, folder, flags)),
  );
  withFetchFlags(command.command("fetch").description("Fetch the results of workers")).action(
    async (path: string | undefined, flags: StudyRunFlags) =>
      finish(await runStudyCommand(io, path, { ...flags, on: "postgres", isFetched: true })),
  );
  withDatabaseFlags(
    command
      .command("cancel")
      .description("Cancel a study that workers run")
      .argument("[study]", "study.yaml or its folder [default: ./study.yaml]"),
  )
    .addHelpText("after", CANCEL_HELP)
    .action(async (path: string | undefined, flags: DatabaseFlags) => finish(await cancel(io, path, flags)));
  command.command("hold", { hidden: true }).action(async () => finish(await runForParent(io)));
  return command.addHelpText("after", HELP);
}

const HELP = `
Examples:
  boardroom study run study.yaml
  boardroom study report study-blind --define`;

function withRunFlags(command: Command): Command {
  const asked = withDatabaseFlags(
    command.argument("[study]", "study.yaml or its folder [default: ./study.yaml]"),
  )
    .option("-o, --output <folder>", "Folder of the results [default: ./study-NAME]")
    .option("--retry-failed", "Run failed meetings again")
    .option("--processes <n>", "Meetings to run in parallel [default: number of cores]", wholeNumber)
    .addOption(new Option("--on <where>", "Let workers run it, by a database").choices(["postgres"]))
    .option("--detach", "With --on: exit once the meetings are queued");
  return withFlags(asked, ...CALL_FLAGS, ...APPROVAL_FLAGS, "model", "as").addHelpText("after", RUN_HELP);
}

const RUN_HELP = `
Runs every meeting that the study file asks for: each arm, with each subject and each seed. It first prints the price, and
asks from $1. Stop it with Ctrl-C; the same command continues. Each meeting is a normal transcript in meetings/, and
results.jsonl has one line for each. boardroom check study.yaml prints the plan, and what blind: and swap: remove. With --on
postgres, boardroom worker runs the meetings on as many machines as you have (docs/how-to/run-workers.md), and Ctrl-C leaves
them running. See docs/how-to/run-a-study.md.

Examples:
  boardroom study run study.yaml
  boardroom study run studies/names -o names-1
  boardroom study run study.yaml --retry-failed
  boardroom study run study.yaml --on postgres --detach`;

function withReportFlags(command: Command): Command {
  return command
    .argument("<study>", "Folder of the study")
    .addOption(new Option("--format <format>", "Format of the report").choices(REPORT_FORMATS).default("text"))
    .option("--define", "Explain the statistics of each section")
    .option("--transcripts <n>", "Transcripts to read of each arm, for talk and evidence", wholeNumber, 200)
    .addHelpText("after", REPORT_HELP);
}

const REPORT_HELP = `
Eight sections: outcome, talk or vote, changes of mind, influence, talk, evidence, agreement, price. Every number
has N and its 95 % interval; a figure with fewer than ten cases is not a finding, and its line
says about how many more meetings it needs. Differences are paired on subject and seed, their p after Holm's correction
over all differences of the report. A study under way can be reported too: of one that workers hold, first
take in what has ended with boardroom study fetch.

Examples:
  boardroom study report studies/blind
  boardroom study report studies/blind --define
  boardroom study report studies/blind --format csv > blind.csv`;

function withFetchFlags(command: Command): Command {
  return withDatabaseFlags(command.argument("[study]", "study.yaml or its folder [default: ./study.yaml]"))
    .option("-o, --output <folder>", "Folder of the results [default: ./study-NAME]")
    .addHelpText("after", FETCH_HELP);
}

const FETCH_HELP = `
Writes the transcripts of meetings that have ended, and their results, into the study's folder, and waits for none of the
others. boardroom study run FILE --on postgres does the same as meetings end, until all have.

Examples:
  boardroom study fetch study.yaml
  boardroom study fetch studies/names -o names-1`;

const CANCEL_HELP = `
Workers stop before their next call. Recorded results stay. boardroom study run FILE --on postgres continues the study.

Examples:
  boardroom study cancel study.yaml`;

async function cancel(io: Io, path: string | undefined, flags: DatabaseFlags): Promise<number> {
  const { study } = await openStudy(io, path);
  const count = await cancelOnDatabase(io, study, flags);
  print(io.stdout, [`${count} ${count === 1 ? "meeting" : "meetings"} cancelled.`]);
  return EXIT.decided;
}

async function runForParent(io: Io): Promise<number> {
  if (!io.parent)
    throw usage("study hold is what study run starts, and nothing to type", "Write boardroom study run FILE.");
  // Stopping the study stops its parent, which releases this process.
  io.stopSignal();
  await serveStudy(io.parent);
  return EXIT.decided;
}

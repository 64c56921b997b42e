import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, printText } from "../../home/process/io.ts";
import { wholeNumber } from "../../home/settings/flag-values.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { recordedProtocol } from "../../home/settings/protocols.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { type DatabaseFlags, withDatabaseFlags } from "../cluster-here/database-flags.ts";
import { withStudyThere } from "../cluster-here/study-there.ts";
import { readStudy, type StudyRecord } from "../read-study.ts";
import { reportOf } from "../reporting/study-report.ts";
import { reportCsv, reportMarkdown } from "./report-files.ts";
import { reportLines } from "./report-text.ts";

const FORMATS = ["text", "markdown", "csv", "json"] as const;

export type StudyReportFlags = DatabaseFlags & {
  readonly on?: "postgres";
  readonly format: (typeof FORMATS)[number];
  readonly define?: boolean;
  readonly transcripts: number;
};

export function withReportFlags(command: Command): Command {
  return withDatabaseFlags(command)
    .argument("<study>", "the folder that boardroom study run wrote; with --on, the name of a study there")
    .addOption(new Option("--on <where>", "read it where workers hold it").choices(["postgres"]))
    .addOption(new Option("--format <format>", "how to write the report").choices(FORMATS).default("text"))
    .option("--define", "say below each section what its figures are")
    .option("--transcripts <number>", "transcripts read of each arm, for talk and evidence", wholeNumber, 200)
    .addHelpText("after", HELP);
}

const HELP = `
Nine sections: outcome, talk or vote, changes of mind, who moved whom, talk, bias probes, evidence, agreement and
calibration, price. Every number has N and its 95 % interval; what has fewer than ten cases is no finding, and its line
says about how many more meetings it takes. Differences are paired on subject and seed, their p after Holm's correction
over all differences of the report. A study under way can be reported too, one that workers hold from their database
(docs/how-to/run-workers.md).

Examples:
  boardroom study report studies/blind
  boardroom study report studies/blind --define
  boardroom study report studies/blind --format csv > blind.csv
  boardroom study report blind --on postgres`;

export async function studyReport(io: Io, named: string, flags: StudyReportFlags): Promise<number> {
  if (flags.on === undefined) return reported(io, readStudy(resolve(io.cwd, named)), flags);
  const { protocols } = await withOwnCode(io, await readSettings(io));
  const protocolOf = (recorded: string) => recordedProtocol(recorded, protocols);
  return withStudyThere(io, named, { flags, protocolOf }, (record) => reported(io, record, flags));
}

async function reported(io: Io, record: StudyRecord, flags: StudyReportFlags): Promise<number> {
  const report = await reportOf(record, { transcripts: flags.transcripts });
  switch (flags.format) {
    case "csv":
      printText(io.stdout, reportCsv(report));
      break;
    case "json":
      printJson(io.stdout, report, 2);
      break;
    case "markdown":
      print(io.stdout, reportMarkdown(report));
      break;
    case "text":
      print(io.stdout, reportLines(report, flags.define === true, io.columns));
      break;
    default:
      return flags.format satisfies never;
  }
  return EXIT.decided;
}

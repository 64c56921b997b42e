import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { stringify } from "csv-stringify/sync";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, printText } from "../../home/process/io.ts";
import { wholeNumber } from "../../home/settings/flag-values.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { recordedProtocol } from "../../home/settings/protocols.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { aligned } from "../../text/aligned.ts";
import { wrap } from "../../text/wrap.ts";
import { type DatabaseFlags, withDatabaseFlags, withStudyThere } from "../cluster-here/there.ts";
import { readStudy, type StudyRecord } from "../read-study.ts";
import {
  type FigureTable,
  intervalInWords,
  needsInWords,
  pInWords,
  reachOf,
  type StudyFigure,
  type StudySection,
  valueInWords,
} from "./figures.ts";
import { reportOf, type StudyReport } from "./study-report.ts";

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
Nine sections: outcome, talk or vote, changes of mind, influence, talk, bias probes, evidence, agreement and
calibration, price. Every number has N and its 95 % interval; a figure with fewer than ten cases is not a finding, and its line
says about how many more meetings it needs. Differences are paired on subject and seed, their p after Holm's correction
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

const SENTENCES = 100;

function reportLines(report: StudyReport, define: boolean, width?: number): string[] {
  const sentence = (text: string) => wrap(text, Math.min(SENTENCES, width ?? SENTENCES));
  return [
    report.title,
    ...report.account.flatMap(sentence),
    "",
    ...report.sections.flatMap((section) => [
      `${section.nth}  ${section.title}`,
      ...section.tables.flatMap((table) => tableLines(table, width)),
      ...section.notes.flatMap(sentence),
      ...(define ? definitionsOf(section, report).flatMap(sentence) : []),
      ...(section.notes.length > 0 || define ? [""] : []),
    ]),
    ...(define ? [] : ["What each figure is: --define"]),
  ];
}

function tableLines(table: FigureTable, width: number | undefined): readonly string[] {
  const { figures, title } = table;
  const isTested = figures.some(({ adjusted }) => adjusted !== null);
  const isDrawn = table.isDrawn && (width === undefined || width >= 100);
  const isShort = figures.some((figure) => needsInWords(figure) !== "");
  const reach = reachOf(figures);
  const cells = (figure: StudyFigure) => [
    figure.what,
    valueInWords(figure),
    intervalInWords(figure),
    String(figure.n),
    ...(isTested ? [pInWords(figure)] : []),
    ...(isDrawn ? [dotLine(figure, reach)] : []),
    ...(isShort ? [needsInWords(figure)] : []),
  ];
  const head = [
    title,
    "VALUE",
    "95 %",
    "N",
    ...(isTested ? ["P (HOLM)"] : []),
    ...(isDrawn ? [scaleOf(figures)] : []),
    ...(isShort ? [""] : []),
  ];
  return figures.length === 0 ? [] : [...aligned([head, ...figures.map(cells)], width), ""];
}

function definitionsOf({ tables }: StudySection, { definitions }: StudyReport): string[] {
  const used = new Set(tables.flatMap(({ figures }) => figures.map(({ define }) => define)));
  return [...used].map((id) => `${id}: ${definitions[id] ?? ""}`);
}

const WIDTH = 29;

/** `·····├──●──┤·····`. Shares run from 0 to 1, differences from -reach to reach. */
function dotLine({ value, interval, unit }: StudyFigure, reach: number): string {
  const [low, high] = unit === "difference" ? [-reach, reach] : [0, 1];
  const at = (number: number) =>
    Math.round(((Math.min(high, Math.max(low, number)) - low) / (high - low)) * (WIDTH - 1));
  const cells = Array.from({ length: WIDTH }, () => "·");
  if (unit === "difference") cells[at(0)] = "│";
  if (value === null) return cells.join("");
  if (interval) {
    for (let cell = at(interval.low); cell <= at(interval.high); cell++) cells[cell] = "─";
    cells[at(interval.low)] = "├";
    cells[at(interval.high)] = "┤";
  }
  cells[at(value)] = "●";
  return cells.join("");
}

function scaleOf(figures: readonly StudyFigure[]): string {
  const shares = figures.some(({ unit }) => unit !== "difference");
  const differences = figures.some(({ unit }) => unit === "difference");
  const reach = reachOf(figures).toFixed(2);
  return [...(shares ? ["0 TO 1"] : []), ...(differences ? [`-${reach} TO ${reach}`] : [])].join("; ");
}

function reportMarkdown({ title, account, sections, definitions }: StudyReport): string[] {
  return [
    `# ${title}`,
    "",
    ...account.map((line) => `- ${line}`),
    ...sections.flatMap((section) => [
      "",
      `## ${section.nth}. ${section.title}`,
      ...section.tables.flatMap(({ title: heading, figures }) =>
        figures.length === 0
          ? []
          : [
              "",
              `| ${heading} | value | 95 % | N | p (Holm) | |`,
              "| --- | --- | --- | --- | --- | --- |",
              ...figures.map((figure) => `| ${cells(figure).join(" | ")} |`),
            ],
      ),
      ...(section.notes.length > 0 ? ["", ...section.notes.map((note) => `- ${note}`)] : []),
    ]),
    "",
    ...Object.entries(definitions).map(([id, words]) => `[^${id}]: ${words}`),
  ];
}

function cells(figure: StudyFigure): string[] {
  const what = figure.what.replaceAll("|", "\\|");
  return [
    `${what}[^${figure.define}]`,
    valueInWords(figure),
    intervalInWords(figure),
    String(figure.n),
    pInWords(figure),
    needsInWords(figure),
  ];
}

function reportCsv({ sections }: StudyReport): string {
  const rows = sections.flatMap(({ nth, title, tables }) =>
    tables.flatMap((table) =>
      table.figures.map(({ define, what, n, value, interval, unit, p, adjusted, needs }) => [
        ...[
          nth,
          title,
          table.title,
          define,
          what,
          unit,
          n,
          value ?? "",
          interval?.low ?? "",
          interval?.high ?? "",
        ],
        ...[p ?? "", adjusted ?? "", needs ?? ""],
      ]),
    ),
  );
  return stringify([
    ...[
      [
        "section",
        "title",
        "table",
        "figure",
        "what",
        "unit",
        "n",
        "value",
        "low",
        "high",
        "p",
        "p_holm",
        "needs",
      ],
    ],
    ...rows,
  ]);
}

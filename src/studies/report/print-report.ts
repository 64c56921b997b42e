import { resolve } from "node:path";
import { stringify } from "csv-stringify/sync";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, printText } from "../../home/process/io.ts";
import { aligned } from "../../text/aligned.ts";
import { wrap } from "../../text/wrap.ts";
import { readStudy } from "../read-study.ts";
import {
  type FigureTable,
  intervalInWords,
  needsInWords,
  pInWords,
  type StudyFigure,
  type StudySection,
  valueInWords,
} from "./figures.ts";
import { reportOf, type StudyReport } from "./study-report.ts";

export const REPORT_FORMATS = ["text", "markdown", "csv", "json"] as const;

export type StudyReportFlags = {
  readonly format: (typeof REPORT_FORMATS)[number];
  readonly define?: boolean;
  readonly transcripts: number;
};

export async function studyReport(io: Io, named: string, flags: StudyReportFlags): Promise<number> {
  const report = await reportOf(readStudy(resolve(io.cwd, named)), { transcripts: flags.transcripts });
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

function tableLines({ figures, title }: FigureTable, width: number | undefined): readonly string[] {
  const columns = [
    ...COLUMNS.map(([head, cell]) => [head.toUpperCase(), cell] as const),
    ["", needsInWords] as const,
  ].filter(([head, cell]) => head === "95 %" || figures.some((figure) => cell(figure) !== ""));
  const rows = figures.map((figure) => [figure.what, ...columns.map(([, cell]) => cell(figure))]);
  return [...aligned([[title, ...columns.map(([head]) => head)], ...rows], width), ""];
}

const COLUMNS: readonly (readonly [head: string, cell: (figure: StudyFigure) => string])[] = [
  ["value", valueInWords],
  ["95 %", intervalInWords],
  ["N", ({ n }) => String(n)],
  ["p (Holm)", pInWords],
];

function definitionsOf({ tables }: StudySection, { definitions }: StudyReport): string[] {
  const used = new Set(tables.flatMap(({ figures }) => figures.map(({ define }) => define)));
  return [...used].map((id) => `${id}: ${definitions[id] ?? ""}`);
}

function reportMarkdown({ title, account, sections, definitions }: StudyReport): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const tableOf = ({ title: heading, figures }: FigureTable) => [
    "",
    row([heading, ...COLUMNS.map(([head]) => head), ""]),
    row(Array.from({ length: COLUMNS.length + 2 }, () => "---")),
    ...figures.map((figure) =>
      row([
        `${figure.what.replaceAll("|", "\\|")}[^${figure.define}]`,
        ...COLUMNS.map(([, cell]) => cell(figure)),
        needsInWords(figure),
      ]),
    ),
  ];
  return [
    `# ${title}`,
    "",
    ...account.map((line) => `- ${line}`),
    ...sections.flatMap(({ nth, title: heading, tables, notes }) => [
      ...["", `## ${nth}. ${heading}`],
      ...tables.flatMap(tableOf),
      ...(notes.length > 0 ? ["", ...notes.map((note) => `- ${note}`)] : []),
    ]),
    "",
    ...Object.entries(definitions).map(([id, words]) => `[^${id}]: ${words}`),
  ];
}

function reportCsv({ sections }: StudyReport): string {
  const rows = sections.flatMap(({ nth, title: section, tables }) =>
    tables.flatMap(({ title: table, figures }) =>
      figures.map(({ define: figure, what, unit, n, value, interval, p, adjusted, needs }) => ({
        ...{ section: nth, title: section, table, figure, what, unit, n, value },
        ...{ low: interval?.low, high: interval?.high, p, p_holm: adjusted, needs },
      })),
    ),
  );
  return stringify(rows, { header: true });
}

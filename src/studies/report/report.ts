// Reports what a study shows: sentences, five tables and what was asked. Commands and pages call it.

import { resolve } from "node:path";
import { words } from "../../engine/words/words.ts";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson } from "../../home/process/io.ts";
import { dropMissing } from "../../lists.ts";
import { type Answered, formatBadge } from "../../showing/words.ts";
import { alignColumns } from "../../text/aligned.ts";
import { formatCount } from "../../text/plain.ts";
import { wrap } from "../../text/wrap.ts";
import { readStudy, type StudyRecord } from "../results.ts";
import { adjustByHolm } from "../statistics.ts";
import type { Arm } from "../study.ts";
import { DEFINITIONS } from "./definitions.ts";
import {
  createScale,
  drawBar,
  type FigureTable,
  formatInterval,
  formatNeeds,
  formatP,
  formatValue,
  type StudyFigure,
} from "./figures.ts";
import { writeSentences } from "./sentences.ts";
import { readStudyData, type StudyData } from "./study-data.ts";
import { createTables } from "./tables.ts";

export type StudyReport = {
  name: string;
  title: string;
  answered: string;
  /** True if each meeting has ended. Until then the report has no p. */
  isFinal: boolean;
  /** The result in one sentence; without one, how many meetings have ended. */
  finding: string;
  sentences: readonly string[];
  tables: readonly FigureTable[];
  account: readonly string[];
  definitions: Readonly<Record<string, string>>;
  seeds: readonly number[];
};

export async function createReport(record: StudyRecord): Promise<StudyReport> {
  const { study } = record;
  const data = await readStudyData(record);
  const asked =
    study.scenarios.length * study.subjects.length * study.seeds.length * study.arms.length;
  const held = data.closed.length + data.failed;
  const isFinal = held >= asked;
  const tables = isFinal ? correctMain(createTables(data)) : dropTests(createTables(data));
  const answered = await nameAnswerers(record, data);
  const unfinished = `Not final: ${held} of ${formatCount(asked, "meeting")}. The report has no p until all have ended.`;
  const { finding, sentences } = writeSentences(data, tables);
  const account = describeStudy(data, asked, answered);
  return {
    name: study.name,
    title: study.title,
    answered,
    isFinal,
    finding: isFinal ? (finding ?? `${formatCount(held, "meeting")} held, no finding`) : unfinished,
    sentences: isFinal ? sentences : [unfinished, ...sentences],
    tables,
    account,
    definitions: collectDefinitions(tables),
    seeds: study.seeds,
  };
}

/** Who answered, from the first meeting of each arm that can be read. */
async function nameAnswerers(record: StudyRecord, { closed }: StudyData): Promise<string> {
  const answered: Answered[] = [];
  for (const { name } of record.study.arms) {
    const first = closed.find(({ arm }) => arm === name);
    const state = first && (await record.meeting(first).catch(ignoreUnreadable));
    if (state) answered.push({ simulated: state.simulated, members: state.scenario.members });
  }
  return answered.length === 0 ? "" : formatBadge(...answered);
}

/** A moved or damaged transcript does not stop the report. */
function ignoreUnreadable(error: unknown): null {
  if (error instanceof BoardroomError) return null;
  throw error;
}

function mapFigures(
  tables: readonly FigureTable[],
  change: (figure: StudyFigure) => StudyFigure,
): FigureTable[] {
  return tables.map((table) => ({ ...table, figures: table.figures.map(change) }));
}

/** Corrects the main question alone: it is several figures if the study has several scenarios. */
function correctMain(tables: readonly FigureTable[]): FigureTable[] {
  const isMain = ({ define, test }: StudyFigure) => define === "difference" && test === "main";
  const main = tables.flatMap(({ figures }) => figures.filter(isMain));
  const adjusted = adjustByHolm(main.map(({ p }) => p ?? 1));
  return mapFigures(tables, (figure) => {
    const p = adjusted[main.indexOf(figure)];
    return p === undefined ? figure : { ...figure, p };
  });
}

function dropTests(tables: readonly FigureTable[]): FigureTable[] {
  return mapFigures(tables, (figure) => ({ ...figure, p: null, test: null, needs: null }));
}

function collectDefinitions(tables: readonly FigureTable[]): Readonly<Record<string, string>> {
  const used = new Set(tables.flatMap(({ figures }) => figures.map(({ define }) => define)));
  return Object.fromEntries([...used].map((id) => [id, DEFINITIONS[id][1]]));
}

function describeStudy(data: StudyData, asked: number, answered: string): string[] {
  const { study, closed, failed } = data;
  const { scenarios, subjects, seeds, arms } = study;
  const isSimulated = closed.every(({ simulated }) => simulated);
  const who = isSimulated
    ? "All members were simulated: this shows nothing about people or language models."
    : answered && `${answered}.`;
  const counts = [
    formatCount(scenarios.length, "scenario"),
    formatCount(arms.length, "arm"),
    formatCount(subjects.length, "subject"),
    `${formatCount(seeds.length, "seed")} (${formatSeeds(seeds)})`,
  ];
  const failures = failed > 0 ? `, ${failed} failed` : "";
  return dropMissing([
    `${closed.length} of ${asked} meetings held${failures}: ${counts.join(", ")}. ${who}`.trim(),
    ...arms.map((arm) => `${arm.name}: ${formatChanges(arm)}`),
    answered.includes("program:") && words.table.programSettings,
    "The numbers describe these meetings of these members on these questions. They do not show that a debate makes a decision right.",
  ]);
}

function formatChanges({ changes, made }: Arm): string {
  const entries = Object.entries(changes);
  if (entries.length === 0) return "as the scenario has it";
  const words = entries.map(([key, value]) => `${key} ${formatChange(value)}`);
  return `${words.join("; ")}${made ? ` (made by ${made.by} of ${made.of})` : ""}`;
}

function formatChange(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.map(formatChange).join(", ");
  const entries = Object.entries(value).map(([key, each]) => `${key} ${formatChange(each)}`);
  return `(${entries.join(", ")})`;
}

function formatSeeds(seeds: readonly number[]): string {
  const [first = 0, last = first] = [seeds[0], seeds.at(-1)];
  const isRange = seeds.every((seed, index) => seed === first + index);
  return isRange && seeds.length > 2 ? `${first} to ${last}` : seeds.join(", ");
}

export const REPORT_FORMATS = ["text", "json"] as const;

type StudyReportFlags = { format: (typeof REPORT_FORMATS)[number] };

export async function reportStudy(io: Io, named: string, flags: StudyReportFlags): Promise<number> {
  const report = await createReport(readStudy(resolve(io.cwd, named)));
  switch (flags.format) {
    case "json":
      printJson(io.stdout, report, 2);
      break;
    case "text":
      print(io.stdout, listReportLines(report, io.columns));
      break;
    default:
      return flags.format satisfies never;
  }
  return EXIT.decided;
}

const SENTENCES = 100;

function listReportLines(report: StudyReport, width?: number): string[] {
  const wrapText = (text: string) => wrap(text, Math.min(SENTENCES, width ?? SENTENCES));
  return [
    report.title,
    "",
    ...report.sentences.flatMap((sentence) => [...wrapText(sentence), ""]),
    ...report.tables.flatMap((table) => [
      ...listTableLines(table, width),
      ...table.notes.flatMap(wrapText),
      "",
    ]),
    ...report.account.flatMap(wrapText),
    "Definitions: docs/reference/statistics.md",
  ];
}

function listTableLines({ figures, title }: FigureTable, width?: number): readonly string[] {
  const columns = COLUMNS.filter(
    ({ head, format }) => head === "95 %" || figures.some((each) => format(each, figures) !== ""),
  );
  const rows = figures.map((figure) => [
    figure.what,
    ...columns.map(({ format }) => format(figure, figures)),
  ]);
  return alignColumns([[title, ...columns.map(({ head }) => head)], ...rows], width);
}

type ReportColumn = {
  head: string;
  format(figure: StudyFigure, figures: readonly StudyFigure[]): string;
};

const COLUMNS: readonly ReportColumn[] = [
  { head: "VALUE", format: formatValue },
  { head: "95 %", format: formatInterval },
  { head: "N", format: ({ n }) => String(n) },
  { head: "P", format: formatP },
  { head: "", format: (figure, figures) => drawBar(figure, createScale(figures, figure)) },
  { head: "", format: formatNeeds },
];

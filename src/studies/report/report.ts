import { resolve } from "node:path";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, printText } from "../../home/process/io.ts";
import { type Answered, formatBadge } from "../../showing/words.ts";
import { alignColumns } from "../../text/aligned.ts";
import { printCsv } from "../../text/csv.ts";
import { formatCount } from "../../text/plain.ts";
import { wrap } from "../../text/wrap.ts";
import { readStudy, type StudyRecord } from "../results.ts";
import { holm } from "../statistics.ts";
import type { Study } from "../study.ts";
import {
  DEFINITIONS,
  type FigureTable,
  intervalInWords,
  needsInWords,
  pInWords,
  type StudyFigure,
  type StudySection,
  valueInWords,
} from "./figures.ts";
import {
  agreementSection,
  mindsSection,
  outcomeSection,
  priceSection,
  voteSection,
} from "./sections.ts";
import { armsOf, type StudyData, studiedMeetings } from "./study-data.ts";

const SECTIONS = [outcomeSection, voteSection, mindsSection, agreementSection, priceSection];

export type StudyReport = {
  name: string;
  title: string;
  answered: string;
  account: readonly string[];
  sections: readonly StudySection[];
  definitions: Readonly<Record<string, string>>;
  seeds: readonly number[];
};

export async function reportOf(record: StudyRecord): Promise<StudyReport> {
  const { study } = record;
  const { closed, failed } = await studiedMeetings(record);
  const seen: StudyData = { study, closed, failed };
  const sections = corrected(SECTIONS.map((section, at) => ({ nth: at + 1, ...section(seen) })));
  const answered = await nameAnswerers(record, seen);
  return {
    name: study.name,
    title: study.title,
    answered,
    account: accountOf(seen, answered),
    sections,
    definitions: definitionsOf(sections),
    seeds: study.seeds,
  };
}

/** Who answered, from the first meeting of each arm that can be read. */
async function nameAnswerers(record: StudyRecord, seen: StudyData): Promise<string> {
  const answered: Answered[] = [];
  for (const { meetings } of armsOf(seen)) {
    const [first] = meetings;
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

function corrected(sections: readonly StudySection[]): StudySection[] {
  const family = sections.flatMap(({ tables }) =>
    tables.flatMap(({ figures }) => figures.flatMap(({ p }) => p ?? [])),
  );
  const adjusted = holm(family);
  let next = 0;
  return sections.map((section) => ({
    ...section,
    tables: section.tables.map((table) => ({
      ...table,
      figures: table.figures.map((figure) =>
        figure.p === null ? figure : { ...figure, adjusted: adjusted[next++] ?? null },
      ),
    })),
  }));
}

function definitionsOf(sections: readonly StudySection[]): Readonly<Record<string, string>> {
  const used = sections.flatMap(({ tables }) =>
    tables.flatMap(({ figures }) => figures.map(({ define }) => define)),
  );
  return Object.fromEntries([...new Set(used)].map((id) => [id, DEFINITIONS[id]]));
}

function accountOf({ study, closed, failed }: StudyData, answered: string): string[] {
  const { scenarios, subjects, seeds, arms } = study;
  const asked = scenarios.length * subjects.length * seeds.length * arms.length;
  const who = closed.every(({ simulated }) => simulated)
    ? " All members were simulated: this shows nothing about people or language models."
    : answered === ""
      ? ""
      : ` ${answered}.`;
  return [
    `${closed.length} of ${asked} meetings held${failed > 0 ? `, ${failed} failed` : ""}: ${formatCount(scenarios.length, "scenario")}, ${formatCount(arms.length, "arm")}, ${formatCount(subjects.length, "subject")}, ${formatCount(seeds.length, "seed")} (${seedsInWords(seeds)}).${who}`,
    ...arms.map((arm) => `${arm.name}: ${changesInWords(arm)}`),
    "The numbers describe these meetings of these members on these questions. They do not show that a debate makes a decision right.",
  ];
}

function changesInWords({ changes, made }: Study["arms"][number]): string {
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

function seedsInWords(seeds: readonly number[]): string {
  const [first = 0, last = first] = [seeds[0], seeds.at(-1)];
  const isRange = seeds.every((seed, index) => seed === first + index);
  return isRange && seeds.length > 2 ? `${first} to ${last}` : seeds.join(", ");
}

export const REPORT_FORMATS = ["text", "csv", "json"] as const;

type StudyReportFlags = { format: (typeof REPORT_FORMATS)[number] };

export async function studyReport(io: Io, named: string, flags: StudyReportFlags): Promise<number> {
  const report = await reportOf(readStudy(resolve(io.cwd, named)));
  switch (flags.format) {
    case "csv":
      printText(io.stdout, reportCsv(report));
      break;
    case "json":
      printJson(io.stdout, report, 2);
      break;
    case "text":
      print(io.stdout, reportLines(report, io.columns));
      break;
    default:
      return flags.format satisfies never;
  }
  return EXIT.decided;
}

const SENTENCES = 100;

function reportLines(report: StudyReport, width?: number): string[] {
  const sentence = (text: string) => wrap(text, Math.min(SENTENCES, width ?? SENTENCES));
  return [
    report.title,
    ...report.account.flatMap(sentence),
    "",
    ...report.sections.flatMap((section) => [
      `${section.nth}  ${section.title}`,
      ...section.tables.flatMap((table) => tableLines(table, width)),
      ...section.notes.flatMap(sentence),
      ...(section.notes.length > 0 ? [""] : []),
    ]),
    "Definitions: docs/reference/statistics.md",
  ];
}

function tableLines({ figures, title }: FigureTable, width: number | undefined): readonly string[] {
  const columns = [
    ...COLUMNS.map(([head, cell]) => [head.toUpperCase(), cell] as const),
    ["", needsInWords] as const,
  ].filter(([head, cell]) => head === "95 %" || figures.some((figure) => cell(figure) !== ""));
  const rows = figures.map((figure) => [figure.what, ...columns.map(([, cell]) => cell(figure))]);
  return [...alignColumns([[title, ...columns.map(([head]) => head)], ...rows], width), ""];
}

const COLUMNS: readonly (readonly [head: string, cell: (figure: StudyFigure) => string])[] = [
  ["value", valueInWords],
  ["95 %", intervalInWords],
  ["N", ({ n }) => String(n)],
  ["p (Holm)", pInWords],
];

const CSV_TITLES = [
  ...["section", "title", "table", "figure", "what", "unit", "n", "value", "low", "high", "p"],
  ...["p_holm", "needs", "answered"],
];

function reportCsv({ sections, answered }: StudyReport): string {
  const rows = sections.flatMap(({ nth, title: section, tables }) =>
    tables.flatMap(({ title: table, figures }) =>
      figures.map(({ define, what, unit, n, value, interval, p, adjusted, needs }) => {
        const named = [nth, section, table, define, what, unit];
        const [low, high] = [interval?.low ?? null, interval?.high ?? null];
        return [...named, n, value, low, high, p, adjusted, needs, answered];
      }),
    ),
  );
  return printCsv([CSV_TITLES, ...rows]);
}

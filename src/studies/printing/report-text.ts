import { aligned } from "../../text/aligned.ts";
import { wrap } from "../../text/wrap.ts";
import type { StudyReport } from "../reporting/study-report.ts";
import { intervalInWords, needsInWords, pInWords, valueInWords } from "../said/figure-words.ts";
import { type FigureTable, reachOf, type StudyFigure, type StudySection } from "../said/study-figure.ts";
import { dotLine, scaleOf } from "./dot-line.ts";

const SENTENCES = 100;

export function reportLines(report: StudyReport, define: boolean, width?: number): string[] {
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

import { aligned } from "../../text/aligned.ts";
import { wrap } from "../../text/wrap.ts";
import type { StudyReport } from "../reporting/study-report.ts";
import { intervalInWords, needsInWords, pInWords, valueInWords } from "../said/figure-words.ts";
import { type FigureTable, reachOf, type StudyFigure, type StudySection } from "../said/study-figure.ts";

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

/** The page of a study: its tables, with intervals and definitions. */

import type { ComponentChildren } from "preact";
import { formatOption } from "../../engine/words/figures.ts";
import {
  type FigureTable,
  intervalInWords,
  needsInWords,
  pInWords,
  reachOf,
  type StudyFigure,
  type StudySection,
  valueInWords,
} from "../../studies/report/figures.ts";
import type { StudyReport } from "../../studies/report/report.ts";
import { capitalize } from "../../text/plain.ts";
import { Home } from "./decision.tsx";
import { Cell, Interval, Page, Section } from "./layout.tsx";

type StudyPageProps = { report: StudyReport; home?: string | undefined };

export function StudyPage({
  report: { title, account, sections, definitions },
  home,
}: StudyPageProps) {
  const contents = [
    ...sections.map(({ nth, title: heading }) => [getSectionId(nth), heading] as const),
    ["definitions", "What the figures mean"] as const,
  ];
  return (
    <Page contents={contents}>
      <header class="stack tight">
        <Home home={home} />
        <h1>{title}</h1>
        {account.map((line) => (
          <p class="dim">{toPlainText(line)}</p>
        ))}
      </header>
      {sections.map((section) => (
        <Findings section={section} />
      ))}
      <Section id="definitions" title="What the figures mean">
        <dl class="stack tight">
          {Object.entries(definitions).map(([id, words]) => (
            <div>
              <dt id={`define-${id}`}>
                <b>{toPlainText(id)}</b>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </Page>
  );
}

/** `As it is: Not guilty` of `as-it-is: NOT_GUILTY`. */
function toPlainText(text: string): string {
  const [names = "", ...rest] = text.split(": ");
  const options = rest.map((each) => each.replace(/[A-Z][A-Z0-9_]{2,}/g, formatOption));
  return capitalize([names.replaceAll("-", " "), ...options].join(": "));
}

function getSectionId(nth: number): string {
  return `study-${nth}`;
}

function Findings({ section: { nth, title, tables, notes } }: { section: StudySection }) {
  return (
    <Section id={getSectionId(nth)} title={`${nth}. ${title}`}>
      {tables
        .filter(({ figures }) => figures.length > 0)
        .map((table) => (
          <FiguresOf table={table} />
        ))}
      {notes.map((note) => (
        <p class="dim">{note}</p>
      ))}
    </Section>
  );
}

type FigureColumn = readonly [title: string, cell: (figure: StudyFigure) => ComponentChildren];

function FiguresOf({ table: { title, figures, isDrawn } }: { table: FigureTable }) {
  const reach = reachOf(figures);
  const columns: readonly FigureColumn[] = [
    ["Value", valueInWords],
    ["95 %", intervalInWords],
    ["N", ({ n }) => n],
    ...(figures.some(({ adjusted }) => adjusted !== null) ? [["p (Holm)", pInWords] as const] : []),
    ...(isDrawn
      ? [
          [
            formatScale(figures, reach),
            (figure: StudyFigure) =>
              figure.value === null ? null : <Plot figure={figure} reach={reach} />,
          ] as const,
        ]
      : []),
    ...(figures.some((figure) => needsInWords(figure) !== "")
      ? [["Missing", needsInWords] as const]
      : []),
  ];
  return (
    <table class="table">
      <thead>
        <tr>
          {[title, ...columns.map(([head]) => head)].map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr>
            <th scope="row">
              <a href={`#define-${figure.define}`}>{toPlainText(figure.what)}</a>
            </th>
            {columns.map(([head, cell]) => (
              <Cell label={head}>{cell(figure)}</Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatScale(figures: readonly StudyFigure[], reach: number): string {
  const hasDifference = figures.some(({ unit }) => unit === "difference");
  const hasShare = figures.some(({ unit }) => unit !== "difference");
  const scales = [
    ...(hasShare ? ["0 to 1"] : []),
    ...(hasDifference ? [`±${reach.toFixed(2)}`] : []),
  ];
  return scales.join("; ");
}

function Plot({ figure, reach }: { figure: StudyFigure; reach: number }) {
  const { value, interval, unit, what } = figure;
  if (value === null) return null;
  const isDifference = unit === "difference";
  const x = (number: number) => (isDifference ? (number + reach) / (2 * reach) : number);
  const words = [
    valueInWords(figure),
    ...(interval ? [`between ${intervalInWords(figure)}`] : []),
  ].join(", ");
  return (
    <Interval
      at={x(value)}
      interval={interval && { low: x(interval.low), high: x(interval.high) }}
      zero={isDifference ? 0.5 : 0}
      label={`${what}: ${words}`}
    />
  );
}

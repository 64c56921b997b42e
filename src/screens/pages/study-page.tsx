/** The page of a study: its sentences, and its tables with intervals, pictures and definitions. */

import type { ComponentChildren } from "preact";
import { formatOption } from "../../engine/words/figures.ts";
import {
  createScale,
  type FigureTable,
  formatInterval,
  formatNeeds,
  formatP,
  formatValue,
  type StudyFigure,
} from "../../studies/report/figures.ts";
import type { StudyReport } from "../../studies/report/report.ts";
import { capitalize } from "../../text/plain.ts";
import { Cell, Fact, Interval, Page, Section } from "./layout.tsx";

type StudyPageProps = { report: StudyReport; home?: string | undefined };

export function StudyPage({ report, home }: StudyPageProps) {
  const { title, finding, sentences, tables, account, definitions } = report;
  const [found = "", ...range] = toPlainText(finding).split(/(?= \()/);
  const contents = [
    ...tables.map((table, index) => [getTableId(index), table.title] as const),
    ["account", "What was asked"] as const,
    ["definitions", "What the figures mean"] as const,
  ];
  return (
    <Page contents={contents} home={home} isWide>
      <p class="notice">Boardroom study</p>
      <h1 class="question">{title}</h1>
      <p class="answer">
        {found}
        <span>{range.join("")}</span>
      </p>
      {sentences.map((sentence) =>
        sentence === finding || sentence.startsWith("Main question") ? null : (
          <p class="gap">{toPlainText(sentence)}</p>
        ),
      )}
      {tables.map((table, index) => (
        <Section id={getTableId(index)} title={table.title}>
          {table.figures.length > 0 ? <Figures table={table} /> : null}
          {table.notes.map((note) => (
            <p class="soft">{note}</p>
          ))}
        </Section>
      ))}
      <Section id="account" title="What was asked">
        {account.map((line) => (
          <p class="soft">{toPlainText(line)}</p>
        ))}
      </Section>
      <Section id="definitions" title="What the figures mean">
        <dl class="facts wide">
          {Object.entries(definitions).map(([id, words]) => (
            <Fact name={<span id={`define-${id}`}>{toPlainText(id)}</span>}>{words}</Fact>
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

function getTableId(index: number): string {
  return `study-${index + 1}`;
}

type FigureColumn = { title: string; show(figure: StudyFigure): ComponentChildren };

function Figures({ table: { title, figures } }: { table: FigureTable }) {
  const columns: FigureColumn[] = [
    {
      title: "Value",
      show: (figure) => (figure.value === null && !figure.text ? "" : formatValue(figure)),
    },
    { title: "95 %", show: formatInterval },
    { title: "N", show: ({ n }) => n },
    { title: "p", show: formatP },
    {
      title: "Picture",
      show: (figure) => (figure.value === null ? "" : <Plot figure={figure} figures={figures} />),
    },
    { title: "Missing", show: formatNeeds },
  ];
  const shown = columns.filter(({ show }) => figures.some((figure) => show(figure) !== ""));
  return (
    <table class="figures">
      <thead>
        <tr>
          {[title, ...shown.map((column) => column.title)].map((head) => (
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
            {shown.map((column) => (
              <Cell label={column.title}>{column.show(figure)}</Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type PlotProps = { figure: StudyFigure; figures: readonly StudyFigure[] };

function Plot({ figure, figures }: PlotProps) {
  const { value, interval, unit, what } = figure;
  if (value === null) return null;
  const scale = createScale(figures, figure);
  const between = interval ? `, between ${formatInterval(figure)}` : "";
  return (
    <Interval
      at={scale(value)}
      interval={interval && { low: scale(interval.low), high: scale(interval.high) }}
      zero={unit === "difference" ? 0.5 : 0}
      label={`${what}: ${formatValue(figure)}${between}`}
    />
  );
}

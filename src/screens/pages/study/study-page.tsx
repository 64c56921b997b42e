import {
  type FigureTable,
  intervalInWords,
  needsInWords,
  pInWords,
  reachOf,
  type StudyFigure,
  type StudySection,
  valueInWords,
} from "../../../studies/report/figures.ts";
import type { StudyReport } from "../../../studies/report/study-report.ts";

import { Page } from "../page.tsx";
import { Section } from "../parts/section.tsx";

type StudyPageProps = { readonly report: StudyReport };

export function StudyPage({ report }: StudyPageProps) {
  const { title, account, sections, definitions } = report;
  const contents = [
    ...sections.map(({ nth, title: heading }) => [sectionId(nth), heading] as const),
    ["definitions", "What figures are"] as const,
  ];
  return (
    <Page contents={contents}>
      <header>
        <h1>{title}</h1>
        {account.map((line) => (
          <p>{line}</p>
        ))}
      </header>
      {sections.map((section) => (
        <Findings section={section} />
      ))}
      <Section id="definitions" title="What figures are">
        <dl class="definitions">
          {Object.entries(definitions).map(([id, words]) => (
            <>
              <dt id={`define-${id}`}>{id}</dt>
              <dd>{words}</dd>
            </>
          ))}
        </dl>
      </Section>
    </Page>
  );
}

function sectionId(nth: number): string {
  return `study-${nth}`;
}

function Findings({ section: { nth, title, tables, notes } }: { readonly section: StudySection }) {
  return (
    <Section id={sectionId(nth)} title={`${nth}. ${title}`}>
      {tables
        .filter(({ figures }) => figures.length > 0)
        .map((table) => (
          <div class="wide-table">
            <FiguresOf table={table} />
          </div>
        ))}
      {notes.map((note) => (
        <p class="dim">{note}</p>
      ))}
    </Section>
  );
}

function FiguresOf({ table: { title, figures, isDrawn } }: { readonly table: FigureTable }) {
  const isTested = figures.some(({ adjusted }) => adjusted !== null);
  const isShort = figures.some((figure) => needsInWords(figure) !== "");
  const reach = reachOf(figures);
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Value</th>
          <th scope="col">95 %</th>
          <th scope="col">N</th>
          {isTested ? <th scope="col">p (Holm)</th> : null}
          {isDrawn ? <th scope="col">{scaleInWords(figures, reach)}</th> : null}
          {isShort ? <th scope="col">Missing</th> : null}
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr>
            <th scope="row">
              <a href={`#define-${figure.define}`}>{figure.what}</a>
            </th>
            <td>{valueInWords(figure)}</td>
            <td>{intervalInWords(figure)}</td>
            <td>{figure.n}</td>
            {isTested ? <td>{pInWords(figure)}</td> : null}
            {isDrawn ? (
              <td>
                <DotPlot figure={figure} reach={reach} />
              </td>
            ) : null}
            {isShort ? <td class="missing">{needsInWords(figure)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function scaleInWords(figures: readonly StudyFigure[], reach: number): string {
  const hasDifference = figures.some(({ unit }) => unit === "difference");
  const hasShare = figures.some(({ unit }) => unit !== "difference");
  const scales = [...(hasShare ? ["0 to 1"] : []), ...(hasDifference ? [`±${reach.toFixed(2)}`] : [])];
  return scales.join("; ");
}

const WIDTH = 160;
const MARGIN = 6;
const HEIGHT = 16;

function DotPlot({ figure, reach }: { readonly figure: StudyFigure; readonly reach: number }) {
  const { value, interval, unit, what } = figure;
  if (value === null) return null;
  const isDifference = unit === "difference";
  const [low, high] = isDifference ? [-reach, reach] : [0, 1];
  const x = (number: number) =>
    MARGIN + ((Math.min(high, Math.max(low, number)) - low) / (high - low)) * (WIDTH - 2 * MARGIN);
  const y = HEIGHT / 2;
  const words = [valueInWords(figure), ...(interval ? [`between ${intervalInWords(figure)}`] : [])].join(", ");
  return (
    <svg class="dot-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${what}: ${words}`}>
      <line class="grid" x1={x(low)} x2={x(high)} y1={y} y2={y} />
      <line class="grid" x1={x(isDifference ? 0 : low)} x2={x(isDifference ? 0 : low)} y1="1" y2={HEIGHT - 1} />
      {interval ? <line class="interval" x1={x(interval.low)} x2={x(interval.high)} y1={y} y2={y} /> : null}
      <circle class="share" cx={x(value)} cy={y} r="4" />
    </svg>
  );
}

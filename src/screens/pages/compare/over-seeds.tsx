import { personIn } from "../../../showing/meeting-view/people.ts";
import { wilson } from "../../../studies/figures/statistics.ts";
import { outcomeLabel } from "../decision.tsx";
import { percent } from "../parts/section.tsx";
import { Verdict } from "../parts/verdict.tsx";
import { compareWords } from "../words/compare-words.ts";
import { type Compared, membersOf, subjectOf } from "./compared.ts";

type OverSeedsProps = { readonly meetings: readonly Compared[] };

export function OverSeeds({ meetings }: OverSeedsProps) {
  return (
    <div class="over-seeds">
      <h3>
        {subjectOf(meetings)} <span class="dim">{compareWords.meetings(meetings.length)}</span>
      </h3>
      <div class="wide-table">
        <Shares meetings={meetings} />
      </div>
      <div class="wide-table">
        <Endings meetings={meetings} />
      </div>
    </div>
  );
}

const WIDTH = 900;
const LEFT = 180;
const RIGHT = 250;
const ROW = 30;

function Shares({ meetings }: OverSeedsProps) {
  const rows = outcomesOf(meetings);
  const x = (share: number) => (LEFT + share * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const bottom = 8 + rows.length * ROW;
  return (
    <svg
      class="shares"
      viewBox={`0 0 ${WIDTH} ${bottom + 22}`}
      role="img"
      aria-label={rows.map((row) => inWords(row)).join("; ")}
    >
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <>
          <line class="grid" x1={x(share)} x2={x(share)} y1="4" y2={bottom} />
          <text class="scale" x={x(share)} y={bottom + 16}>
            {percent(share)}
          </text>
        </>
      ))}
      {rows.map((row, index) => {
        const y = 8 + index * ROW + ROW / 2;
        return (
          <g class={row.tone}>
            <text class="label" x={LEFT - 14} y={y + 4}>
              {row.label}
            </text>
            <line class="interval" x1={x(row.low)} x2={x(row.high)} y1={y} y2={y} />
            <circle class="share" cx={x(row.count / row.of)} cy={y} r="5" />
            <text x={WIDTH - RIGHT + 20} y={y + 4}>
              {`${compareWords.of(row.count, row.of)}, ${percent(row.count / row.of)} (${intervalInWords(row)})`}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

type OutcomeShare = {
  readonly label: string;
  readonly tone: string;
  readonly count: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
};

function inWords(row: OutcomeShare): string {
  const { label, count, of } = row;
  return `${label} ${compareWords.of(count, of)}, ${compareWords.between(intervalInWords(row))}`;
}

function intervalInWords({ low, high }: OutcomeShare): string {
  return compareWords.range(percent(low), percent(high));
}

function outcomesOf(meetings: readonly Compared[]): readonly OutcomeShare[] {
  const found = new Map<string, { tone: string; count: number }>();
  for (const { view, table } of meetings) {
    const label = outcomeLabel(view, table.outcome);
    const known = found.get(label) ?? {
      tone: view.options.get(table.outcome?.option ?? "")?.tone ?? table.outcome?.side ?? "none",
      count: 0,
    };
    found.set(label, { ...known, count: known.count + 1 });
  }
  const of = meetings.length;
  return [...found]
    .map(([label, { tone, count }]) => ({
      label,
      tone,
      count,
      of,
      ...(wilson(count, of) ?? { low: 0, high: 1 }),
    }))
    .sort((a, b) => b.count - a.count);
}

function Endings({ meetings }: OverSeedsProps) {
  const [first] = meetings;
  if (!first) return null;
  const options = [...first.view.options.keys(), null].filter((option) =>
    meetings.some(({ table }) => table.members.some(({ final }) => final === option)),
  );
  return (
    <table class="table">
      <thead>
        <tr>
          <td />
          {options.map((option) => (
            <th scope="col">
              <Verdict view={first.view} verdict={option} />
            </th>
          ))}
          <th scope="col">{compareWords.moved}</th>
        </tr>
      </thead>
      <tbody>
        {membersOf(meetings).map(([id, of]) => {
          const rows = meetings.flatMap(({ table }) => table.members.filter((row) => row.id === id));
          const person = personIn(of.view, id);
          return (
            <tr>
              <th scope="row">{person.name}</th>
              {options.map((option) => {
                const count = rows.filter(({ final }) => final === option).length;
                const heat = count === 0 ? 0 : Math.max(1, Math.round((4 * count) / rows.length));
                return <td class={`heat-${heat}`}>{count > 0 ? count : null}</td>;
              })}
              <td class="dim">{rows.filter(({ changes }) => changes.length > 0).length}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

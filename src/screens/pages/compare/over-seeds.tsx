import { personIn } from "../../../showing/cast.ts";
import { wilson } from "../../../studies/figures/statistics.ts";
import { OutcomeChip, outcomeLabel } from "../decision.tsx";
import { Interval } from "../parts/interval.tsx";
import { Cell, percent } from "../parts/section.tsx";
import { Verdict } from "../parts/verdict.tsx";
import { compareWords } from "../words/compare-words.ts";
import { type Compared, membersOf, subjectOf } from "./compared.ts";

type OverSeedsProps = { readonly meetings: readonly Compared[] };

export function OverSeeds({ meetings }: OverSeedsProps) {
  return (
    <div class="stack">
      <h3>
        {subjectOf(meetings)} <small>{compareWords.meetings(meetings.length)}</small>
      </h3>
      <Shares meetings={meetings} />
      <Endings meetings={meetings} />
    </div>
  );
}

function Shares({ meetings }: OverSeedsProps) {
  const groups = new Map<string, Compared[]>();
  for (const meeting of meetings) {
    const label = outcomeLabel(meeting.view, meeting.table.outcome);
    groups.set(label, [...(groups.get(label) ?? []), meeting]);
  }
  const of = meetings.length;
  return (
    <table class="table">
      <tbody>
        {[...groups]
          .toSorted(([, a], [, b]) => b.length - a.length)
          .map(([label, [first, ...others]]) => {
            if (!first) return null;
            const count = others.length + 1;
            const interval = wilson(count, of) ?? { low: 0, high: 1 };
            const range = compareWords.range(percent(interval.low), percent(interval.high));
            const told = `${compareWords.of(count, of)}, ${percent(count / of)} (${range})`;
            return (
              <tr>
                <th scope="row">
                  <OutcomeChip view={first.view} outcome={first.table.outcome} />
                </th>
                <td>
                  <Interval at={count / of} interval={interval} label={`${label} ${told}`} />
                </td>
                <td>{told}</td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
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
          return (
            <tr>
              <th scope="row">{personIn(of.view, id).name}</th>
              {options.map((option) => (
                <Cell
                  label={
                    option === null ? compareWords.noVerdict : (first.view.options.get(option)?.label ?? "")
                  }
                >
                  {rows.filter(({ final }) => final === option).length}
                </Cell>
              ))}
              <Cell label={compareWords.moved}>{rows.filter(({ changes }) => changes.length > 0).length}</Cell>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

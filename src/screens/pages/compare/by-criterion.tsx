import { ownOf } from "../../../lists.ts";
import { parseReference } from "../../../scenario/documents/citations.ts";
import { compareWords } from "../words/compare-words.ts";
import { ByMeeting } from "./by-meeting.tsx";
import type { Compared } from "./compared.ts";

type ScriptPoint = NonNullable<Compared["view"]["state"]["scenario"]["script"]>["points"][number];
type Strongest = { readonly for: ScriptPoint | null; readonly against: ScriptPoint | null };

export function hasCriteria(meetings: readonly Compared[]): boolean {
  return meetings.some(({ view }) => (view.state.scenario.script?.points.length ?? 0) > 0);
}

export function ByCriterion({ meetings }: { readonly meetings: readonly Compared[] }) {
  return (
    <ByMeeting
      meetings={meetings}
      rows={criteriaOf(meetings).map(([id, title]) => ({
        title,
        cell: (meeting) => <StrongestLines strongest={strongestOf(meeting, id)} />,
      }))}
    />
  );
}

type LinesProps = { readonly strongest: Strongest };

function StrongestLines({ strongest }: LinesProps) {
  return (
    <td>
      <PointLine point={strongest.for} sign="▲" tone="for" />
      <PointLine point={strongest.against} sign="▼" tone="against" />
      {strongest.for === null && strongest.against === null ? (
        <span class="dim">{compareWords.nothing}</span>
      ) : null}
    </td>
  );
}

type PointLineProps = {
  readonly point: ScriptPoint | null;
  readonly sign: string;
  readonly tone: "for" | "against";
};

function PointLine({ point, sign, tone }: PointLineProps) {
  if (!point) return null;
  const line = parseReference(point.ref)?.from;
  return (
    <p class={`point ${tone}`}>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <span class="gone">{compareWords.sides[tone]}: </span> {point.lines[0] ?? point.quote}{" "}
      {line === undefined ? null : <span class="dim">{compareWords.line(line)}</span>}
    </p>
  );
}

function criteriaOf(meetings: readonly Compared[]): readonly (readonly [id: string, title: string])[] {
  const titles = new Map<string, string>();
  for (const { view } of meetings) {
    const { criteria, script } = view.state.scenario;
    for (const { id, name } of criteria) titles.set(id, name);
    if (criteria.length === 0)
      for (const { bears } of script?.points ?? [])
        for (const id of Object.keys(bears)) titles.set(id, compareWords.theCase);
  }
  return [...titles];
}

/** By weight on the criterion; the first of equals. */
function strongestOf({ view, table }: Compared, criterion: string): Strongest {
  const points = (view.state.scenario.script?.points ?? []).filter(
    ({ ref }) => table.subject === null || parseReference(ref)?.name === table.subject.name,
  );
  const most = (sign: 1 | -1) =>
    points.reduce<ScriptPoint | null>((best, point) => {
      const weightOf = ({ bears }: ScriptPoint) => sign * (ownOf(bears, criterion) ?? 0);
      return weightOf(point) > Math.max(0, best === null ? 0 : weightOf(best)) ? point : best;
    }, null);
  return { for: most(1), against: most(-1) };
}

/** The page that compares several meetings: side by side, or as shares over many seeds. */

import type { ComponentChildren } from "preact";
import { words } from "../../engine/words/words.ts";
import { groupBy } from "../../lists.ts";
import { findPerson, nameByOptions } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import {
  formatChange,
  formatCited,
  formatCost,
  formatDissent,
  formatOpeningVote,
  formatSaidAndVoted,
  formatVotesBySide,
} from "../../showing/words.ts";
import { wilson } from "../../studies/statistics.ts";
import { formatCount } from "../../text/plain.ts";
import { Notice } from "./decision.tsx";
import {
  Answer,
  Cell,
  CountedSeats,
  formatPercent,
  Interval,
  listCountedOptions,
  Page,
  Section,
  Verdict,
} from "./layout.tsx";

export type Compared = {
  view: MeetingView;
  table: VerdictTable;
  name: string;
  report: string | null;
};

type Meetings = { meetings: readonly Compared[] };

/** Meetings up to which there is a column for each; of more there are shares alone. */
const MOST_COLUMNS = 8;

export function Comparison({ groups }: { groups: readonly (readonly Compared[])[] }) {
  const sections = groups.flatMap((meetings, index) => {
    const about = groups.length === 1 ? "" : `: ${meetings[0]?.table.scenario.title ?? ""}`;
    const nth = index === 0 ? "" : `-${index + 1}`;
    const isFew = meetings.length <= MOST_COLUMNS;
    const subjects = groupBySubject(meetings);
    const sideBySide = { id: `side-by-side${nth}`, title: `Side by side${about}` };
    const seeds = { id: `seeds${nth}`, title: `Over seeds${about}` };
    return [
      ...(isFew ? [{ ...sideBySide, children: <SideBySide meetings={meetings} /> }] : []),
      ...(!isFew || subjects.length < meetings.length
        ? [{ ...seeds, children: subjects.map((group) => <Shares meetings={group} />) }]
        : []),
    ];
  });
  const questions = new Set(groups.flat().map(({ table }) => table.scenario.question));
  return (
    <Page contents={sections.map(({ id, title }) => [id, title] as const)} isWide>
      <Notice
        tables={groups.flat().map(({ table }) => table)}
        what={`comparison of ${formatCount(groups.flat().length, "meeting")}`}
      />
      <h1 class="question">{[...questions].join(" ")}</h1>
      <p class="source">Sorted {words.across.order}.</p>
      {sections.map(Section)}
    </Page>
  );
}

function groupBySubject(meetings: readonly Compared[]): readonly (readonly Compared[])[] {
  return [...groupBy(meetings, ({ table }) => table.subject?.sha256 ?? "").values()];
}

function SideBySide({ meetings }: Meetings) {
  const row = (title: ComponentChildren, cell: (meeting: Compared) => ComponentChildren) => (
    <tr>
      <th scope="row">{title}</th>
      {meetings.map((meeting) => (
        <Cell label={meeting.name}>{cell(meeting)}</Cell>
      ))}
    </tr>
  );
  const members = new Map(
    meetings.flatMap(({ view, table }) => table.members.map(({ id }) => [id, view])),
  );
  return (
    <table class="figures">
      <thead>
        <tr>
          <td />
          {meetings.map(({ name, report }) => (
            <th scope="col">{report === null ? name : <a href={report}>{name}</a>}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row("Outcome", ({ view, table }) => (
          <>
            <b>
              <Answer view={view} outcome={table.outcome} />
            </b>
            <p>
              <CountedSeats view={view} counted={listCountedOptions(table)} />
            </p>
            <small class="soft">{formatVotesBySide(table, table.tally)}</small>
          </>
        ))}
        {[...members].map(([id, view]) => {
          const { name, title } = findPerson(view, id);
          return row(
            <>
              {name} <small class="soft">{title}</small>
            </>,
            (meeting) => <Held meeting={meeting} id={id} />,
          );
        })}
        {row("Opening vote", ({ table }) =>
          table.withoutTalk ? formatOpeningVote(table, table.withoutTalk) : "–",
        )}
        {row(words.table.saidVoted, ({ table }) => formatSaidAndVoted(table))}
        {row("Dissent", ({ table }) => formatDissent(table))}
        {row("Problems", ({ table }) => table.incidents.length)}
        {row("Cost", ({ table }) => formatCost(table.spending))}
      </tbody>
    </table>
  );
}

function Held({ meeting: { view, table }, id }: { meeting: Compared; id: string }) {
  const row = table.members.find((each) => each.id === id);
  if (!row) return <span class="soft">{words.across.notSeated}</span>;
  return (
    <>
      <Verdict view={view} verdict={row.final} />{" "}
      {row.confidence === null ? null : <small class="soft">{formatPercent(row.confidence)}</small>}
      {row.changes.map((change) => (
        <p class="small soft">{formatChange(change)}</p>
      ))}
      <p class="small soft">Citations: {formatCited(row)}</p>
      {row.wouldChange === null ? null : (
        <p class="small soft">
          <b>Would change it:</b> {row.wouldChange}
        </p>
      )}
    </>
  );
}

/** How often each outcome came, and the 95 % interval of its share (Wilson). */
function Shares({ meetings }: Meetings) {
  const of = meetings.length;
  const [first] = meetings;
  const labels = groupBy(meetings, ({ view, table }) => nameByOptions(view.options, table.outcome));
  return (
    <div>
      <h3>
        {first?.table.subject?.title ?? first?.table.scenario.title}{" "}
        <small class="soft">{of} meetings</small>
      </h3>
      <table class="figures">
        <tbody>
          {[...labels]
            .toSorted(([, a], [, b]) => b.length - a.length)
            .map(([label, group]) => {
              const share = group.length / of;
              const interval = wilson(group.length, of) ?? { low: 0, high: 1 };
              const range = `${formatPercent(interval.low)} to ${formatPercent(interval.high)}`;
              const text = `${group.length} of ${of}, ${formatPercent(share)} (${range})`;
              return (
                <tr>
                  <th scope="row">{label}</th>
                  <td>
                    <Interval at={share} interval={interval} label={`${label} ${text}`} />
                  </td>
                  <td>{text}</td>
                </tr>
              );
            })}
        </tbody>
      </table>
    </div>
  );
}

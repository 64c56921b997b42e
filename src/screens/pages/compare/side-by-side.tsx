import type { ComponentChildren } from "preact";
import { optionLabel, personIn } from "../../../showing/cast.ts";
import type { MemberRow } from "../../../showing/verdict-schema.ts";
import { dissentInWords, dollarsInWords, verdictInWords, votesBySide } from "../../../showing/words.ts";
import { OutcomeChip, outcomeLabel, VotesBar } from "../decision.tsx";
import { Cell, percent } from "../parts/section.tsx";
import { Verdict } from "../parts/verdict.tsx";
import { compareWords } from "../words/compare-words.ts";
import { type Compared, membersOf } from "./compared.ts";

type SideBySideProps = { readonly meetings: readonly Compared[] };

export function SideBySide({ meetings }: SideBySideProps) {
  const row = (title: ComponentChildren, cell: (meeting: Compared) => ComponentChildren) => (
    <tr>
      <th scope="row">{title}</th>
      {meetings.map((meeting) => (
        <Cell label={meeting.name}>{cell(meeting)}</Cell>
      ))}
    </tr>
  );
  return (
    <table class="table">
      <thead>
        <tr>
          <td />
          {meetings.map(({ name, report }) => (
            <th scope="col">{report === null ? name : <a href={report}>{name}</a>}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(compareWords.outcome, ({ view, table }) => (
          <>
            <OutcomeChip view={view} outcome={table.outcome} />
            <VotesBar view={view} table={table} />
            <small>{votesBySide(table, table.tally)}</small>
          </>
        ))}
        {membersOf(meetings).map(([id, { view }]) => {
          const { name, title } = personIn(view, id);
          return row(
            <>
              {name} <small>{title}</small>
            </>,
            (meeting) => <Held meeting={meeting} id={id} />,
          );
        })}
        {FACTS.map(([fact, cell]) => row(compareWords.facts[fact], cell))}
      </tbody>
    </table>
  );
}

/** The verdict of a member, how it moved, and what would change it. */
function Held({ meeting: { view, table }, id }: { readonly meeting: Compared; readonly id: string }) {
  const row = table.members.find((each) => each.id === id);
  if (!row) return <span class="dim">{compareWords.notSeated}</span>;
  return (
    <>
      <Verdict view={view} verdict={row.final} />{" "}
      {row.confidence === null ? null : <small>{percent(row.confidence)}</small>}
      {row.changes.length === 0 ? null : <p class="dim">{movedInWords(row)}</p>}
      {row.wouldChange === null ? null : (
        <p class="dim">
          <b>{compareWords.wouldChange}</b> {row.wouldChange}
        </p>
      )}
    </>
  );
}

/** `moved from Weak hire`, `moved 2 times, first from Weak hire`. */
function movedInWords({ changes }: MemberRow): string {
  const from = changes[0]?.from ?? null;
  const first = from === null ? verdictInWords(null).toLowerCase() : optionLabel(from);
  return changes.length === 1 ? compareWords.movedOnce(first) : compareWords.movedOften(changes.length, first);
}

type ComparedFact = readonly [fact: keyof typeof compareWords.facts, cell: (meeting: Compared) => string];

const FACTS: readonly ComparedFact[] = [
  ["before", before],
  ["dissent", ({ table }) => dissentInWords(table)],
  ["found", ({ table }) => found(table)],
  ["incidents", ({ table }) => String(table.incidents.length)],
  ["cost", ({ table }) => dollarsInWords(table.spending.cost)],
  ["seed", ({ table }) => table.seed],
];

function before({ view, table }: Compared): string {
  const { withoutTalk } = table;
  if (!withoutTalk) return compareWords.noBallot;
  const votes = votesBySide(table, withoutTalk);
  return compareWords.beforeWas(outcomeLabel(view, withoutTalk.outcome), votes);
}

function found({ members }: Compared["table"]): string {
  const sum = (of: (cited: Compared["table"]["members"][number]["cited"]) => number) =>
    members.reduce((total, { cited }) => total + of(cited), 0);
  const all = sum(({ exact, near, absent }) => exact + near + absent);
  return all === 0
    ? compareWords.none
    : compareWords.of(
        sum(({ exact, near }) => exact + near),
        all,
      );
}

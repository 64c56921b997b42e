import { optionLabel } from "../../../showing/meeting-view/options.ts";
import { personIn } from "../../../showing/meeting-view/people.ts";
import type { MemberRow } from "../../../showing/verdict-schema.ts";
import { dissentInWords, dollarsInWords, verdictInWords, votesBySide } from "../../../showing/words.ts";
import { OutcomeChip, outcomeLabel, VotesBar } from "../decision.tsx";
import { percent } from "../parts/section.tsx";
import { Verdict } from "../parts/verdict.tsx";
import { compareWords } from "../words/compare-words.ts";
import { type Compared, membersOf } from "./compared.ts";

type SideBySideProps = { readonly meetings: readonly Compared[] };

export function SideBySide({ meetings }: SideBySideProps) {
  return (
    <div class="wide-table">
      <table class="table side-by-side">
        <thead>
          <tr>
            <td />
            {meetings.map(({ name, report }) => (
              <th scope="col">{report === null ? name : <a href={report}>{name}</a>}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{compareWords.outcome}</th>
            {meetings.map(({ view, table }) => (
              <td data-label={table.subject?.title}>
                <OutcomeChip view={view} outcome={table.outcome} />
                <VotesBar view={view} table={table} />
                <span class="dim">{votesBySide(table, table.tally)}</span>
              </td>
            ))}
          </tr>
          {membersOf(meetings).map(([id, of]) => (
            <MemberLine id={id} of={of} meetings={meetings} />
          ))}
          {FACTS.map(([fact, cell]) => (
            <tr>
              <th scope="row">{compareWords.facts[fact]}</th>
              {meetings.map((meeting) => (
                <td>{cell(meeting)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MemberLine({ id, of, meetings }: SideBySideProps & { readonly id: string; readonly of: Compared }) {
  const person = personIn(of.view, id);
  return (
    <tr>
      <th scope="row">
        <span class="who">
          <span>
            {person.name}
            <span class="dim">{person.title}</span>
          </span>
        </span>
      </th>
      {meetings.map(({ view, table }) => {
        const row = table.members.find((each) => each.id === id);
        if (!row) return <td class="dim">{compareWords.notSeated}</td>;
        return (
          <td>
            <Verdict view={view} verdict={row.final} />{" "}
            {row.confidence === null ? null : <span class="dim">{percent(row.confidence)}</span>}
            {row.changes.length === 0 ? null : <p class="dim">{movedInWords(row)}</p>}
          </td>
        );
      })}
    </tr>
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
  ["meeting", ({ table }) => compareWords.seedAndId(table.seed, table.meeting.slice(0, 8))],
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

import { optionLabel } from "../../reports/meeting-view/options.ts";
import { personIn } from "../../reports/meeting-view/people.ts";
import type { MemberRow } from "../../reports/verdict-schema.ts";
import { dissentInWords, dollarsInWords, sidesInWords, verdictInWords } from "../../reports/words.ts";
import type { Words } from "../../telling/en.ts";
import { wordsIn } from "../../telling/language.ts";
import { Outcomes, outcomeLabel, toneOf, VotesBar } from "../decision.tsx";
import { Badge } from "../parts/person.tsx";
import { percent, Scroller } from "../parts/section.tsx";
import { Verdict } from "../parts/verdict.tsx";
import type { CompareWords } from "../words/compare-words.ts";
import { reportWords } from "../words/report-words.ts";
import { type Compared, membersOf, wordsOf } from "./compared.ts";

type SideBySideProps = { readonly meetings: readonly Compared[] };

/** A column for each meeting, a row for each member. */
export function SideBySide({ meetings }: SideBySideProps) {
  const words = wordsOf(meetings);
  return (
    <Scroller label={words.sideBySide}>
      <table class="side-by-side">
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
            <th scope="row">{words.outcome}</th>
            {meetings.map(({ view, table }) => (
              <td class={toneOf(view, table.outcome)}>
                <p class="outcome">
                  <Outcomes view={view} outcome={table.outcome} />
                </p>
                <VotesBar view={view} table={table} />
                <span class="dim small">{sidesInWords(table.tally, wordsIn(view.language))}</span>
              </td>
            ))}
          </tr>
          {membersOf(meetings).map(([id, of]) => (
            <MemberLine id={id} of={of} meetings={meetings} />
          ))}
          {FACTS.map(([fact, cell]) => (
            <tr>
              <th scope="row">{words.facts[fact]}</th>
              {meetings.map((meeting) => (
                <td>{cell(meeting, words)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function MemberLine({ id, of, meetings }: SideBySideProps & { readonly id: string; readonly of: Compared }) {
  const person = personIn(of.view, id);
  const words = wordsOf(meetings);
  return (
    <tr>
      <th scope="row">
        <span class="who">
          <Badge person={person} />
          <span>
            {person.name}
            <span class="dim small">{person.title}</span>
          </span>
        </span>
      </th>
      {meetings.map(({ view, table }) => {
        const row = table.members.find((each) => each.id === id);
        if (!row) return <td class="dim">{words.notSeated}</td>;
        return (
          <td>
            <Verdict view={view} verdict={row.final} />{" "}
            {row.confidence === null ? null : <span class="dim small">{percent(row.confidence)}</span>}
            {row.changes.length === 0 ? null : (
              <p class="dim small">{movedInWords(row, words, wordsIn(view.language))}</p>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** `moved from Weak hire`, `moved 2 times, first from Weak hire`. */
function movedInWords({ changes }: MemberRow, words: CompareWords, telling: Words): string {
  const from = changes[0]?.from ?? null;
  const first = from === null ? verdictInWords(null, telling).toLowerCase() : optionLabel(from);
  return changes.length === 1 ? words.movedOnce(first) : words.movedOften(changes.length, first);
}

type ComparedFact = readonly [
  fact: keyof CompareWords["facts"],
  cell: (meeting: Compared, words: CompareWords) => string,
];

const FACTS: readonly ComparedFact[] = [
  ["before", before],
  ["dissent", ({ view, table }) => dissentInWords(table, wordsIn(view.language))],
  ["found", ({ table }, words) => found(table, words)],
  ["incidents", ({ table }) => String(table.incidents.length)],
  ["cost", ({ view, table }) => dollarsInWords(table.spending.cost, wordsIn(view.language))],
  ["meeting", ({ table }, words) => words.seedAndId(table.seed, table.meeting.slice(0, 8))],
];

function before({ view, table: { withoutTalk } }: Compared, words: CompareWords): string {
  if (!withoutTalk) return words.noBallot;
  const votes = sidesInWords(withoutTalk, wordsIn(view.language));
  return words.beforeWas(outcomeLabel(withoutTalk.outcome, reportWords(view)), votes);
}

function found({ members }: Compared["table"], words: CompareWords): string {
  const sum = (of: (cited: Compared["table"]["members"][number]["cited"]) => number) =>
    members.reduce((total, { cited }) => total + of(cited), 0);
  const all = sum(({ exact, near, absent }) => exact + near + absent);
  return all === 0
    ? words.none
    : words.of(
        sum(({ exact, near }) => exact + near),
        all,
      );
}

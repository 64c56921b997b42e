import { ownOf } from "../../lists.ts";
import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { personIn } from "../../showing/meeting-view/people.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { dollarsInWords, isWeighted, leavingInWords } from "../../showing/words.ts";
import { Grounds } from "./dissent.tsx";
import { Badge } from "./parts/person.tsx";
import type { MeetingProps } from "./parts/props.ts";
import { Bar, percent, Section } from "./parts/section.tsx";
import { Verdict } from "./parts/verdict.tsx";
import { reportWords } from "./words/report-words.ts";

export function Verdicts({ view, table }: MeetingProps) {
  const spoken = table.members.reduce((sum, row) => sum + row.words, 0);
  const hasOpening = table.members.some(hasOpeningBallot);
  return (
    <Section id="verdicts" title={reportWords.verdicts}>
      <table class="verdicts">
        <thead>
          <tr>
            <th scope="col">{reportWords.member}</th>
            {hasOpening ? <th scope="col">{reportWords.beforeTalk}</th> : null}
            <th scope="col">{reportWords.firstSaid}</th>
            <th scope="col">{reportWords.final}</th>
            <th scope="col">{reportWords.confidence}</th>
            <th scope="col">{reportWords.cited}</th>
            <th scope="col">{reportWords.share}</th>
          </tr>
        </thead>
        {table.members.map((row) => (
          <tbody>
            <Figures view={view} row={row} spoken={spoken} hasOpening={hasOpening} />
            <tr class="reasons">
              <td colSpan={hasOpening ? 7 : 6}>
                <details open>
                  <summary>{reportWords.reasons}</summary>
                  <Grounds view={view} row={row} />
                  <p class="dim small">{detailsOf(table, row).join(" · ")}</p>
                </details>
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </Section>
  );
}

type RowProps = {
  readonly view: MeetingView;
  readonly row: MemberRow;
  readonly spoken: number;
  readonly hasOpening: boolean;
};

function Figures({ view, row, spoken, hasOpening }: RowProps) {
  const person = personIn(view, row.id);
  const said = row.abstains;
  return (
    <tr>
      <th scope="row" class="who">
        <Badge person={person} />
        <span>
          <span class="name">{row.name}</span>
          <span class="dim small">{row.title}</span>
        </span>
      </th>
      {hasOpening ? (
        <td data-label={reportWords.beforeTalk}>
          <Held view={view} verdict={row.opening} isSaid={said.includes("opening")} />
        </td>
      ) : null}
      <td data-label={reportWords.firstSaid}>
        <Held view={view} verdict={row.first} isSaid={said.includes("first")} />
      </td>
      <td data-label={reportWords.final}>
        <Verdict view={view} verdict={row.final} />
        {row.finalBy === "ballot" ? <span class="dim small by-ballot">{reportWords.byBallot}</span> : null}
      </td>
      <td data-label={reportWords.confidence}>
        {row.confidence === null ? (
          <span class="dim">{reportWords.notGiven}</span>
        ) : (
          <span class="measured">
            <Bar share={row.confidence} /> {percent(row.confidence)}
          </span>
        )}
      </td>
      <td data-label={reportWords.cited}>{citedOf(row)}</td>
      <td data-label={reportWords.share}>
        {spoken === 0 ? (
          <span class="dim">{reportWords.none}</span>
        ) : (
          <span class="measured">
            <Bar share={row.words / spoken} /> {percent(row.words / spoken)}
          </span>
        )}
      </td>
    </tr>
  );
}

function Held({
  view,
  verdict,
  isSaid,
}: {
  readonly view: MeetingView;
  readonly verdict: string | null;
  readonly isSaid: boolean;
}) {
  if (verdict === null && !isSaid) return <span class="dim">{reportWords.none}</span>;
  return <Verdict view={view} verdict={verdict} />;
}

function hasOpeningBallot({ opening, abstains }: MemberRow): boolean {
  return opening !== null || abstains.includes("opening");
}

/** `13/14`, of those that quote. */
function citedOf({ cited: { exact, near, absent, references } }: MemberRow): string {
  const all = exact + near + absent;
  if (all > 0) return `${exact + near}/${all}`;
  return references > 0 ? reportWords.pointedAt(references) : reportWords.none;
}

function detailsOf(table: VerdictTable, row: MemberRow): readonly string[] {
  return [
    leavingInWords(row),
    ...(row.messages > 0 ? [`${reportWords.messages(row.messages)}, ${reportWords.words(row.words)}`] : []),
    row.model,
    ...(table.simulated ? [] : [dollarsInWords(row.cost)]),
    ...(isWeighted(table) ? [reportWords.voteCount(row.weight)] : []),
    ...table.columns.flatMap(({ name, title }) => {
      const value = ownOf(row.own, name) ?? null;
      return value === null || value === "" ? [] : [`${title}: ${value}`];
    }),
  ];
}

import { ownOf } from "../lists.ts";
import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import { personIn } from "../reports/meeting-view/people.ts";
import type { MemberRow, VerdictTable } from "../reports/verdict-schema.ts";
import { dollarsInWords, isWeighted, leavingInWords } from "../reports/words.ts";
import { wordsIn } from "../telling/language.ts";
import { Grounds } from "./dissent.tsx";
import { Badge } from "./parts/person.tsx";
import type { MeetingProps } from "./parts/props.ts";
import { Bar, percent, Section } from "./parts/section.tsx";
import { Verdict } from "./parts/verdict.tsx";
import { type ReportWords, reportWords } from "./words/report-words.ts";

/** Every member's verdict before talk, first said and final, how sure it is, and on what grounds. */
export function Verdicts({ view, table }: MeetingProps) {
  const spoken = table.members.reduce((sum, row) => sum + row.words, 0);
  const words = reportWords(view);
  const hasOpening = table.members.some(hasOpeningBallot);
  return (
    <Section id="verdicts" title={words.verdicts}>
      <table class="verdicts">
        <thead>
          <tr>
            <th scope="col">{words.member}</th>
            {hasOpening ? <th scope="col">{words.beforeTalk}</th> : null}
            <th scope="col">{words.firstSaid}</th>
            <th scope="col">{words.final}</th>
            <th scope="col">{words.confidence}</th>
            <th scope="col">{words.cited}</th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        {table.members.map((row) => (
          <tbody>
            <Figures view={view} row={row} spoken={spoken} hasOpening={hasOpening} />
            <tr class="reasons">
              <td colSpan={hasOpening ? 7 : 6}>
                <details open>
                  <summary>{words.reasons}</summary>
                  <Grounds view={view} row={row} />
                  <p class="dim small">{detailsOf(view, table, row).join(" · ")}</p>
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
  const words = reportWords(view);
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
        <td data-label={words.beforeTalk}>
          <Held view={view} verdict={row.opening} isSaid={said.includes("opening")} />
        </td>
      ) : null}
      <td data-label={words.firstSaid}>
        <Held view={view} verdict={row.first} isSaid={said.includes("first")} />
      </td>
      <td data-label={words.final}>
        <Verdict view={view} verdict={row.final} />
        {row.finalBy === "ballot" ? <span class="dim small by-ballot">{words.byBallot}</span> : null}
      </td>
      <td data-label={words.confidence}>
        {row.confidence === null ? (
          <span class="dim">{words.notGiven}</span>
        ) : (
          <span class="measured">
            <Bar share={row.confidence} /> {percent(row.confidence)}
          </span>
        )}
      </td>
      <td data-label={words.cited}>{citedOf(row, words)}</td>
      <td data-label={words.share}>
        {spoken === 0 ? (
          <span class="dim">{words.none}</span>
        ) : (
          <span class="measured">
            <Bar share={row.words / spoken} /> {percent(row.words / spoken)}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Nothing was said or voted, or that there is no verdict was. */
function Held({
  view,
  verdict,
  isSaid,
}: {
  readonly view: MeetingView;
  readonly verdict: string | null;
  readonly isSaid: boolean;
}) {
  if (verdict === null && !isSaid) return <span class="dim">{reportWords(view).none}</span>;
  return <Verdict view={view} verdict={verdict} />;
}

function hasOpeningBallot({ opening, abstains }: MemberRow): boolean {
  return opening !== null || abstains.includes("opening");
}

/** `13/14`, of those that quote. */
function citedOf({ cited: { exact, near, absent, references } }: MemberRow, words: ReportWords): string {
  const all = exact + near + absent;
  if (all > 0) return `${exact + near}/${all}`;
  return references > 0 ? words.pointedAt(references) : words.none;
}

function detailsOf(view: MeetingView, table: VerdictTable, row: MemberRow): readonly string[] {
  const telling = wordsIn(view.language);
  const words = reportWords(view);
  return [
    leavingInWords(row, telling),
    ...(row.messages > 0 ? [`${words.messages(row.messages)}, ${words.words(row.words)}`] : []),
    row.model,
    ...(table.simulated ? [] : [dollarsInWords(row.cost, telling)]),
    ...(isWeighted(table) ? [words.voteCount(row.weight)] : []),
    ...table.columns.flatMap(({ name, title }) => {
      const value = ownOf(row.own, name) ?? null;
      return value === null || value === "" ? [] : [`${title}: ${value}`];
    }),
  ];
}

import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import { personIn } from "../reports/meeting-view/people.ts";
import type { MemberRow, VerdictTable } from "../reports/verdict-schema.ts";
import { dollarsInWords, isWeighted, leavingInWords } from "../reports/words.ts";
import { Grounds } from "./dissent.tsx";
import { Badge } from "./parts/person.tsx";
import type { MeetingProps } from "./parts/props.ts";
import { Bar, counted, percent, Section } from "./parts/section.tsx";
import { Verdict } from "./parts/verdict.tsx";

/** Every member's verdict before talk, first said and final, how sure it is, and on what grounds. */
export function Verdicts({ view, table }: MeetingProps) {
  const words = table.members.reduce((sum, row) => sum + row.words, 0);
  const hasOpening = table.members.some(hasOpeningBallot);
  return (
    <Section id="verdicts" title="Verdicts">
      <table class="verdicts">
        <thead>
          <tr>
            <th scope="col">Member</th>
            {hasOpening ? <th scope="col">Before talk</th> : null}
            <th scope="col">First said</th>
            <th scope="col">Final</th>
            <th scope="col">Confidence</th>
            <th scope="col">Cited</th>
            <th scope="col">Share of words</th>
          </tr>
        </thead>
        {table.members.map((row) => (
          <tbody>
            <Figures view={view} row={row} words={words} hasOpening={hasOpening} />
            <tr class="reasons">
              <td colSpan={hasOpening ? 7 : 6}>
                <details open>
                  <summary>Reasons</summary>
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
  readonly words: number;
  readonly hasOpening: boolean;
};

function Figures({ view, row, words, hasOpening }: RowProps) {
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
        <td data-label="Before talk">
          <Held view={view} verdict={row.opening} isSaid={said.includes("opening")} />
        </td>
      ) : null}
      <td data-label="First said">
        <Held view={view} verdict={row.first} isSaid={said.includes("first")} />
      </td>
      <td data-label="Final">
        <Verdict view={view} verdict={row.final} />
        {row.finalBy === "ballot" ? <span class="dim small by-ballot"> by ballot</span> : null}
      </td>
      <td data-label="Confidence">
        {row.confidence === null ? (
          <span class="dim">not given</span>
        ) : (
          <span class="measured">
            <Bar share={row.confidence} /> {percent(row.confidence)}
          </span>
        )}
      </td>
      <td data-label="Cited">{citedOf(row)}</td>
      <td data-label="Share of words">
        {words === 0 ? (
          <span class="dim">none</span>
        ) : (
          <span class="measured">
            <Bar share={row.words / words} /> {percent(row.words / words)}
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
  if (verdict === null && !isSaid) return <span class="dim">none</span>;
  return <Verdict view={view} verdict={verdict} />;
}

function hasOpeningBallot({ opening, abstains }: MemberRow): boolean {
  return opening !== null || abstains.includes("opening");
}

/** `13/14`, of those that quote. */
function citedOf({ cited: { exact, near, absent, references } }: MemberRow): string {
  const all = exact + near + absent;
  if (all > 0) return `${exact + near}/${all}`;
  return references > 0 ? `${references} pointed at` : "none";
}

function detailsOf(table: VerdictTable, row: MemberRow): readonly string[] {
  return [
    leavingInWords(row),
    ...(row.messages > 0 ? [`${counted(row.messages, "message")}, ${counted(row.words, "word")}`] : []),
    row.model,
    ...(table.simulated ? [] : [dollarsInWords(row.cost)]),
    ...(isWeighted(table) ? [counted(row.weight, "vote")] : []),
    ...table.columns.flatMap(({ name, title }) => {
      const value = row.own[name] ?? null;
      return value === null || value === "" ? [] : [`${title}: ${value}`];
    }),
  ];
}

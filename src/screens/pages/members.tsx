import { ownOf } from "../../lists.ts";
import { personIn } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { citedInWords, dollarsInWords, isWeighted, leavingInWords } from "../../showing/words.ts";
import { lastCited } from "./grounds.ts";
import type { MeetingProps } from "./page.tsx";
import { Cell, percent, Section } from "./parts/section.tsx";
import { Verdict } from "./parts/verdict.tsx";
import { Quoted, Words } from "./parts/words.tsx";
import { reportWords } from "./words/report-words.ts";

export function memberAnchor(id: string): string {
  return `m-${id}`;
}

/** `printed`: documents and lines that the page has quoted above. */
export function Members({ view, table, printed }: MeetingProps & { readonly printed: ReadonlySet<string> }) {
  const seen = new Set(printed);
  return (
    <Section id="verdicts" title={reportWords.verdicts}>
      <table class="table verdicts">
        <thead>
          <tr>
            <th scope="col">{reportWords.member}</th>
            <th scope="col">{reportWords.verdict}</th>
            <th scope="col">{reportWords.restsOn}</th>
          </tr>
        </thead>
        <tbody>
          {table.members.map((row) => (
            <tr id={memberAnchor(row.id)}>
              <th scope="row">
                <b class="name">{row.name}</b> <small>{row.title}</small>
              </th>
              <Cell label={reportWords.verdict}>
                <Path view={view} row={row} />
              </Cell>
              <Cell label={reportWords.restsOn}>
                <Reasons view={view} table={table} row={row} seen={seen} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

type RowProps = { readonly view: MeetingView; readonly row: MemberRow };

function Path({ view, row }: RowProps) {
  const { changes, confidence, finalBy, final } = row;
  const held =
    changes.length === 0 ? [final] : [...changes.map(({ from }) => from), changes.at(-1)?.to ?? null];
  const told = [
    ...(confidence === null ? [] : [reportWords.sure(percent(confidence))]),
    ...(finalBy === "ballot" ? [reportWords.byBallot] : []),
    ...(row.status === "active" ? [] : [leavingInWords(row)]),
  ];
  return (
    <span class="row">
      {held.map((verdict, index) => (
        <>
          {index === 0 ? null : <span aria-hidden="true">→</span>}
          <Verdict view={view} verdict={verdict} />
        </>
      ))}
      <small>{told.join(", ")}</small>
    </span>
  );
}

type ReasonsProps = RowProps & { readonly table: VerdictTable; readonly seen: Set<string> };

function Reasons({ view, table, row, seen }: ReasonsProps) {
  const ground = lastCited(row, view.library);
  const key = ground ? `${ground.place.document} ${ground.place.from}` : "";
  const isSeen = seen.has(key);
  seen.add(key);
  return (
    <>
      {ground === null ? (
        <p class="dim">{reportWords.noLine}</p>
      ) : (
        <Quoted view={view} ground={ground} isSeen={isSeen} />
      )}
      <details>
        <summary>
          <small>{reportWords.inWords(personIn(view, row.id).short)}</small>
        </summary>
        {row.reasoning === null ? (
          <p class="dim">{reportWords.noReasoning}</p>
        ) : (
          <Words view={view} text={row.reasoning} citations={row.citations} />
        )}
        <small>{detailsOf(table, row).join(" · ")}</small>
      </details>
    </>
  );
}

function detailsOf(table: VerdictTable, row: MemberRow): readonly string[] {
  return [
    ...(row.messages > 0 ? [`${reportWords.messages(row.messages)}, ${reportWords.words(row.words)}`] : []),
    `${reportWords.cited}: ${citedInWords(row)}`,
    row.model,
    ...(table.simulated ? [] : [dollarsInWords(row.cost)]),
    ...(isWeighted(table) ? [reportWords.voteCount(row.weight)] : []),
    ...table.columns.flatMap(({ name, title }) => {
      const value = ownOf(row.own, name) ?? null;
      return value === null || value === "" ? [] : [`${title}: ${value}`];
    }),
  ];
}

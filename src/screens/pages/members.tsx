import { ownOf } from "../../lists.ts";
import { personIn } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { lastCited } from "../../showing/passages.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { citedInWords, dollarsInWords, isWeighted, leavingInWords } from "../../showing/words.ts";
import { counted } from "../../text/plain.ts";
import { Quoted, Words } from "./citations.tsx";
import type { MeetingProps } from "./layout.tsx";
import { Cell, percent, Section, Widths } from "./layout.tsx";
import { Verdict } from "./verdict.tsx";

export function memberAnchor(id: string): string {
  return `m-${id}`;
}

/** `printed`: documents and lines that the page has quoted above. */
export function Members({ view, table, printed }: MeetingProps & { readonly printed: ReadonlySet<string> }) {
  const seen = new Set(printed);
  return (
    <Section id="verdicts" title="Members and reasons">
      <table class="table verdicts">
        <Widths of={[230, 230, undefined]} />
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Verdict</th>
            <th scope="col">Line cited last</th>
          </tr>
        </thead>
        <tbody>
          {table.members.map((row) => (
            <tr id={memberAnchor(row.id)}>
              <th scope="row">
                <b class="name">{row.name}</b> <small>{row.title}</small>
              </th>
              <Cell label="Verdict">
                <Path view={view} row={row} />
              </Cell>
              <Cell label="Line cited last">
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
  const path =
    changes.length === 0 ? [final] : [...changes.map(({ from }) => from), changes.at(-1)?.to ?? null];
  const details = [
    ...(confidence === null ? [] : [`${percent(confidence)} sure`]),
    ...(finalBy === "ballot" ? ["by ballot"] : []),
    ...(row.status === "active" ? [] : [leavingInWords(row)]),
  ];
  return (
    <span class="row">
      {path.map((verdict, index) => (
        <>
          {index === 0 ? null : <span aria-hidden="true">→</span>}
          <Verdict view={view} verdict={verdict} />
        </>
      ))}
      <small>{details.join(", ")}</small>
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
      {ground === null ? <p class="dim">none</p> : <Quoted view={view} ground={ground} isSeen={isSeen} />}
      <details>
        <summary>
          <small>In {personIn(view, row.id).short}'s words</small>
        </summary>
        {row.reasoning === null ? (
          <p class="dim">–</p>
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
    ...(row.messages > 0 ? [`${counted(row.messages, "message")}, ${counted(row.words, "word")}`] : []),
    `Cited: ${citedInWords(row)}`,
    row.model,
    ...(table.simulated ? [] : [dollarsInWords(row.cost)]),
    ...(isWeighted(table) ? [counted(row.weight, "vote")] : []),
    ...table.columns.flatMap(({ name, title }) => {
      const value = ownOf(row.own, name) ?? null;
      return value === null || value === "" ? [] : [`${title}: ${value}`];
    }),
  ];
}

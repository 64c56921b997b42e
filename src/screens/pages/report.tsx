/** The page of one meeting: decision, requirements, members, changes, debate, documents and record. */

import { formatExcluded } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { findPerson, nameOptions } from "../../showing/cast.ts";
import { createAccountArticle, createMemberArticle } from "../../showing/columns.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { listGrounds } from "../../showing/passages.ts";
import { isUnchecked } from "../../showing/requirements.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { formatLeaving, formatSaidAndVoted, isByVoteAlone } from "../../showing/words.ts";
import { type Part, readWords, splitParts } from "../../text/article.ts";
import { formatCount } from "../../text/plain.ts";
import { ArticleBody } from "./article.tsx";
import { Documents, LinesLink, Quoted, type QuotedProps } from "./citations.tsx";
import { Debate, splitDebate } from "./debate.tsx";
import { Decision, Head } from "./decision.tsx";
import { locateReasons } from "./entry.tsx";
import {
  Cell,
  formatPercent,
  type MeetingProps,
  Page,
  Section,
  Verdict,
  Widths,
} from "./layout.tsx";
import { listMoves, Moved } from "./moved.tsx";
import { Finding } from "./requirement.tsx";

type ReportProps = {
  view: MeetingView;
  table: VerdictTable;
  home?: string | undefined;
};

export function Report({ view, table, home }: ReportProps) {
  const recorded = splitParts(view.record, 2);
  const asked = listAnswered(table);
  const hasDocuments = view.library.documents.length > 0;
  const debateTitle =
    table.messages === 0 ? "Answers" : `Debate, ${formatCount(table.turns, "turn")}`;
  const contents = [
    ["decision", "Decision"],
    ...(asked.length > 0 ? [["requirements", words.requirements.title] as const] : []),
    ["verdicts", "Members and reasons"],
    ...(listMoves(table).length > 0 ? [["moved", "Changes of verdict"] as const] : []),
    ["debate", debateTitle],
    ...splitDebate(view).flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
    ...(recorded.length > 0 ? [["record", "Recorded"] as const] : []),
    ...(hasDocuments ? [["documents", "Documents"] as const] : []),
    ["account", "Record and cost"],
  ] as const;
  const quoted = new Set<string>();
  const finals = new Map(
    table.members.flatMap(({ id, reasoning }) =>
      reasoning === null ? [] : [[reasoning, getMemberAnchor(id)]],
    ),
  );
  return (
    <Page contents={contents}>
      <Head
        tables={[table]}
        about={[
          `${view.state.protocol.split("@")[0]} of ${table.members.length}`,
          formatCount(table.turns, "turn"),
          `seed ${table.seed}`,
        ]}
        home={home}
      />
      <Decision view={view} table={table} quoted={quoted} />
      {asked.length > 0 ? <Requirements view={view} asked={asked} /> : null}
      <Members view={view} table={table} quoted={quoted} />
      <Moved view={view} table={table} />
      <Debate view={view} finals={locateReasons(finals, view.debate)} title={debateTitle} />
      {recorded.length > 0 ? <Record view={view} recorded={recorded} /> : null}
      {hasDocuments ? <Documents view={view} /> : null}
      <Account view={view} table={table} />
    </Page>
  );
}

type Asked = NonNullable<VerdictTable["requirements"]>;

/** Required ones first; none if no member was asked. */
function listAnswered({ requirements = [] }: VerdictTable): Asked {
  if (isUnchecked(requirements)) return [];
  return requirements.toSorted((a, b) => Number(b.must) - Number(a.must));
}

function Requirements({ view, asked }: { view: MeetingView; asked: Asked }) {
  return (
    <Section id="requirements" title={words.requirements.title}>
      {asked.map((row) => (
        <div class="stack tight">
          <Finding
            text={row.text}
            must={row.must}
            cell={row}
            documents={view.library.documents}
            linkTo={(place) => <LinesLink view={view} place={place} />}
          />
        </div>
      ))}
    </Section>
  );
}

function Record({ view, recorded }: { view: MeetingView; recorded: readonly Part[] }) {
  return (
    <Section id="record" title="Recorded">
      {recorded.map(({ title, body }) => (
        <details class="exhibit">
          <summary>
            <b>{readWords(title)}</b>{" "}
            <small>{formatCount(splitParts(body, 3).length, "entry", "entries")}</small>
          </summary>
          <ArticleBody view={view} article={body} />
        </details>
      ))}
    </Section>
  );
}

function Account({ view, table }: MeetingProps) {
  const { spending, incidents } = table;
  const failed = spending.failedCalls > 0 ? ` (${spending.failedCalls} failed)` : "";
  return (
    <Section id="account" title="Record and cost">
      {incidents.map((incident) => (
        <p class="note against">{incident}</p>
      ))}
      <ArticleBody view={view} article={createAccountArticle(table)} />
      <p>
        {formatCount(spending.calls, "model call")}
        {failed}. <code>boardroom verify</code> checks the transcript.
      </p>
      {(view.state.scenario.excluded ?? []).map((each) => (
        <p class="dim">{formatExcluded(each)}</p>
      ))}
    </Section>
  );
}

function getMemberAnchor(id: string): string {
  return `m-${id}`;
}

function Members({ view, table, quoted }: MeetingProps & Pick<QuotedProps, "quoted">) {
  return (
    <Section id="verdicts" title="Members and reasons">
      <table class="table verdicts">
        <Widths of={[200, 235, undefined]} />
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Verdict</th>
            <th scope="col">Rests on</th>
          </tr>
        </thead>
        <tbody>
          {table.members.map((row) => (
            <tr id={getMemberAnchor(row.id)}>
              <th scope="row">
                <b class="name">{row.name}</b> <small>{row.title}</small>
              </th>
              <Cell label="Verdict">
                <Path view={view} row={row} />
              </Cell>
              <Cell label="Rests on">
                {listGrounds(row, view.library)
                  .slice(0, 1)
                  .map((ground) => (
                    <Quoted view={view} ground={ground} quoted={quoted} />
                  ))}
                <Reasons view={view} table={table} row={row} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {words.table.saidVoted}: {nameOptions(view.options, formatSaidAndVoted(table))}
      </p>
    </Section>
  );
}

type RowProps = { view: MeetingView; row: MemberRow };

function Path({ view, row }: RowProps) {
  const { changes, confidence, final } = row;
  const path =
    changes.length === 0
      ? [final]
      : [...changes.map(({ from }) => from), changes.at(-1)?.to ?? null];
  const details = [
    ...(confidence === null ? [] : [`${formatPercent(confidence)} sure`]),
    ...(isByVoteAlone(row) ? ["by vote"] : []),
    ...(row.status === "active" ? [] : [formatLeaving(row)]),
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

function Reasons({ view, table, row }: RowProps & Pick<MeetingProps, "table">) {
  return (
    <details>
      <summary>
        <small>
          {`\u00a0 ▸ In ${findPerson(view, row.id).short}'s words`.replaceAll(" ", "\u00a0")}
        </small>
      </summary>
      <ArticleBody
        view={view}
        article={createMemberArticle(row, table)}
        citations={row.citations}
      />
    </details>
  );
}

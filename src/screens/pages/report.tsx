/** The page of one meeting: decision, requirements, members' reasons, debate, documents and record. */

import { formatExcluded } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { dropMissing } from "../../lists.ts";
import { nameOptions } from "../../showing/cast.ts";
import { createAccountArticle, createMemberArticle } from "../../showing/columns.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { isUnchecked } from "../../showing/requirements.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { formatLeaving, formatSaidAndVoted, isByVoteAlone } from "../../showing/words.ts";
import {
  type Article,
  type Field,
  listFields,
  type Part,
  readWords,
  splitParts,
} from "../../text/article.ts";
import { formatCount } from "../../text/plain.ts";
import { ArticleBody } from "./article.tsx";
import { Documents, LinesLink } from "./citations.tsx";
import { Debate, splitDebate } from "./debate.tsx";
import { Decision } from "./decision.tsx";
import { formatPercent, getLabel, type MeetingProps, Page, Section, Verdict } from "./layout.tsx";
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
  const contents = dropMissing<readonly [string, string]>([
    ["decision", "Decision"],
    asked.length > 0 && ["requirements", words.requirements.title],
    ["verdicts", "Members’ reasons"],
    ["debate", debateTitle],
    ...splitDebate(view).flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
    recorded.length > 0 && ["record", "Recorded"],
    hasDocuments && ["documents", "Documents"],
    ["account", "Record and cost"],
  ]);
  return (
    <Page contents={contents} home={home}>
      <Decision view={view} table={table} />
      {asked.length > 0 ? <Requirements view={view} asked={asked} /> : null}
      <Members view={view} table={table} />
      <Debate view={view} title={debateTitle} />
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
      <dl class="facts wide">
        {asked.map((row) => (
          <Finding
            text={row.text}
            must={row.must}
            cell={row}
            documents={view.library.documents}
            linkTo={(place) => <LinesLink view={view} place={place} />}
          />
        ))}
      </dl>
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
            <small class="soft">
              {formatCount(splitParts(body, 3).length, "entry", "entries")}
            </small>
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
        <p>
          <b>{incident}</b>
        </p>
      ))}
      <ArticleBody view={view} article={createAccountArticle(table)} />
      <p>
        {formatCount(spending.calls, "model call")}
        {failed}. <code>boardroom verify</code> checks the transcript.
      </p>
      {(view.state.scenario.excluded ?? []).map((each) => (
        <p class="soft">{formatExcluded(each)}</p>
      ))}
    </Section>
  );
}

function Members({ view, table }: MeetingProps) {
  return (
    <Section id="verdicts" title="Members’ reasons">
      {table.members.map((row) => (
        <Member view={view} table={table} row={row} />
      ))}
      {table.saidAndVoted === null ? null : (
        <p class="source">
          {words.table.saidVoted}: {nameOptions(view.options, formatSaidAndVoted(table))}
        </p>
      )}
    </Section>
  );
}

/** The same article as in every other view: the reasons first, and the other fields behind a fold. */
function Member({ view, table, row }: MeetingProps & { row: MemberRow }) {
  const fields = listFields(createMemberArticle(row, table));
  const isReason = ({ label }: Field) => label === words.table.reasoning;
  const print = (article: Article) => (
    <ArticleBody view={view} article={article} citations={row.citations} />
  );
  return (
    <article class="member" id={`m-${row.id}`}>
      <div>
        <h3>{row.name}</h3>
        <p class="soft small">{row.title}</p>
      </div>
      <div>
        <p>
          <b>
            <Verdict view={view} verdict={row.final} />
          </b>{" "}
          <small class="soft">{describeVerdict(view, table, row)}</small>
        </p>
        {print(fields.filter(isReason).map((field) => ({ is: "paragraph", words: field.words })))}
        <details class="small">
          <summary class="soft">More</summary>
          {print([{ is: "fields", fields: fields.filter((field) => !isReason(field)) }])}
        </details>
      </div>
    </article>
  );
}

/** `60 % sure, was not yet`. */
function describeVerdict(view: MeetingView, { messages }: VerdictTable, row: MemberRow): string {
  const { changes, confidence, status } = row;
  const before = changes.at(-1)?.from;
  return dropMissing([
    confidence !== null && `${formatPercent(confidence)} sure`,
    before !== undefined && `was ${getLabel(view, before).toLowerCase()}`,
    messages > 0 && isByVoteAlone(row) && "by vote",
    status === "withdrawn" && `withdrew at ${formatLeaving(row)}`,
    status === "absent" && formatLeaving(row),
  ]).join(", ");
}

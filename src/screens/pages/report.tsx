import type { ProtocolExhibit } from "../../engine/meeting/contract/protocol.ts";
import { leftOutInWords } from "../../engine/words/figures.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { dollarsInWords, endingLabel, lengthInWords, readInWords, tokensInWords } from "../../showing/words.ts";
import { withoutTitle } from "../../text/plain.ts";
import { placesOfReasons } from "./ballots.tsx";
import { Debate, partsOf } from "./debate.tsx";
import { Decision } from "./decision.tsx";
import { Documents } from "./documents.tsx";
import { strongestLines } from "./grounds.ts";
import { Masthead } from "./masthead.tsx";
import { Members, memberAnchor } from "./members.tsx";
import { Moved } from "./moved.tsx";
import { type MeetingProps, Page } from "./page.tsx";
import { MarkdownText } from "./parts/markdown.tsx";
import { Section } from "./parts/section.tsx";
import { Words } from "./parts/words.tsx";
import { reportWords } from "./words/report-words.ts";

type ReportProps = {
  readonly view: MeetingView;
  readonly table: VerdictTable;
  /** Address of the list that a server shows it from. */
  readonly home?: string | undefined;
};

export function Report({ view, table, home }: ReportProps) {
  const { exhibits } = view;
  const hasDocuments = view.library.documents.length > 0;
  const contents = [
    ["decision", reportWords.decision],
    ["verdicts", reportWords.verdicts],
    ["moved", reportWords.whoMoved],
    ...(exhibits.length > 0 ? [["record", reportWords.record] as const] : []),
    ["debate", reportWords.debateOf(table.turns)],
    ...partsOf(view.debate).flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])),
    ...(hasDocuments ? [["documents", reportWords.documents] as const] : []),
    ["account", reportWords.account],
  ] as const;
  const strongest = strongestLines(table, view.library);
  const printed = new Set(
    [strongest.for, strongest.against].flatMap((line) =>
      line ? [`${line.place.document} ${line.place.from}`] : [],
    ),
  );
  const finals = new Map(
    table.members.flatMap(({ id, reasoning }) => (reasoning === null ? [] : [[reasoning, memberAnchor(id)]])),
  );
  return (
    <Page contents={contents}>
      <Masthead view={view} table={table} home={home} />
      <Decision view={view} table={table} />
      <Members view={view} table={table} printed={printed} />
      <Moved view={view} table={table} />
      {exhibits.length > 0 ? <Record view={view} exhibits={exhibits} /> : null}
      <Debate
        view={view}
        finals={placesOfReasons(finals, view.debate)}
        title={reportWords.debateOf(table.turns)}
      />
      {hasDocuments ? <Documents view={view} /> : null}
      <Account view={view} table={table} />
    </Page>
  );
}

type RecordProps = { readonly view: MeetingView; readonly exhibits: readonly ProtocolExhibit[] };

function Record({ view, exhibits }: RecordProps) {
  return (
    <Section id="record" title={reportWords.record}>
      {exhibits.map(({ title, entries }) => (
        <details class="exhibit">
          <summary>
            <b>{title}</b> <small>{reportWords.entries(entries.length)}</small>
          </summary>
          {entries.map(({ head, text, format }) => (
            <div class="stack tight">
              <p>
                <b>{head}</b>
              </p>
              {format === "markdown" ? (
                <MarkdownText text={withoutTitle(text)} />
              ) : (
                <Words view={view} text={text} />
              )}
            </div>
          ))}
        </details>
      ))}
    </Section>
  );
}

function Account({ view, table }: MeetingProps) {
  const { spending, incidents, ending, read } = table;
  const failed = spending.failedCalls > 0 ? reportWords.failed(spending.failedCalls) : "";
  return (
    <Section id="account" title={reportWords.account}>
      {incidents.map((incident) => (
        <p class="note against">{incident}</p>
      ))}
      <p>
        {ending ? `${endingLabel(ending)}: ${ending.reason}` : reportWords.open}. {lengthInWords(table)};{" "}
        {reportWords.callsTold(spending.calls, failed, tokensInWords(spending.tokens))},{" "}
        {dollarsInWords(spending.cost)}.{read ? ` ${reportWords.read} ${readInWords(read)}.` : ""}{" "}
        {incidents.length === 0 ? reportWords.nothing : null}
      </p>
      <p class="dim">
        {reportWords.madeFrom} <code>{table.headHash}</code>. {reportWords.checks} <code>boardroom verify</code>
        .
      </p>
      {(view.state.scenario.excluded ?? []).map((each) => (
        <p class="dim">{leftOutInWords(each)}</p>
      ))}
    </Section>
  );
}

import type { ProtocolExhibit } from "../../engine/meeting/contract/protocol.ts";
import { leftOutInWords } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { strongestLines } from "../../showing/passages.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { dollarsInWords, endingLabel, lengthInWords, readInWords, tokensInWords } from "../../showing/words.ts";
import { counted, withoutTitle } from "../../text/plain.ts";
import { Words } from "./citations.tsx";
import { Debate, partsOf } from "./debate.tsx";
import { Decision, Masthead } from "./decision.tsx";
import { Documents } from "./documents.tsx";
import { placesOfReasons } from "./entry.tsx";
import { checksInWords, Glance } from "./glance.tsx";
import { type MeetingProps, Page, Section } from "./layout.tsx";
import { MarkdownText } from "./markdown.tsx";
import { Members, memberAnchor } from "./members.tsx";
import { Moved, movesOf } from "./moved.tsx";

type ReportProps = {
  readonly view: MeetingView;
  readonly table: VerdictTable;
  /** Address of the list that a server shows it from. */
  readonly home?: string | undefined;
};

export function Report({ view, table, home }: ReportProps) {
  const { exhibits } = view;
  const hasDocuments = view.library.documents.length > 0;
  const debateTitle = `Debate, ${words.turns(table.turns)}`;
  const contents = [
    ["decision", "Decision"],
    ...(view.rounds.length > 0 ? [["glance", "At a glance"] as const] : []),
    ["verdicts", "Members and reasons"],
    ...(movesOf(table).length > 0 ? [["moved", "Changes of verdict"] as const] : []),
    ["debate", debateTitle],
    ...partsOf(view).flatMap(({ id, title, glance }) =>
      title === null ? [] : [[id, title, glance && checksInWords(glance)] as const],
    ),
    ...(exhibits.length > 0 ? [["record", "Recorded"] as const] : []),
    ...(hasDocuments ? [["documents", "Documents"] as const] : []),
    ["account", "Record and cost"],
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
      {view.rounds.length > 0 ? <Glance view={view} /> : null}
      <Members view={view} table={table} printed={printed} />
      <Moved view={view} table={table} />
      <Debate view={view} finals={placesOfReasons(finals, view.debate)} title={debateTitle} />
      {exhibits.length > 0 ? <Record view={view} exhibits={exhibits} /> : null}
      {hasDocuments ? <Documents view={view} /> : null}
      <Account view={view} table={table} />
    </Page>
  );
}

type RecordProps = { readonly view: MeetingView; readonly exhibits: readonly ProtocolExhibit[] };

function Record({ view, exhibits }: RecordProps) {
  return (
    <Section id="record" title="Recorded">
      {exhibits.map(({ title, entries }) => (
        <details class="exhibit">
          <summary>
            <b>{title}</b> <small>{counted(entries.length, "entry", "entries")}</small>
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
  const failed = spending.failedCalls > 0 ? ` (${spending.failedCalls} failed)` : "";
  return (
    <Section id="account" title="Record and cost">
      {incidents.map((incident) => (
        <p class="note against">{incident}</p>
      ))}
      <p>
        {ending ? `${endingLabel(ending)}: ${ending.reason}` : "in progress"}. {lengthInWords(table)}; model
        calls {spending.calls}
        {failed}; tokens {tokensInWords(spending.tokens)}, {dollarsInWords(spending.cost)}.
        {read ? ` Of the documents: ${readInWords(read)}.` : ""}{" "}
        {incidents.length === 0 ? "No problems." : null}
      </p>
      <p class="dim">
        This report was generated from the transcript with the hash <code>{table.headHash}</code>.{" "}
        {"To verify it, run"} <code>boardroom verify</code>.
      </p>
      {(view.state.scenario.excluded ?? []).map((each) => (
        <p class="dim">{leftOutInWords(each)}</p>
      ))}
    </Section>
  );
}

import type { ProtocolExhibit } from "../../engine/meeting/contract/protocol.ts";
import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { withoutTitle } from "../../text/plain.ts";
import { Account } from "./account.tsx";
import { Debate, leftOutOf } from "./debate.tsx";
import { Decision } from "./decision.tsx";
import { Dissent } from "./dissent.tsx";
import { Documents } from "./documents.tsx";
import { Figures } from "./figures.tsx";
import { Masthead } from "./masthead.tsx";
import { Moved } from "./moved.tsx";
import { Page } from "./page.tsx";
import { Anchors } from "./parts/link.tsx";
import { MarkdownText } from "./parts/markdown.tsx";
import { Section } from "./parts/section.tsx";
import { Words } from "./parts/words.tsx";
import { Talk } from "./talk.tsx";
import { Verdicts } from "./verdicts.tsx";
import { reportWords } from "./words/report-words.ts";

export const LEAVABLE = ["documents", "debate"] as const;
export type Leavable = (typeof LEAVABLE)[number];

export type ReportProps = {
  readonly view: MeetingView;
  readonly table: VerdictTable;
  readonly without?: readonly Leavable[];
};

export function Report({ view, table, without = [] }: ReportProps) {
  const { exhibits } = view;
  const hasDebate = !without.includes("debate");
  const hasDocuments = !without.includes("documents") && view.library.documents.length > 0;
  const contents = [
    ["decision", reportWords.decision],
    ["verdicts", reportWords.verdicts],
    ["moved", reportWords.whoMoved],
    ...(view.talk.isAddressed ? [["talk", reportWords.whoSpoke] as const] : []),
    ...(exhibits.length > 0 ? [["record", reportWords.record] as const] : []),
    ...(hasDebate ? [["debate", reportWords.debate] as const] : []),
    ...(hasDocuments ? [["documents", reportWords.documents] as const] : []),
    ["account", reportWords.account],
  ] as const;
  const leftOut = leftOutOf(view.debate);
  const isThere = (anchor: string) =>
    anchor.startsWith("d") ? hasDocuments : hasDebate && !leftOut.has(anchor);
  return (
    <Anchors.Provider value={isThere}>
      <Page contents={contents}>
        <Masthead view={view} table={table} />
        <Decision view={view} table={table} />
        <Figures view={view} table={table} />
        <Dissent view={view} table={table} />
        <Verdicts view={view} table={table} />
        <Moved view={view} table={table} />
        {view.talk.isAddressed ? <Talk view={view} table={table} /> : null}
        {exhibits.length > 0 ? <Record view={view} exhibits={exhibits} /> : null}
        {hasDebate ? <Debate view={view} /> : null}
        {hasDocuments ? <Documents view={view} /> : null}
        <Account view={view} table={table} />
      </Page>
    </Anchors.Provider>
  );
}

function Record({
  view,
  exhibits,
}: {
  readonly view: MeetingView;
  readonly exhibits: readonly ProtocolExhibit[];
}) {
  return (
    <Section id="record" title={reportWords.record}>
      {exhibits.map(({ title, entries }) => (
        <details class="exhibit" open={entries.length <= MOST_OPEN}>
          <summary>
            <h3>{title}</h3> <span class="dim">{reportWords.entries(entries.length)}</span>
          </summary>
          {entries.map(({ head, text, format }) => (
            <div class="entry">
              <p class="head">{head}</p>
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

/** Entries up to which a kind stands open. */
const MOST_OPEN = 15;

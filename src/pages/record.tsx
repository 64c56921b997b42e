import type { Exhibit } from "../meeting/contract/protocol.ts";
import type { MeetingView } from "../reports/meeting-view/meeting-view.ts";
import { MarkdownText } from "./parts/markdown.tsx";
import { counted, Section } from "./parts/section.tsx";
import { Words } from "./parts/words.tsx";

/** What the procedure has on record beside what was said and voted: its own words, kind by kind. */
export function Record({
  view,
  exhibits,
}: {
  readonly view: MeetingView;
  readonly exhibits: readonly Exhibit[];
}) {
  return (
    <Section id="record" title="On record">
      {exhibits.map(({ title, entries }) => (
        <details class="exhibit" open={entries.length <= MOST_OPEN}>
          <summary>
            <h3>{title}</h3> <span class="dim">{counted(entries.length, "entry", "entries")}</span>
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

/** The head says it already. */
function withoutTitle(markdown: string): string {
  return markdown.replace(/^# .*\n+/, "");
}

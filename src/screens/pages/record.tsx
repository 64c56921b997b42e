import type { ProtocolExhibit } from "../../engine/meeting/contract/protocol.ts";
import type { MeetingView } from "../../showing/meeting-view/meeting-view.ts";
import { withoutTitle } from "../../text/plain.ts";
import { MarkdownText } from "./parts/markdown.tsx";
import { Section } from "./parts/section.tsx";
import { Words } from "./parts/words.tsx";
import { reportWords } from "./words/report-words.ts";

export function Record({
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

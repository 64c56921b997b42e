import { type MeetingLine, standingInWords } from "./list.tsx";
import { Report, type ReportProps } from "./report.tsx";
import type { LiveWords } from "./words/live-words.ts";

type WatchedProps = ReportProps & Pick<MeetingLine, "id" | "standing"> & { readonly words: LiveWords };

/** The page of a meeting that does not go on: how it stands, above its report. */
export function Watched({ id, standing, words, ...report }: WatchedProps) {
  return (
    <>
      <p
        class={`standing ${standing.is}`}
        role="status"
        data-lost-title={words.lost}
        data-lost-words={words.lostMore}
      >
        <a href="../../">{words.allMeetings}</a> <b>{id}</b> {standingInWords(standing, words)}
        {standing.is === "closed" ? (
          <>
            {" "}
            <a href="report">{words.asFile}</a>
          </>
        ) : null}
      </p>
      <Report {...report} />
    </>
  );
}

/** The page of a meeting of which nothing can be read. */
export function Unreadable({ id, why }: { readonly id: string; readonly why: string }) {
  return (
    <div class="page">
      <main>
        <p class="standing damaged" role="status">
          <a href="../../">All meetings</a> <b>{id}</b> {why}
        </p>
      </main>
    </div>
  );
}

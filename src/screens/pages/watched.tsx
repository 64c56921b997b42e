import { type MeetingLine, standingInWords } from "./list.tsx";
import { Report, type ReportProps } from "./report.tsx";
import { liveWords } from "./words/live-words.ts";

type WatchedProps = ReportProps & Pick<MeetingLine, "id" | "standing">;

export function Watched({ id, standing, ...report }: WatchedProps) {
  return (
    <>
      <p
        class={`standing row ${standing.is}`}
        role="status"
        data-lost-title={liveWords.lost}
        data-lost-words={liveWords.lostMore}
      >
        <a href="../../">{liveWords.allMeetings}</a> <b>{id}</b> {standingInWords(standing)}
        {standing.is === "closed" ? (
          <>
            {" "}
            <a href="report">{liveWords.asFile}</a>
          </>
        ) : null}
      </p>
      <Report {...report} />
    </>
  );
}

export function Unreadable({ id, why }: { readonly id: string; readonly why: string }) {
  return (
    <div class="page">
      <main class="stack">
        <p class="standing row damaged" role="status">
          <a href="../../">{liveWords.allMeetings}</a> <b>{id}</b> {why}
        </p>
      </main>
    </div>
  );
}

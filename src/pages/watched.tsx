import { type MeetingLine, standingInWords } from "./list.tsx";
import { Report, type ReportProps } from "./report.tsx";

/** The page of a meeting while it is followed: how it stands above what its report would be by now. */
export function Watched({ id, standing, ...report }: ReportProps & Pick<MeetingLine, "id" | "standing">) {
  return (
    <>
      <p class={`standing ${standing.is}`} role="status">
        <a href="../../">All meetings</a> <b>{id}</b> {standingInWords(standing)}
        {standing.is === "held" ? (
          <span class="dim"> Messages appear when they are whole: another process holds this meeting.</span>
        ) : null}
        {standing.is === "closed" ? (
          <>
            {" "}
            <a href="report">The report as one file</a>
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

import { heldInWords } from "./masthead.tsx";
import { liveWords } from "./words/live-words.ts";

export type MeetingLine = {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** `board@5`. */
  readonly protocol: string;
  /** Meeting time of its first word, ISO 8601. */
  readonly startedAt: string;
  readonly simulated: boolean;
  readonly isStudy?: true;
  readonly standing:
    | { readonly is: "held" }
    | { readonly is: "stopped" }
    | { readonly is: "waiting"; readonly person: string; readonly isHeld: boolean }
    | { readonly is: "suspended"; readonly why: string }
    | { readonly is: "closed"; readonly outcome: string }
    | { readonly is: "damaged"; readonly why: string };
};

type MeetingListProps = {
  readonly folder: string;
  readonly meetings: readonly MeetingLine[];
  readonly isReadOnly?: boolean;
};

export function MeetingList({ folder, meetings, isReadOnly = true }: MeetingListProps) {
  const { list } = liveWords;
  return (
    <div class="listing">
      <main>
        <header class="masthead">
          <p class="brand">
            <b>Boardroom</b> {folder}
          </p>
          <div class="titled">
            <h1>{list.meetings}</h1>
            {isReadOnly ? null : (
              <a class="main" href="new">
                {list.hold}
              </a>
            )}
          </div>
        </header>
        {meetings.length === 0 ? (
          <section class="card">
            <p>
              {list.empty} <code>boardroom run hiring --seed 7</code>
            </p>
          </section>
        ) : (
          <section aria-label={list.meetings}>
            <table class="meetings">
              <thead>
                <tr>
                  <th scope="col">{list.meeting}</th>
                  <th scope="col">{list.question}</th>
                  <th scope="col">{list.stands}</th>
                </tr>
              </thead>
              <tbody>
                {meetings.map((meeting) => (
                  <Row meeting={meeting} />
                ))}
              </tbody>
            </table>
          </section>
        )}
      </main>
    </div>
  );
}

type ListedProps = {
  readonly meeting: MeetingLine;
};

function Row({ meeting }: ListedProps) {
  const { id, title, question, protocol, simulated, startedAt, isStudy, standing } = meeting;
  const isWhole = standing.is === "closed";
  const about = [
    id,
    ...(protocol === "" ? [] : [protocol.split("@")[0]]),
    ...(simulated ? [liveWords.list.simulated] : []),
    ...(startedAt === "" ? [] : [heldInWords(meeting)]),
  ];
  return (
    <tr>
      <th scope="row">
        <a class="title" href={`m/${encodeURIComponent(id)}/${isStudy ? "report" : ""}`}>
          {title === "" ? id : title}
        </a>
        <span class="dim small">{about.join(" · ")}</span>
      </th>
      <td>{question}</td>
      <td>
        <StandsNow standing={standing} />
        {isWhole ? (
          <>
            {" "}
            <a class="small" href={`m/${encodeURIComponent(id)}/report`}>
              {liveWords.list.report}
            </a>
          </>
        ) : null}
      </td>
    </tr>
  );
}

function StandsNow({ standing }: Pick<MeetingLine, "standing">) {
  const [word = "", ...why] = standingInWords(standing).split(/(?<=^[^:;]*)[:;] /);
  return (
    <>
      <span class={`stands ${standing.is}`}>{word}</span>
      {why.length === 0 ? null : (
        <>
          <br />
          <span class="small">{why.join(": ")}</span>
        </>
      )}
    </>
  );
}

export function standingInWords(standing: MeetingLine["standing"]): string {
  const { list } = liveWords;
  switch (standing.is) {
    case "held":
      return list.held;
    case "stopped":
      return list.stopped;
    case "waiting":
      return list.waits(standing.person);
    case "suspended":
      return list.suspended(standing.why);
    case "closed":
      return list.closed(standing.outcome);
    case "damaged":
      return list.damaged(standing.why);
    default:
      return standing satisfies never;
  }
}

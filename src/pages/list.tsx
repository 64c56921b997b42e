/** A meeting on the list of a folder: what its first and its last line say. */
export type MeetingLine = {
  /** Its folder's name. */
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** `board@4`. */
  readonly protocol: string;
  /** Meeting time of its first word, ISO 8601. */
  readonly startedAt: string;
  readonly simulated: boolean;
  readonly standing:
    | { readonly is: "held" }
    | { readonly is: "stopped" }
    | { readonly is: "waiting"; readonly why: string }
    | { readonly is: "suspended"; readonly why: string }
    | { readonly is: "closed"; readonly outcome: string }
    | { readonly is: "damaged"; readonly why: string };
};

/** The meetings of a folder, the newest first; how to hold one where there is none. */
export function MeetingList({
  folder,
  meetings,
}: {
  readonly folder: string;
  readonly meetings: readonly MeetingLine[];
}) {
  return (
    <div class="listing">
      <main>
        <header class="masthead">
          <p class="brand">
            <b>Boardroom</b> {folder}
          </p>
          <h1>Meetings</h1>
        </header>
        {meetings.length === 0 ? (
          <section class="card">
            <p>
              No meeting has been held here yet. Hold one with <code>boardroom run hiring --seed 7</code>; it
              appears when this page is loaded again.
            </p>
          </section>
        ) : (
          <section aria-label="Meetings">
            <table class="meetings">
              <thead>
                <tr>
                  <th scope="col">Meeting</th>
                  <th scope="col">Question</th>
                  <th scope="col">Procedure</th>
                  <th scope="col">Where it stands</th>
                  <th scope="col">Report</th>
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

function Row({
  meeting: { id, title, question, protocol, simulated, standing },
}: {
  readonly meeting: MeetingLine;
}) {
  const isWhole = standing.is === "closed";
  return (
    <tr>
      <th scope="row">
        <a href={`m/${encodeURIComponent(id)}/`}>{id}</a>
        <br />
        <span class="dim">{title}</span>
      </th>
      <td>{question}</td>
      <td>
        {protocol.split("@")[0]}
        {simulated ? ", simulated" : null}
      </td>
      <td>{standingInWords(standing)}</td>
      <td>{isWhole ? <a href={`m/${encodeURIComponent(id)}/report`}>Report</a> : null}</td>
    </tr>
  );
}

export function standingInWords(standing: MeetingLine["standing"]): string {
  switch (standing.is) {
    case "held":
      return "being held now";
    case "stopped":
      return "stopped; boardroom resume goes on with it";
    case "waiting":
      return `waits for a person: ${standing.why}`;
    case "suspended":
      return `suspended: ${standing.why}`;
    case "closed":
      return `closed: ${standing.outcome}`;
    case "damaged":
      return `damaged: ${standing.why}`;
    default:
      return standing satisfies never;
  }
}

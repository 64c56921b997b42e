import { isOnFixedClock } from "../../engine/meeting/contract/clocks.ts";
import { words } from "../../engine/words/words.ts";
import { sharedModel } from "../../models/port/model-spec.ts";
import { linesInWords } from "../../showing/words.ts";
import { Link } from "./parts/link.tsx";
import type { MeetingProps } from "./parts/props.ts";
import { reportWords } from "./words/report-words.ts";

export function Masthead({ view, table }: MeetingProps) {
  const { scenario, protocol, seed } = view.state;
  const { documents } = view.library;
  const shared = sharedModel(table.members);
  const subject = documents.find((document) => document.subject);
  return (
    <header class="masthead">
      <p class="brand">
        <b>Boardroom</b> {protocol.split("@")[0]} · {heldInWords(table)} · {reportWords.seed} {seed}
      </p>
      <h1>{scenario.title}</h1>
      <p class="question">{scenario.question}</p>
      <p class="subject">
        {subject === undefined ? null : (
          <span>
            {reportWords.subject} <Link to={`d${documents.indexOf(subject)}`}>{subject.title}</Link>,{" "}
            {linesInWords(subject.text)}
          </span>
        )}
        {table.simulated ? (
          <span class="simulated">
            <b>{reportWords.simulated}</b> {reportWords.noModel}
          </span>
        ) : null}
        {shared === null ? null : <span>{words.table.oneModel(table.members.length, shared)}</span>}
      </p>
    </header>
  );
}

/** `5 January 2026`, in universal time. */
function dateInWords(iso: string): string {
  const date = new Date(iso);
  return reportWords.date(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear());
}

/** The day of a meeting, or that its clock is simulated. */
export function heldInWords(held: Pick<MeetingProps["table"], "simulated" | "startedAt">): string {
  const date = dateInWords(held.startedAt);
  return isOnFixedClock(held) ? `${date}, ${reportWords.simulatedClock}` : date;
}

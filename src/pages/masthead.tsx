import { linesInWords } from "../reports/words.ts";
import { Link } from "./parts/link.tsx";
import type { MeetingProps } from "./parts/props.ts";

/** What was asked, of what, by which procedure. */
export function Masthead({ view, table }: MeetingProps) {
  const { scenario, protocol, seed } = view.state;
  const { documents } = view.library;
  const subject = documents.find((document) => document.subject);
  return (
    <header class="masthead">
      <p class="brand">
        <b>Boardroom</b> {protocol.split("@")[0]} · {dateInWords(table.startedAt)} · seed {seed}
      </p>
      <h1>{scenario.title}</h1>
      <p class="question">{scenario.question}</p>
      <p class="subject">
        {subject === undefined ? null : (
          <span>
            Subject: <Link to={`d${documents.indexOf(subject)}`}>{subject.title}</Link>,{" "}
            {linesInWords(subject.text)}
          </span>
        )}
        {table.simulated ? (
          <span class="simulated">
            <b>Simulated:</b> no language model took part
          </span>
        ) : null}
      </p>
    </header>
  );
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** `5 January 2026`, in universal time. */
export function dateInWords(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

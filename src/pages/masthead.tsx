import { isOnFixedClock } from "../meeting/contract/fixed-day.ts";
import { sharedModel } from "../models/port/model-spec.ts";
import { linesInWords } from "../reports/words.ts";
import { wordsIn } from "../telling/language.ts";
import { Link } from "./parts/link.tsx";
import type { MeetingProps } from "./parts/props.ts";
import { type ReportWords, reportWords } from "./words/report-words.ts";

/** What was asked, of what, by which procedure. */
export function Masthead({ view, table }: MeetingProps) {
  const { scenario, protocol, seed } = view.state;
  const { documents } = view.library;
  const words = reportWords(view);
  const shared = sharedModel(table.members);
  const subject = documents.find((document) => document.subject);
  return (
    <header class="masthead">
      <p class="brand">
        <b>Boardroom</b> {protocol.split("@")[0]} · {heldInWords(table, words)} · {words.seed} {seed}
      </p>
      <h1>{scenario.title}</h1>
      <p class="question">{scenario.question}</p>
      <p class="subject">
        {subject === undefined ? null : (
          <span>
            {words.subject} <Link to={`d${documents.indexOf(subject)}`}>{subject.title}</Link>,{" "}
            {linesInWords(subject.text, wordsIn(view.language))}
          </span>
        )}
        {table.simulated ? (
          <span class="simulated">
            <b>{words.simulated}</b> {words.noModel}
          </span>
        ) : null}
        {shared === null ? null : (
          <span>{wordsIn(view.language).table.oneModel(table.members.length, shared)}</span>
        )}
      </p>
    </header>
  );
}

/** `5 January 2026`, in universal time. */
function dateInWords(iso: string, words: Pick<ReportWords, "date">): string {
  const date = new Date(iso);
  return words.date(date.getUTCDate(), date.getUTCMonth(), date.getUTCFullYear());
}

/** The day of a meeting; of one without a day of its own, that its clock is a simulated one. */
export function heldInWords(
  held: Pick<MeetingProps["table"], "simulated" | "startedAt">,
  words: Pick<ReportWords, "date" | "simulatedClock">,
): string {
  const date = dateInWords(held.startedAt, words);
  return isOnFixedClock(held) ? `${date}, ${words.simulatedClock}` : date;
}

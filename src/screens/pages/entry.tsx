/** One message or one ballot of the debate on a page: speech first, then its sources behind a fold. */

import type { ComponentChildren } from "preact";
import { findFinalVerdict } from "../../engine/meeting/decide.ts";
import { dropRepeatedPassages, selectNewPassages } from "../../engine/transcript/citations.ts";
import type { MeetingEvent } from "../../engine/transcript/events.ts";
import { formatStatedVerdict } from "../../engine/words/figures.ts";
import { groupBy } from "../../lists.ts";
import { findPerson } from "../../showing/cast.ts";
import type { Entry } from "../../showing/entries.ts";
import { getBallotAnchor, type MeetingView, readAnswer } from "../../showing/meeting-view.ts";
import { createEntry, formatContent } from "../../showing/message-parts.ts";
import type { AnswerView } from "../../showing/passages.ts";
import type { EntryPart } from "../../text/article.ts";
import { capitalize } from "../../text/plain.ts";
import { Cited, Inline, nameSource, Words } from "./citations.tsx";
import { Change, CountedSeats, formatPercent, Verdict } from "./layout.tsx";

type SpokenEntryProps = {
  view: MeetingView;
  entry: Entry;
  event: MeetingEvent<"message.spoken">;
};

export function SpokenEntry({ view, entry, event }: SpokenEntryProps) {
  const { name, isAgent } = findPerson(view, event.speaker);
  const to = event.to === null ? null : (view.people.get(event.to)?.short ?? event.to);
  const parts = createEntry(event, entry, view.state).parts;
  return (
    <article
      class="turn entry spoken"
      id={`t${entry.turn}`}
      data-who={event.speaker}
      data-is={entry.changesVerdict ? "change" : undefined}
    >
      <a class="number" href={`#t${entry.turn}`} aria-label={`Turn ${entry.turn}`}>
        {entry.turn}
      </a>
      <div>
        <p>
          <b class="name">{name}</b>
          {to === null ? null : <span class="soft"> to {to}</span>}
          <Hearers view={view} event={event} />
          {entry.isFirst && !isAgent && !entry.changesVerdict ? (
            <small class="soft stand">
              <Verdict view={view} verdict={event.verdict} />
            </small>
          ) : null}
        </p>
        <Content view={view} event={event} />
        {parts.map((part) => (
          <Shown part={part} />
        ))}
        {entry.changesVerdict && !isAgent ? (
          <Changed view={view} entry={entry} event={event} parts={parts} />
        ) : null}
        <Sources view={view} event={event} parts={parts} />
      </div>
    </article>
  );
}

function Hearers({ view, event: { audience } }: Pick<SpokenEntryProps, "view" | "event">) {
  if (!Array.isArray(audience)) return null;
  const names = (audience as readonly string[]).map((seat) => view.people.get(seat)?.short ?? seat);
  return <small class="soft"> visible to {names.join(", ")} only</small>;
}

function Content({ view, event }: Pick<SpokenEntryProps, "view" | "event">) {
  const answer = typeof event.reply === "object" ? readAnswer(event, view.library.documents) : null;
  if (answer) return <Answer view={view} answer={answer} />;
  return <Words view={view} text={formatContent(event)} citations={event.citations} />;
}

/** Exhibits, and what happened to the message itself. */
function Shown({ part: { kind, text, rest, body } }: { part: EntryPart }) {
  if (body !== undefined)
    return (
      <figure>
        <figcaption class="source">{text}</figcaption>
        <pre>{body.trim()}</pre>
      </figure>
    );
  return kind === "left" || kind === "flag" ? (
    <p class="source">{capitalize(text + rest)}</p>
  ) : null;
}

type PartsProps = SpokenEntryProps & { parts: readonly EntryPart[] };

function Changed({ view, entry: { before, mover }, event, parts }: PartsProps) {
  const grounds = parts.find(({ kind, turn }) => kind === "grounds" && turn !== undefined);
  return (
    <p class="change">
      <Change view={view} from={before} to={event.verdict} />
      {mover === null || grounds?.turn === undefined ? null : (
        <span class="soft">
          {" "}
          after {findPerson(view, mover.speaker).short},{" "}
          <a href={`#t${grounds.turn}`}>turn {grounds.turn}</a>
        </span>
      )}
    </p>
  );
}

/** Citations that the text does not quote, and the reasons of a verdict. Only what was not found stands outside the fold. */
function Sources({ view, event, parts }: Omit<PartsProps, "entry">) {
  const { content, reasoning, citations, quotations = [] } = event;
  const text = formatContent(event);
  const cited = dropRepeatedPassages(selectNewPassages([], { citations })).filter(
    ({ quote, ref, found }) =>
      (ref !== null || found === "absent") && (quote === "" || !text.includes(quote)),
  );
  const missing = cited.filter(({ found }) => found === "absent");
  const found = cited.filter((each) => !missing.includes(each));
  const reasons = parts.filter(
    ({ kind }) =>
      kind === "grounds" ||
      kind === "verdict" ||
      (kind === "reason" &&
        !content.includes(reasoning ?? "") &&
        !isFinalReason(view, event.speaker, reasoning)),
  );
  const names = found.map((citation) => nameSource({ view, citation }));
  return (
    <>
      {missing.map((citation) => (
        <p class="source">
          <Cited view={view} citation={citation} />
        </p>
      ))}
      {found.length + reasons.length === 0 ? null : (
        <details class="small">
          <summary class="soft">{[...new Set(names)].join("; ") || "Reason"}</summary>
          {found.map((citation) => (
            <p>
              <Cited view={view} citation={citation} />
            </p>
          ))}
          {reasons.map(({ text: said, rest, turn }) => (
            <p>
              <LinkedTurn turn={turn} text={capitalize(said + rest)}>
                {(words) => (
                  <Inline view={view} text={words} citations={[...quotations, ...citations]} />
                )}
              </LinkedTurn>
            </p>
          ))}
        </details>
      )}
    </>
  );
}

/** The final reasons of a meeting that has ended stand with its members. */
function isFinalReason({ state }: MeetingView, seat: string, reasoning: string | null): boolean {
  const member = state.members.get(seat);
  if (state.ending === null || member === undefined) return false;
  return findFinalVerdict(member).reasoning === reasoning;
}

type LinkedProps = {
  turn: number | undefined;
  text: string;
  children: (words: string) => ComponentChildren;
};

function LinkedTurn({ turn, text, children }: LinkedProps) {
  const [before = "", ...rest] = turn === undefined ? [text] : text.split(`turn ${turn}`);
  if (turn === undefined || rest.length === 0) return <>{children(text)}</>;
  return (
    <>
      {children(before)}
      <a href={`#t${turn}`}>turn {turn}</a>
      {children(rest.join(`turn ${turn}`))}
    </>
  );
}

const BALLOTS = {
  opening: "Opening vote, in private",
  called: "Private vote",
  closing: "Final vote, in private",
} as const;

type CastVote = MeetingEvent<"ballot.cast">;
type BallotsProps = { view: MeetingView; votes: readonly CastVote[] };

/** The answers of a meeting without a debate are what it said; other votes are counted, with their reasons behind a fold. */
export function Ballots({ view, votes }: BallotsProps) {
  const isPanel =
    view.state.counts.messages === 0 && votes.every(({ reply }) => typeof reply === "object");
  const reasons = votes.map((vote) => <VoteReasons view={view} vote={vote} isPanel={isPanel} />);
  const counted = groupBy(votes, (vote) => vote.verdict ?? "");
  return (
    <article class="turn entry" data-who={votes.map(({ speaker }) => speaker).join(" ")}>
      <span />
      {isPanel ? (
        <div>{reasons}</div>
      ) : (
        <div>
          <p>
            <b>{BALLOTS[votes[0]?.ballot ?? "closing"]}</b>{" "}
            <CountedSeats
              view={view}
              counted={[...counted].map(([name, own]) => [name, own.length])}
            />
          </p>
          <details class="small">
            <summary class="soft">Votes and reasons</summary>
            {reasons}
          </details>
        </div>
      )}
    </article>
  );
}

type VoteProps = { view: MeetingView; vote: CastVote; isPanel: boolean };

function VoteReasons({ view, vote, isPanel }: VoteProps) {
  const { reasoning, wouldChange, quotations = [] } = vote;
  const answer = readAnswer(vote, view.library.documents);
  const saysMore = answer !== null && Object.keys(answer.rest).length + answer.findings.length > 0;
  const isAbove = (!isPanel || saysMore) && isFinalReason(view, vote.speaker, reasoning);
  return (
    <div class="vote" id={getBallotAnchor(vote)}>
      <p>
        <b>{findPerson(view, vote.speaker).name}</b>{" "}
        {formatStatedVerdict(vote) === null ? (
          "no valid vote"
        ) : (
          <Verdict view={view} verdict={vote.verdict} />
        )}
        {vote.confidence === null ? null : (
          <small class="soft"> {formatPercent(vote.confidence)} sure</small>
        )}
      </p>
      {answer ? <Answer view={view} answer={answer} /> : null}
      {reasoning === null || isAbove ? null : (
        <Words view={view} text={reasoning} citations={quotations} />
      )}
      {wouldChange === null || isAbove ? null : (
        <p class="soft">
          Would change it: <Inline view={view} text={wouldChange} citations={quotations} />
        </p>
      )}
    </div>
  );
}

/** The sentence of a field: `Standing by with counter argument.` of a label, and a text as it is. */
function formatField(name: string, value: AnswerView["rest"][string]): string {
  if (typeof value !== "string" || !/[ _]/.test(value))
    return formatContent({ content: "", reply: { [name]: value } });
  return value.includes(" ") ? value : `${capitalize(value.replaceAll("_", " "))}.`;
}

function Answer({ view, answer }: { view: MeetingView; answer: AnswerView }) {
  return (
    <>
      {Object.entries(answer.rest).map(([name, value]) => (
        <Words view={view} text={formatField(name, value)} />
      ))}
      {answer.findings.length === 0 ? null : (
        <ul class="lines">
          {answer.findings.map(({ citation, says }) => (
            <li>
              {says === null ? null : <>{capitalize(says.replace(/[.:]$/, ""))}: </>}
              <Cited view={view} citation={citation} />
            </li>
          ))}
        </ul>
      )}
      {answer.grades.length === 0 ? null : (
        <p class="source">
          {answer.grades
            .map(([name, grade]) => `${name.replaceAll(/[_-]/g, " ")} ${grade}`)
            .join(", ")}
        </p>
      )}
    </>
  );
}

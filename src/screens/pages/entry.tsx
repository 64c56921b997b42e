/** One message or one ballot of the debate on a page. */

import type { ComponentChildren } from "preact";
import { dropRepeatedPassages, selectNewPassages } from "../../engine/transcript/citations.ts";
import type { CheckedCitation, MeetingEvent } from "../../engine/transcript/events.ts";
import { formatStatedVerdict } from "../../engine/words/figures.ts";
import { findPerson } from "../../showing/cast.ts";
import type { Entry } from "../../showing/entries.ts";
import { getBallotAnchor, type MeetingView, readAnswer } from "../../showing/meeting-view.ts";
import { createEntry, formatContent } from "../../showing/message-parts.ts";
import type { AnswerView } from "../../showing/passages.ts";
import type { EntryPart } from "../../text/article.ts";
import { capitalize } from "../../text/plain.ts";
import { Cited, Inline, Words } from "./citations.tsx";
import { Change, formatPercent, Verdict } from "./layout.tsx";

type SpokenEntryProps = {
  view: MeetingView;
  entry: Entry;
  event: MeetingEvent<"message.spoken">;
  finals: Finals;
  isOpen: boolean;
};

export function SpokenEntry({ view, entry, event, finals, isOpen }: SpokenEntryProps) {
  const person = findPerson(view, event.speaker);
  const to = event.to === null ? null : (view.people.get(event.to)?.short ?? event.to);
  return (
    <details
      class="entry said turn"
      id={`t${entry.turn}`}
      data-who={event.speaker}
      data-is={entry.changesVerdict ? "change" : undefined}
      open={isOpen || undefined}
    >
      <summary>
        <small>{entry.turn}</small>
        <b class="name">{person.short}</b>
        <span class="say">
          <span aria-hidden="true">{cutFirstWords(formatContent(event))}</span>
          {to === null ? null : <small>to {to}</small>}
        </span>
        <ShownChange view={view} entry={entry} event={event} />
      </summary>
      <div class="speech">
        {listHearers(view, event)}
        <Content view={view} event={event} />
        <Unquoted view={view} event={event} />
        <Parts view={view} entry={entry} event={event} finals={finals} />
      </div>
    </details>
  );
}

export function cutFirstWords(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length <= FIRST_WORDS
    ? line
    : `${line.slice(0, line.lastIndexOf(" ", FIRST_WORDS))} …`;
}

const FIRST_WORDS = 100;

type ShownProps = Pick<SpokenEntryProps, "view" | "entry" | "event">;

function ShownChange({ view, entry, event }: ShownProps) {
  if (!isStated(view, entry, event)) return null;
  return (
    <span class="row">
      {entry.changesVerdict ? (
        <Change view={view} from={entry.before} to={event.verdict} />
      ) : (
        <Verdict view={view} verdict={event.verdict} />
      )}
    </span>
  );
}

function isStated(
  view: MeetingView,
  { isFirst, changesVerdict }: Entry,
  { speaker }: SpokenEntryProps["event"],
) {
  return (isFirst || changesVerdict) && view.people.get(speaker)?.isAgent === false;
}

function listHearers(view: MeetingView, { audience }: SpokenEntryProps["event"]) {
  if (!Array.isArray(audience)) return null;
  const names = (audience as readonly string[]).map((seat) => view.people.get(seat)?.short ?? seat);
  return <small> visible to {names.join(", ")} only</small>;
}

function Content({ view, event }: Omit<ShownProps, "entry">) {
  const answer = typeof event.reply === "object" ? readAnswer(event, view.library.documents) : null;
  if (answer) return <Answer view={view} answer={answer} />;
  return <Words view={view} text={formatContent(event)} citations={event.citations} />;
}

function Unquoted({ view, event }: Pick<SpokenEntryProps, "view" | "event">) {
  const text = formatContent(event);
  const further = dropRepeatedPassages(
    selectNewPassages([], { citations: event.citations }),
  ).filter(
    ({ quote, ref, found }) =>
      (ref !== null || found === "absent") && (quote === "" || !text.includes(quote)),
  );
  if (further.length === 0) return null;
  return (
    <ul class="cites">
      {further.map((citation) => (
        <li>
          cites <Cited view={view} citation={citation} />
        </li>
      ))}
    </ul>
  );
}

/** The parts of a message below its text. A reason that the page prints elsewhere is not repeated. */
function Parts({ view, entry, event, finals }: ShownProps & Pick<SpokenEntryProps, "finals">) {
  const { reasoning, content, citations, quotations = [] } = event;
  const isSaid = reasoning !== null && content.includes(reasoning);
  const anchor = finals.get(reasoning ?? "");
  const isElsewhere = anchor !== undefined && anchor !== `t${entry.turn}`;
  return createEntry(event, entry, view.state).parts.map(({ kind, text, rest, body, turn }) => {
    if (CITATIONS.has(kind) || (kind === "reason" && isSaid)) return null;
    if (body !== undefined)
      return (
        <figure>
          <figcaption>{text}</figcaption>
          <pre>{body.trim()}</pre>
        </figure>
      );
    if (kind === "reason" && isElsewhere) return <ReasonLink anchor={anchor} />;
    return (
      <p class={kind === "reason" ? "words" : "dim"}>
        <LinkedTurn turn={turn} text={capitalize(text + rest)}>
          {(words) => <Inline view={view} text={words} citations={[...quotations, ...citations]} />}
        </LinkedTurn>
      </p>
    );
  });
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

/** `Unquoted` shows them. */
const CITATIONS: ReadonlySet<EntryPart["kind"]> = new Set(["exact", "near", "pointed", "missing"]);

function ReasonLink({ anchor }: { anchor: string }) {
  return (
    <p>
      <a href={`#${anchor}`}>Reason: see Members and reasons</a>
    </p>
  );
}

/** Where reasonings are printed: they are linked to, and not printed again. */
export type Finals = ReadonlyMap<string, string>;

/** The first place of each reasoning, after those that stand with their members. */
export function locateReasons(finals: Finals, entries: readonly Entry[]): Finals {
  const places = new Map(finals);
  for (const { event, turn, ballots } of entries)
    for (const each of ballots.length > 0 ? ballots : [event])
      if (
        (each.type === "ballot.cast" || each.type === "message.spoken") &&
        each.reasoning !== null
      )
        if (!places.has(each.reasoning))
          places.set(
            each.reasoning,
            each.type === "ballot.cast" ? getBallotAnchor(each) : `t${turn}`,
          );
  return places;
}

const BALLOTS = {
  opening: "Opening vote, in private",
  called: "Private vote",
  closing: "Final vote, in private",
} as const;

type CastVote = MeetingEvent<"ballot.cast">;
type BallotsProps = {
  view: MeetingView;
  votes: readonly CastVote[];
  finals: Finals;
  isOpen: boolean;
};

export function Ballots({ view, votes, finals, isOpen }: BallotsProps) {
  const isPanel =
    view.state.counts.messages === 0 && votes.every(({ reply }) => typeof reply === "object");
  return (
    <details
      class="entry turn procedure"
      data-who={votes.map(({ speaker }) => speaker).join(" ")}
      open={isOpen || undefined}
    >
      <summary>
        <span />
        <b>{isPanel ? "Answers" : "Vote"}</b>
        <span class="say row votes">
          <span>
            {isPanel ? "Each panelist, in private" : BALLOTS[votes[0]?.ballot ?? "closing"]}
          </span>
          {[...new Map(votes.map((vote) => [formatStatedVerdict(vote), vote]))].map(
            ([stated, vote]) => (
              <span>
                {votes.filter((one) => formatStatedVerdict(one) === stated).length}{" "}
                <Cast view={view} vote={vote} />
              </span>
            ),
          )}
        </span>
      </summary>
      <div class="speech">
        {votes.map((vote) => (
          <VoteReasons view={view} vote={vote} finals={finals} />
        ))}
      </div>
    </details>
  );
}

function Cast({ view, vote }: { view: MeetingView; vote: CastVote }) {
  if (formatStatedVerdict(vote) === null) return <span class="chip none">no valid vote</span>;
  return <Verdict view={view} verdict={vote.verdict} />;
}

type VoteProps = { view: MeetingView; vote: CastVote; finals: Finals };

function VoteReasons({ view, vote, finals }: VoteProps) {
  const answer = readAnswer(vote, view.library.documents);
  return (
    <div class="stack tight" id={getBallotAnchor(vote)}>
      <p>
        <b>{findPerson(view, vote.speaker).name}</b> <Cast view={view} vote={vote} />
        {vote.confidence === null ? null : <small> {formatPercent(vote.confidence)} sure</small>}
      </p>
      {answer ? <Answer view={view} answer={answer} /> : null}
      <Reasons
        view={view}
        stated={vote}
        at={getBallotAnchor(vote)}
        finals={finals}
        citations={vote.quotations ?? []}
      />
    </div>
  );
}

type ReasonsProps = {
  view: MeetingView;
  stated: Pick<CastVote, "reasoning" | "wouldChange">;
  at: string;
  citations: readonly CheckedCitation[];
  finals: Finals;
};

function Reasons({
  view,
  stated: { reasoning, wouldChange },
  at,
  citations,
  finals,
}: ReasonsProps) {
  const anchor = finals.get(reasoning ?? "");
  if (anchor !== undefined && anchor !== at) return <ReasonLink anchor={anchor} />;
  return (
    <>
      {reasoning === null ? null : <Words view={view} text={reasoning} citations={citations} />}
      {wouldChange === null ? null : (
        <p class="dim">
          <b>Would change it:</b> <Inline view={view} text={wouldChange} citations={citations} />
        </p>
      )}
    </>
  );
}

function Answer({ view, answer }: { view: MeetingView; answer: AnswerView }) {
  const rest = formatContent({ content: "", reply: answer.rest }).trim();
  return (
    <>
      {answer.grades.length === 0 ? null : (
        <ul class="grades">
          {answer.grades.map(([name, grade]) => (
            <li>
              {name.replaceAll(/[_-]/g, " ")} <b>{grade}</b>
            </li>
          ))}
        </ul>
      )}
      {answer.findings.length === 0 ? null : (
        <ul class="cites">
          {answer.findings.map(({ citation, says }) => (
            <li>
              {says === null ? null : <>{says.replace(/[.:]$/, "")}: </>}
              <Cited view={view} citation={citation} />
            </li>
          ))}
        </ul>
      )}
      {rest === "" ? null : <Words view={view} text={rest} />}
    </>
  );
}

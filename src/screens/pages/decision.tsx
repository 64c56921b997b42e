/** The top of a report: question, answer, why, ballot, the strongest lines, who changed, and what would change it. */

import { isOnFixedClock } from "../../engine/protocol/clocks.ts";
import { findChosen, formatAnswer, formatVotes } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { groupBy } from "../../lists.ts";
import { findSharedModel } from "../../models/contract/model-spec.ts";
import { answerByOptions, nameOptions } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { findStrongestLines, groupPositions } from "../../showing/passages.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import { type Answered, formatBadge, isWeighted, listPeople } from "../../showing/words.ts";
import { capitalize, formatCount } from "../../text/plain.ts";
import { Inline, LinesLink, quoteText } from "./citations.tsx";
import {
  Answer,
  CountedSeats,
  FirstOf,
  findSign,
  getLabel,
  listCountedOptions,
  type MeetingProps,
  Seats,
} from "./layout.tsx";
import { Lanes, Moves } from "./moved.tsx";

type NoticeProps = {
  tables: readonly VerdictTable[];
  /** What the page is, such as `record, board of 5`. */
  what: string;
};

/** The first line of a page: what it is, when, and who answered. */
export function Notice({ tables, what }: NoticeProps) {
  const people = [...new Set(tables.flatMap(listPeople))];
  const named = people.length === 0 ? "" : ` ${words.table.people}: ${people.join(", ")}.`;
  return (
    <p class="notice">
      Boardroom {[what, ...tables.slice(0, 1).map(formatDay)].join(", ")}.{named}{" "}
      <Badge meetings={tables} />
    </p>
  );
}

/** Simulated members are named in ink. */
export function Badge({ meetings }: { meetings: readonly Answered[] }) {
  const [first] = meetings;
  const shared = first && !first.simulated ? findSharedModel(first.members) : null;
  const text = capitalize(
    first && shared !== null
      ? words.table.oneModel(first.members.length, shared)
      : formatBadge(...meetings),
  );
  return meetings.some(({ simulated }) => simulated) ? <b>{text}.</b> : <>{text}.</>;
}

/** `board, 5 members`. */
export function nameGroup(protocol: string, members: number): string {
  return `${protocol.split("@")[0]}, ${formatCount(members, "member")}`;
}

function formatDay(meeting: VerdictTable): string {
  const date = formatDate(meeting.startedAt);
  return isOnFixedClock(meeting) ? `simulated date ${date}` : date;
}

const DATES = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

export function formatDate(iso: string): string {
  return DATES.format(new Date(iso));
}

export function Decision({ view, table }: MeetingProps) {
  const { outcome, ending, subject, members } = table;
  const reason = outcome
    ? `${capitalize(nameOptions(view.options, outcome.reason))} (${outcome.rule}).`
    : "";
  const why = explainOutcome(table, reason);
  const about = subject === null ? "record" : `record on ${subject.title}`;
  return (
    <section id="decision" aria-labelledby="question">
      <Notice
        tables={[table]}
        what={`${about}, ${nameGroup(table.protocol, members.length)}, seed ${table.seed}`}
      />
      <h1 class="question" id="question">
        {table.scenario.question}
      </h1>
      <p class="answer">
        <Answer view={view} outcome={outcome} />
      </p>
      {why === "" ? null : <p class="lead">{why}</p>}
      <Ballot view={view} table={table} />
      <p class="notice">
        {reason === why ? "" : reason}
        {outcome && isWeighted(table) ? ` Weighted: ${formatVotes(outcome)}.` : ""}{" "}
        <OpeningVote view={view} table={table} />
      </p>
      {table.boardTest ? <BoardTestCard {...table.boardTest} /> : null}
      <div class="pair">
        {groupPositions(table).map((own) => (
          <Strongest view={view} table={table} members={own} />
        ))}
        <Moves view={view} table={table} />
        <WouldChange view={view} table={table} />
      </div>
      {ending === null ? null : <Lanes view={view} table={table} />}
    </section>
  );
}

type BoardTestProps = NonNullable<VerdictTable["boardTest"]>;

/** Open if the board failed. */
function BoardTestCard({ result, summary, path, lines = [] }: BoardTestProps) {
  return (
    <details class="exhibit gap" id="board-test" open={result === "fail"}>
      <summary>
        {words.table.boardTest}: <b>{summary}</b>
      </summary>
      <table class="figures">
        <tbody>
          {lines.map(([expected, change = "", votes, found]) => (
            <tr>
              <th scope="row">{capitalize(change)}</th>
              <td>{expected}</td>
              <td>{votes}</td>
              <td>{found === "FAIL" ? <b>{found}</b> : found}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="source">Opening votes on changed copies of the paper, in {path}</p>
    </details>
  );
}

/** The scenario's words for this outcome; without a decision, the reason. */
function explainOutcome({ outcome, ending }: VerdictTable, reason: string): string {
  if (outcome === null)
    return ending === null
      ? "The meeting is still running or was interrupted."
      : `The meeting is ${ending.kind}: ${ending.reason}`;
  return outcome.status === "decided" ? "" : reason;
}

function Ballot({ view, table }: MeetingProps) {
  return (
    <dl class="ballot">
      {listCountedOptions(table).map(([id, votes]) => {
        const option = view.options.has(id) ? id : null;
        const holders = table.members.filter(({ final }) => final === option);
        return (
          <div>
            <dt>
              <Seats signs={Array(votes).fill(findSign(view, option))} />
              <span>
                <b>{getLabel(view, option)}</b> <span class="soft">{votes}</span>
              </span>
            </dt>
            <dd>{joinShortNames(view, holders)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

type StrongestProps = MeetingProps & { members: readonly MemberRow[] };

function Strongest({ view, table, members }: StrongestProps) {
  const lines = findStrongestLines(members, view.library);
  const [first] = members;
  if (first === undefined || lines.length === 0) return null;
  const isByOption = table.scenario.sides === "none" || table.outcome?.option != null;
  const position = isByOption ? getLabel(view, first.final).toLowerCase() : first.side;
  return (
    <section>
      <h2>
        <Seats signs={[findSign(view, first.final)]} />{" "}
        {position === "neutral"
          ? "Strongest neutral line"
          : `Strongest line ${isByOption ? "for " : ""}${position}`}
      </h2>
      <FirstOf
        most={MOST_LISTED - 1}
        items={lines.map(({ quote, place, members: own }) => (
          <>
            <blockquote>{quoteText(quote)}</blockquote>
            <p class="source">
              <LinesLink view={view} place={place} />, in the reasons of {joinShortNames(view, own)}
            </p>
          </>
        ))}
      />
    </section>
  );
}

function joinShortNames({ people }: MeetingView, rows: readonly MemberRow[]): string {
  return rows.map(({ id, name }) => people.get(id)?.short ?? name).join(", ");
}

const MOST_LISTED = 3;

function WouldChange({ view, table }: MeetingProps) {
  const stated = table.members.filter(({ wouldChange }) => wouldChange !== null);
  if (stated.length === 0) return null;
  return (
    <section>
      <h2>What would change it</h2>
      <FirstOf
        most={MOST_LISTED}
        items={[...groupBy(stated, ({ wouldChange }) => wouldChange ?? "")].map(([text, rows]) => (
          <>
            <Inline
              view={view}
              text={capitalize(text)}
              citations={rows.flatMap(({ citations }) => citations)}
            />{" "}
            <span class="source">{joinShortNames(view, rows)}</span>
          </>
        ))}
      />
    </section>
  );
}

function OpeningVote({ view, table }: MeetingProps) {
  const { withoutTalk: alone, outcome } = table;
  if (!alone) return null;
  const answer = formatAnswer(answerByOptions(view.options, alone.outcome));
  const [before, after] = [alone.outcome, outcome].map(
    (each) => each && String(findChosen(each, { verdicts: table.options })),
  );
  const isSame = before === after ? "did not change" : "changed";
  const hasDebate = outcome !== null && table.messages > 0;
  return (
    <>
      {hasDebate ? `The debate ${isSame} the outcome. ` : ""}Opening vote:{" "}
      {answer.replaceAll(" of ", "\u00a0of\u00a0")}
      {"\u00a0"}
      <CountedSeats view={view} counted={listCountedOptions({ tally: alone })} inRow={24} />
    </>
  );
}

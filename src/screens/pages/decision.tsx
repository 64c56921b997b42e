/** The top of a report: title, badge, outcome, votes, and the strongest line of each side. */

import { isOnFixedClock } from "../../engine/protocol/clocks.ts";
import { findChosen, formatVotes } from "../../engine/words/figures.ts";
import { words } from "../../engine/words/words.ts";
import { groupBy, lookUpKey } from "../../lists.ts";
import { findSharedModel } from "../../models/contract/model-spec.ts";
import { findPerson, nameOptions } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import { findStrongestLines, groupPositions } from "../../showing/passages.ts";
import type { MemberRow, VerdictTable } from "../../showing/verdict-schema.ts";
import {
  type Answered,
  formatBadge,
  formatOptions,
  formatVotesBySide,
  isWeighted,
  listPeople,
} from "../../showing/words.ts";
import { capitalize } from "../../text/plain.ts";
import { Inline, Quoted, type QuotedProps } from "./citations.tsx";
import {
  FirstOf,
  getLabel,
  listCountedOptions,
  type MeetingProps,
  OutcomeChip,
  ShareBar,
  Verdict,
} from "./layout.tsx";
import { listMoves, When } from "./moved.tsx";

type HeadProps = {
  tables: readonly VerdictTable[];
  about: readonly string[];
  lead?: string | undefined;
  home?: string | undefined;
};

export function Head({ tables, about, lead, home }: HeadProps) {
  const scenarios = new Map(tables.map(({ scenario }) => [scenario.title, scenario.question]));
  const people = [...new Set(tables.flatMap(listPeople))];
  const [only, ...others] = tables;
  const subject = only?.subject && others.length === 0 ? `: ${only.subject.title}` : "";
  return (
    <header class="stack tight" id="top">
      <p class="row dim">
        <Home home={home} />
        <span>{[...about, ...tables.slice(0, 1).map(formatDay)].join(" · ")}</span>
        {people.length === 0 ? null : <span>{`${words.table.people}: ${people.join(", ")}`}</span>}
        <Badge meetings={tables} />
      </p>
      <h1>{[...scenarios.keys()].join("; ") + subject}</h1>
      {scenarios.size === 1 ? <p class="dim">{[...scenarios.values()]}</p> : null}
      {lead === undefined ? null : <p class="dim">{lead}</p>}
    </header>
  );
}

export function Home({ home }: Pick<HeadProps, "home">) {
  return home === undefined ? <b>Boardroom</b> : <a href={home}>Boardroom</a>;
}

export function Badge({ meetings }: { meetings: readonly Answered[] }) {
  const [first] = meetings;
  const shared = first && !first.simulated ? findSharedModel(first.members) : null;
  return (
    <span class={meetings.some(({ simulated }) => simulated) ? "chip warn asked" : "chip asked"}>
      {capitalize(
        first && shared !== null
          ? words.table.oneModel(first.members.length, shared)
          : formatBadge(...meetings),
      )}
    </span>
  );
}

function formatDay(meeting: Pick<VerdictTable, "simulated" | "startedAt">): string {
  const date = formatDate(meeting.startedAt);
  return isOnFixedClock(meeting) ? `simulated date ${date}` : date;
}

const DATES = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

export function formatDate(iso: string): string {
  return DATES.format(new Date(iso));
}

type StrongestProps = Pick<MeetingProps, "view"> &
  Pick<QuotedProps, "quoted"> & { members: readonly MemberRow[] };

export function Decision({ view, table, quoted }: MeetingProps & Pick<QuotedProps, "quoted">) {
  const { outcome, ending, members } = table;
  const { script } = view.state.scenario;
  const why =
    script && outcome ? lookUpKey(script.because, outcome.option ?? outcome.side ?? "") : undefined;
  const open =
    ending === null
      ? "The meeting is still running or was interrupted."
      : `The meeting is ${ending.kind}: ${ending.reason}`;
  return (
    <section id="decision" class="card stack" aria-labelledby="decision-title">
      <h2 class="gone" id="decision-title">
        Decision
      </h2>
      <p class="row">
        <OutcomeChip view={view} outcome={outcome} isBig />
        <span>
          {outcome ? `${nameOptions(view.options, outcome.reason)} (${outcome.rule})` : open}
          {outcome && isWeighted(table) ? `; ${formatVotes(outcome)}` : ""}
        </span>
      </p>
      <ShareBar view={view} counted={listCountedOptions(table)} />
      {why === undefined ? null : <b>{why}</b>}
      <ul class="row">
        {listCountedOptions(table).map(([id, votes]) => {
          const option = view.options.has(id) ? id : null;
          const holders = members.filter(({ final }) => final === option);
          return (
            <li>
              <Verdict view={view} verdict={option} /> <b>{votes}</b>{" "}
              <small>{joinShortNames(view, holders)}</small>
            </li>
          );
        })}
      </ul>
      <OpeningVote table={table} />
      {table.boardTest ? (
        <p class={table.boardTest.result === "fail" ? "warn" : "dim"}>
          {words.table.boardTest}: {table.boardTest.summary} ({table.boardTest.path})
        </p>
      ) : null}
      <div class="grid">
        {groupPositions(table).map((members) => (
          <Strongest view={view} members={members} quoted={quoted} />
        ))}
        <Moves view={view} table={table} />
      </div>
      <WouldChange view={view} table={table} />
    </section>
  );
}

function Strongest({ view, members, quoted }: StrongestProps) {
  const lines = findStrongestLines(members, view.library);
  if (lines.length === 0 && members.length === 1) return null;
  return (
    <div class="stack tight">
      <h3>
        Strongest for
        {[...new Set(members.map(({ final }) => final))].map((verdict) => (
          <>
            {" "}
            <Verdict view={view} verdict={verdict} />
          </>
        ))}
      </h3>
      {lines.length === 0 ? <small>No line is in two of their final reasons.</small> : null}
      <FirstOf most={MOST_LISTED - 1}>
        {lines.map((line) => (
          <div>
            <Quoted view={view} ground={line} quoted={quoted} />
            <small>In the final reasons of {joinShortNames(view, line.members)}</small>
          </div>
        ))}
      </FirstOf>
    </div>
  );
}

function joinShortNames({ people }: MeetingView, rows: readonly MemberRow[]): string {
  return rows.map(({ id, name }) => people.get(id)?.short ?? name).join(", ");
}

function WouldChange({ view, table }: MeetingProps) {
  const stated = table.members.filter(({ wouldChange }) => wouldChange !== null);
  if (stated.length === 0) return null;
  return (
    <div class="stack tight">
      <h3>What would change it</h3>
      <FirstOf most={MOST_LISTED}>
        {[...groupBy(stated, ({ wouldChange }) => wouldChange ?? "")].map(([text, rows]) => (
          <p>
            <Inline
              view={view}
              text={text}
              citations={rows.flatMap(({ citations }) => citations)}
            />{" "}
            <small>{joinShortNames(view, rows)}</small>
          </p>
        ))}
      </FirstOf>
    </div>
  );
}

const MOST_LISTED = 3;

function Moves({ view, table }: MeetingProps) {
  const moves = listMoves(table);
  if (moves.length === 0 && table.messages === 0) return null;
  const movers = new Set(moves.map(({ row }) => row.id)).size;
  return (
    <div class="stack tight">
      <h3>
        Changed: {movers} of {table.members.length}
      </h3>
      <FirstOf most={MOST_LISTED - 1}>
        {moves.map(({ row, change }) => (
          <p>
            <b>{joinShortNames(view, [row])}</b> {getLabel(view, change.from)} →{" "}
            {getLabel(view, change.to)}, <When change={change} />
            {change.movedBy ? `, by ${findPerson(view, change.movedBy.speaker).short}` : null}
          </p>
        ))}
      </FirstOf>
    </div>
  );
}

function OpeningVote({ table }: Pick<MeetingProps, "table">) {
  const { withoutTalk: alone, outcome } = table;
  if (!alone) return null;
  const byOption = alone.outcome.option !== null || outcome?.option != null;
  const votes = byOption ? formatOptions(alone) : formatVotesBySide(table, alone);
  if (!outcome || table.messages === 0) return <small>Opening vote: {votes}.</small>;
  const [before, after] = [alone.outcome, outcome].map((each) =>
    findChosen(each, { verdicts: table.options }),
  );
  const isSame = String(before) === String(after);
  return (
    <small>
      The debate {isSame ? "did not change" : "changed"} the outcome: the opening vote was {votes}.
    </small>
  );
}

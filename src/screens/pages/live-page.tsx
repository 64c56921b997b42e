/** The page of a meeting that runs: members, debate, tally and the forms to act. */

import { weighNext } from "../../engine/meeting/select-speaker.ts";
import { countSpoken } from "../../engine/money/limits.ts";
import { readCost } from "../../engine/transcript/call-events.ts";
import { toStepPath } from "../../engine/transcript/path.ts";
import { words } from "../../engine/words/words.ts";
import { findPerson, type Person } from "../../showing/cast.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { LiveCall } from "../../showing/watching/source.ts";
import { findViewerSeat } from "../../showing/watching/viewer.ts";
import { formatCost, formatMinutes } from "../../showing/words.ts";
import { type Field, readWords } from "../../text/article.ts";
import { capitalize } from "../../text/plain.ts";
import { Documents } from "./citations.tsx";
import { Debate } from "./debate.tsx";
import { Badge } from "./decision.tsx";
import { AtTurn, Bar, formatPercent, ShareBar, Verdict } from "./layout.tsx";
import { Buttons, type LivePageProps, Notes, openQuestions, Say } from "./live-acts.tsx";
import { SeatForm } from "./seat-form.tsx";

export function LivePage(props: LivePageProps) {
  const { id, view, status, person, progress, calls } = props;
  const { scenario, simulated, seats } = view.state;
  const { isAtTable } = findViewerSeat(seats, person);
  return (
    <div class={`live ${status.is}`} data-title={getTitle(props)} data-meeting={view.state.meeting}>
      <header class="row">
        <a href="../../">All meetings</a>
        <h1>{scenario.title}</h1>
        <p
          class={`standing row ${status.is}`}
          role="status"
          data-lost-title="Connection lost"
          data-lost-words="No connection. This is the last known state. Trying again."
          data-unanswered="The server does not answer. What you wrote is kept."
        >
          <b class="chip">{capitalize(describeStateNow(props))}</b>
          <span>
            turn {countSpoken(view.state)} of at most {scenario.limits.messages}
          </span>
          <span>{formatTimeSoFar(view)}</span>
          {simulated ? null : <span>cost {formatCost(readCost(view.state.spending))}</span>}
          <Badge
            meetings={[{ simulated, members: seats.filter(({ kind }) => kind === "member") }]}
          />
        </p>
        <Buttons {...props} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <aside class="people stack" aria-label="Members" tabIndex={0}>
        <MembersNow {...props} />
        <p class="dim">
          {id} {status.is === "damaged" ? null : <a href="report">The report so far</a>}
        </p>
      </aside>
      <main class="talk stack">
        <p class="dim">{scenario.question}</p>
        {view.debate.some(({ event }) => event.type !== "meeting.opened") ? (
          <Debate view={view} open={2} />
        ) : (
          <p class="dim">No member has spoken yet.</p>
        )}
        <WordsNow view={view} calls={calls} />
        {props.seat === null ? null : (
          <p class="note">
            <b>Your turn.</b> The meeting continues with your answer.
          </p>
        )}
        <Say {...props} />
      </main>
      <aside class="now stack" aria-label="Tally">
        <SeatForm {...props} />
        <Notes {...props} />
        <TallyNow view={view} />
        <OpenQuestions view={view} />
        {isAtTable ? <p class="dim">Private votes of others are shown after the meeting.</p> : null}
        <StatusNow lines={progress} />
        {view.library.documents.length > 0 ? <Documents view={view} /> : null}
      </aside>
    </div>
  );
}

export function Unreadable({ id, why }: { id: string; why: string }) {
  return (
    <main class="page stack">
      <p class="standing row damaged" role="status">
        <a href="../../">All meetings</a> <b>{id}</b> damaged: {why}
      </p>
    </main>
  );
}

function formatTimeSoFar({ state }: MeetingView): string {
  const minutes = (Date.parse(state.now) - Date.parse(state.startedAt)) / 60_000;
  return formatMinutes(minutes);
}

function describeStateNow({ status, running, seat, isSeated, person }: LivePageProps): string {
  if (seat !== null) return `your turn, ${seat.person}`;
  switch (status.is) {
    case "waiting":
      return isSeated && status.person !== person
        ? "waiting for another person"
        : `waiting for ${status.person}`;
    case "held":
      return running?.isPaused ? "paused" : "live";
    default:
      return status.is;
  }
}

function getTitle(props: LivePageProps): string {
  const called = props.seat === null ? "" : `(1) ${describeStateNow(props)} - `;
  return `${called}${props.id} - Boardroom`;
}

type WordsNowProps = { view: MeetingView; calls: readonly LiveCall[] };

function WordsNow({ view, calls }: WordsNowProps) {
  return (
    <div class="now-said">
      {calls.map((call) => {
        const person = findPerson(view, call.speaker);
        const isHeard = call.phase === "speaking" && call.text !== "";
        return (
          <div class="note stack tight" id={`now-${call.path}`}>
            <p>
              <b class="name">{person.name}</b>{" "}
              {call.isPrivate ? <small>answers in private</small> : null}{" "}
              {isHeard || call.isPrivate ? null : <small>{call.why || "thinking"}</small>}
            </p>
            {isHeard ? <p class="words under-way">{call.text}</p> : null}
          </div>
        );
      })}
    </div>
  );
}

type NowProps = Pick<LivePageProps, "view" | "calls" | "seat">;

function MembersNow(props: NowProps) {
  const { view, seat } = props;
  const selection = findDraw(props);
  const chances = computeChances(view, findPathNow(props) === null ? null : selection);
  return (
    <>
      <ul class={listMembers(view).length > MANY ? "stack tight" : "stack"}>
        {listMembers(view).map((person) => {
          const doing = describeDoing(person, props);
          const chance = chances.get(person.id) ?? null;
          return (
            <li class={doing === null ? "stack tight" : "stack tight busy"}>
              <p class="row">
                <span class="name" title={person.name}>
                  {person.short}
                  {seat?.seat === person.id ? ` (you)` : ""}
                </span>
                <small class="push">{view.state.members.get(person.id)?.messages ?? 0} said</small>
              </p>
              <p class="row">
                <Verdict view={view} verdict={findVerdictNow(view, person)} />
                <small class="push">
                  {doing ?? (chance === null ? "" : `chance ${formatPercent(chance)}`)}
                </small>
              </p>
              {chance === null ? null : <Bar share={chance} />}
            </li>
          );
        })}
      </ul>
      {selection ? (
        <p class="note">
          <small>
            <b>Why {findPerson(view, selection.speaker).short}:</b> {words.drawn(selection.why)}
          </small>
        </p>
      ) : null}
    </>
  );
}

/** Path of the answer that the meeting waits for; null between turns. */
function findPathNow({ view: { state }, calls }: NowProps): string | null {
  const path = calls[0]?.path ?? state.awaited[0]?.path;
  return path === undefined ? null : toStepPath(path);
}

/** The draw of who speaks now; between turns the last draw. No draw led to a vote. */
function findDraw(props: NowProps): MeetingView["selection"] {
  const { selection } = props.view;
  const now = findPathNow(props);
  return now === null || now === toStepPath(selection?.path ?? "") ? selection : null;
}

/** More members stand close together, so that twelve fit a window. */
const MANY = 8;

function listMembers({ people }: MeetingView): readonly Person[] {
  return [...people.values()].filter(({ isAgent }) => !isAgent);
}

function findVerdictNow({ state }: MeetingView, { id }: Person): string | null {
  const { verdicts = [], ballots = [] } = state.members.get(id) ?? {};
  return (verdicts.at(-1) ?? ballots.findLast(({ kind }) => kind === "closing"))?.verdict ?? null;
}

function describeDoing(person: Person, { view, calls, seat }: NowProps): string | null {
  const call = calls.find(({ speaker }) => speaker === person.id);
  if (call) return call.isPrivate ? "answers in private" : DOING[call.phase];
  if (seat?.seat === person.id) return "your turn";
  const status = view.state.members.get(person.id)?.status;
  if (status === "withdrawn") return "withdrew";
  return status === "absent" ? "absent" : null;
}

const DOING = {
  thinking: "thinking",
  speaking: "speaking",
  discarded: "retrying",
  waiting: "waiting for the model",
} as const satisfies Record<LiveCall["phase"], string>;

/** The current speaker cannot be drawn next. If names are hidden, so are the weights that would reveal them. */
function computeChances(
  { state }: MeetingView,
  drawn: MeetingView["selection"],
): ReadonlyMap<string, number> {
  const isDrawn = state.protocol.startsWith("board@") && state.scenario.prompt.view !== "anonymous";
  if (!isDrawn || state.ending !== null) return new Map();
  const speakers = [...state.speakers.slice(-40), ...(drawn ? [drawn.speaker] : [])];
  const weights = weighNext({ ...state, speakers }) ?? [];
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  return new Map(all > 0 ? weights.map(({ seat, weight }) => [seat, weight / all]) : []);
}

function TallyNow({ view }: Pick<NowProps, "view">) {
  const options = [...view.options.keys(), null].flatMap((option) => {
    const holders = listMembers(view).filter((person) => findVerdictNow(view, person) === option);
    return holders.length === 0 ? [] : [{ option, holders }];
  });
  return (
    <section class="stack tight">
      <h2>Tally</h2>
      <ShareBar
        view={view}
        counted={options.map(({ option, holders }) => [option ?? "", holders.length])}
      />
      <ul class="stack tight">
        {options.map(({ option, holders }) => (
          <li>
            <Verdict view={view} verdict={option} /> <b>{holders.length}</b>{" "}
            <small>{holders.map(({ short }) => short).join(", ")}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OpenQuestions({ view }: Pick<NowProps, "view">) {
  const open = openQuestions(view);
  // Always an element, so that what follows keeps its place and is not sent again.
  return (
    <section class="stack tight" hidden={open.length === 0 || undefined}>
      <h2>Open questions</h2>
      {open.map(({ speaker, to, turn, question }) => (
        <p>
          {question}{" "}
          <small>
            {findPerson(view, speaker).short} to {findPerson(view, to).short}
            <AtTurn turn={turn} />
          </small>
        </p>
      ))}
    </section>
  );
}

function StatusNow({ lines }: { lines: readonly Field[] | null }) {
  if (lines === null || lines.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>Status</h2>
      <dl>
        {lines.map(({ label, words }) => (
          <div class="row">
            <dt class="dim">{capitalize(label)}</dt>
            <dd>{readWords(words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

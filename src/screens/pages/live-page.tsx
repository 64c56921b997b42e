/** The page of a meeting that runs: members, debate, and the forms to act. */

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
import { Fact, findSign, getLabel, Seats, Top } from "./layout.tsx";
import { Buttons, isGoing, type LivePageProps, Notes, openQuestions, Say } from "./live-acts.tsx";
import { SeatForm } from "./seat-form.tsx";

export function LivePage(props: LivePageProps) {
  const { id, view, status, person, progress, calls, seat } = props;
  const { scenario, simulated, seats } = view.state;
  const { isAtTable } = findViewerSeat(seats, person);
  return (
    <div class={`live ${status.is}`} data-title={getTitle(props)} data-meeting={view.state.meeting}>
      <Top home="../../" />
      <main>
        <p
          class={`notice standing ${status.is}`}
          role="status"
          data-lost-title="Connection lost"
          data-lost-words="No connection. This is the last known state. Trying again."
          data-unanswered="The server does not answer. What you wrote is kept."
        >
          <b class={isGoing(props) ? "now" : undefined}>{capitalize(describeStateNow(props))}</b>,
          turn {countSpoken(view.state)} of at most {scenario.limits.messages},{" "}
          {formatTimeSoFar(view)}
          {simulated ? null : `, cost ${formatCost(readCost(view.state.spending))}`}.{" "}
          <Badge
            meetings={[{ simulated, members: seats.filter(({ kind }) => kind === "member") }]}
          />{" "}
          {seat === null ? null : (
            <a class="narrow" href="#seat-title">
              Go to the form
            </a>
          )}
        </p>
        <h1 class="question">{scenario.question}</h1>
        <MembersNow {...props} />
        <div class="floor">
          <div class="talk">
            {view.debate.some(({ event }) => event.type !== "meeting.opened") ? (
              <Debate view={view} isLive />
            ) : (
              <p class="soft">No member has spoken yet.</p>
            )}
            <WordsNow view={view} calls={calls} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <aside aria-label="Act on the meeting" tabIndex={0}>
            <SeatForm {...props} />
            <Notes {...props} />
            <Buttons {...props} />
            <Say {...props} />
            <OpenQuestions view={view} />
            {isAtTable ? (
              <p class="source">Private votes of others are shown after the meeting.</p>
            ) : null}
            <StatusNow lines={progress} />
            <WhyNow {...props} />
            <p class="source">
              {id} {status.is === "damaged" ? null : <a href="report">The report so far</a>}
            </p>
          </aside>
        </div>
        {view.library.documents.length > 0 ? <Documents view={view} /> : null}
      </main>
    </div>
  );
}

type FaultProps = { home: string; of: string; fault: string; why: string };

/** Shown if a page cannot be: what it is of, the fault, and a line for each reason and remedy. */
export function Fault({ home, of, fault, why }: FaultProps) {
  return (
    <>
      <Top home={home} />
      <main>
        <h1 class="question">{of}</h1>
        <p class="answer">{fault}</p>
        {why.split("\n").map((line) => (
          <p class="standing damaged" role="status">
            {line.trim()}
          </p>
        ))}
        <p>
          <a href={home}>All meetings</a>
        </p>
      </main>
    </>
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

type NowProps = Pick<LivePageProps, "view" | "calls" | "seat">;

function WordsNow({ view, calls }: Omit<NowProps, "seat">) {
  return (
    <div class="now-said">
      {calls.map((call) => {
        const isHeard = call.phase === "speaking" && call.text !== "";
        return (
          <div class="turn" id={`now-${call.path}`}>
            <span />
            <div>
              <p>
                <b class="name">{findPerson(view, call.speaker).name}</b>{" "}
                <small class="now">{describeCall(call)}</small>
              </p>
              {isHeard ? <p class="said under-way">{call.text}</p> : null}
            </div>
          </div>
        );
      })}
    </div>
  );
}

function describeCall(call: LiveCall): string {
  if (call.isPrivate) return "answers in private";
  return call.phase === "thinking" && call.why ? call.why : DOING[call.phase];
}

function MembersNow(props: NowProps) {
  const { view, seat } = props;
  return (
    <ul class="members" aria-label="Members">
      {listMembers(view).map((person) => {
        const doing = describeDoing(person, props);
        const verdict = findVerdictNow(view, person);
        const stated = verdict === null ? "Not yet said" : getLabel(view, verdict);
        return (
          <li aria-current={doing?.isBusy ? "true" : undefined}>
            <Seats signs={[findSign(view, verdict)]} />{" "}
            <b class="name" title={person.name}>
              {seat?.seat === person.id ? "You" : person.short}
            </b>
            <small>{doing === null ? stated : `${stated}, ${doing.words}`}</small>
          </li>
        );
      })}
    </ul>
  );
}

/** Why the speaker was drawn; between turns the last one. No draw led to a vote. */
function WhyNow({ view, calls }: NowProps) {
  const { selection, state } = view;
  const now = calls[0]?.path ?? state.awaited[0]?.path;
  const isOther = now !== undefined && toStepPath(now) !== toStepPath(selection?.path ?? "");
  if (selection === null || isOther) return null;
  return (
    <details class="small">
      <summary>Why {findPerson(view, selection.speaker).short} was drawn</summary>
      <p class="soft">{words.drawn(selection.why)}</p>
    </details>
  );
}

function listMembers({ people }: MeetingView): readonly Person[] {
  return [...people.values()].filter(({ isAgent }) => !isAgent);
}

function findVerdictNow({ state }: MeetingView, { id }: Person): string | null {
  const { verdicts = [], ballots = [] } = state.members.get(id) ?? {};
  return (verdicts.at(-1) ?? ballots.findLast(({ kind }) => kind === "closing"))?.verdict ?? null;
}

function describeDoing(person: Person, { view, calls, seat }: NowProps) {
  const call = calls.find(({ speaker }) => speaker === person.id);
  if (call) return { words: call.isPrivate ? "voting" : DOING[call.phase], isBusy: true };
  if (seat?.seat === person.id) return { words: "your turn", isBusy: true };
  const status = view.state.members.get(person.id)?.status;
  return status === "withdrawn" || status === "absent" ? { words: status, isBusy: false } : null;
}

const DOING = {
  thinking: "thinking",
  speaking: "speaking",
  discarded: "retrying",
  waiting: "waiting for the model",
} as const satisfies Record<LiveCall["phase"], string>;

function OpenQuestions({ view }: Pick<NowProps, "view">) {
  const open = openQuestions(view);
  // Always an element, so that what follows keeps its place and is not sent again.
  return (
    <section hidden={open.length === 0 || undefined}>
      <h2>Open questions</h2>
      {open.map(({ speaker, to, turn, question }) => (
        <p>
          {question}{" "}
          <span class="source">
            {findPerson(view, speaker).short} to {findPerson(view, to).short},{" "}
            <a href={`#t${turn}`}>turn {turn}</a>
          </span>
        </p>
      ))}
    </section>
  );
}

function StatusNow({ lines }: { lines: readonly Field[] | null }) {
  if (lines === null || lines.length === 0) return null;
  return (
    <section>
      <h2>Status</h2>
      <dl class="facts small">
        {lines.map(({ label, words }) => (
          <Fact name={capitalize(label)}>{readWords(words)}</Fact>
        ))}
      </dl>
    </section>
  );
}

import { spokenSoFar } from "../../../engine/meeting/money/limits.ts";
import type { MeetingView } from "../../../showing/meeting-view/meeting-view.ts";
import { personIn } from "../../../showing/meeting-view/people.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import { dollarsInWords, minutesInWords } from "../../../showing/words.ts";
import { Debate } from "../debate.tsx";
import { Documents } from "../documents.tsx";
import { liveWords } from "../words/live-words.ts";
import { Composer } from "./composer.tsx";
import { Controls } from "./controls.tsx";
import type { LivePageProps } from "./live-props.ts";
import { NextSpeaker, ProcedureNow, VerdictsNow } from "./now.tsx";
import { PeopleNow } from "./people-now.tsx";
import { SeatForm } from "./seat-form.tsx";

export function LivePage(props: LivePageProps) {
  const { id, view, standing, isSeated, procedure, calls } = props;
  const { scenario, simulated } = view.state;
  const hasTalk = view.debate.length > 0;
  return (
    <div class={`live ${standing.is}`} data-title={titleOf(props)}>
      <header class="row">
        <a href="../../">{liveWords.allMeetings}</a>
        <h1>{scenario.title}</h1>
        {simulated ? <span class="chip warn asked">{liveWords.simulated}</span> : null}
        <p
          class={`standing row ${standing.is}`}
          role="status"
          data-lost-title={liveWords.lost}
          data-lost-words={liveWords.lostMore}
          data-unanswered={liveWords.unanswered}
        >
          <b>{standingNow(props)}</b>
          <span>{liveWords.messages(spokenSoFar(view.state), scenario.limits.messages)}</span>
          <span>{timeSoFar(view)}</span>
          <span>{costSoFar(props)}</span>
          <span class="dim">{id}</span>
          <a href="report">{liveWords.soFar}</a>
        </p>
        <Controls {...props} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <aside class="people stack" aria-label={liveWords.members} tabIndex={0}>
        <PeopleNow view={view} calls={calls} seat={props.seat} />
        <NextSpeaker view={view} calls={calls} />
      </aside>
      <main class="talk stack">
        <p class="dim">{scenario.question}</p>
        {hasTalk ? <Debate view={view} open={2} /> : <p class="dim">{liveWords.nobodyYet}</p>}
        <WordsNow view={view} calls={calls} />
        <Composer {...props} />
      </main>
      <aside class="now stack" aria-label={liveWords.verdictsNow}>
        <SeatForm {...props} />
        <VerdictsNow view={view} />
        {isSeated ? <p class="dim">{liveWords.privately}</p> : null}
        <ProcedureNow lines={procedure.standing} />
        {view.library.documents.length > 0 ? <Documents view={view} /> : null}
      </aside>
    </div>
  );
}

function timeSoFar({ state }: MeetingView): string {
  const minutes = (Date.parse(state.now) - Date.parse(state.startedAt)) / 60_000;
  return minutesInWords(minutes).replace(/^0 min /, "");
}

function costSoFar({ view }: LivePageProps): string {
  const { simulated, spending } = view.state;
  if (simulated) return liveWords.noCost;
  return spending.cost === null ? liveWords.costUnknown : dollarsInWords(spending.cost);
}

function standingNow({ standing, held, seat, isSeated, person }: LivePageProps): string {
  if (seat !== null) return liveWords.waitsForYou(seat.person);
  if (standing.is === "waiting")
    return isSeated && standing.person !== person
      ? liveWords.waitsForOther
      : liveWords.waitsFor(standing.person);
  if (standing.is === "held") return held?.isPaused ? liveWords.paused : liveWords.live;
  return standing.is === "suspended" ? liveWords.suspended : liveWords.stopped;
}

/** The title calls the person who is asked. */
function titleOf(props: LivePageProps): string {
  const called = props.seat === null ? "" : `(1) ${standingNow(props)} - `;
  return `${called}${props.id} - Boardroom`;
}

type WordsNowProps = {
  readonly view: MeetingView;
  readonly calls: readonly LiveCall[];
};

function WordsNow({ view, calls }: WordsNowProps) {
  return (
    <div class="now-said">
      {calls.map((call) => {
        const person = personIn(view, call.speaker);
        const isHeard = call.phase === "speaking" && !call.isPrivate;
        return (
          <div class="note stack tight" id={`now-${call.path}`}>
            <p>
              <b class="name">{person.name}</b>{" "}
              {isHeard ? null : (
                <small>{call.isPrivate ? liveWords.votes : call.why || liveWords.thinking}</small>
              )}
            </p>
            {isHeard ? <p class="words under-way">{call.text}</p> : null}
          </div>
        );
      })}
    </div>
  );
}

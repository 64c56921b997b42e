import { spokenSoFar } from "../../../engine/meeting/money/limits.ts";
import { personIn } from "../../../showing/cast.ts";
import type { MeetingView } from "../../../showing/meeting-view.ts";
import type { LiveCall } from "../../../showing/watching/calls.ts";
import { dollarsInWords, minutesInWords } from "../../../showing/words.ts";
import { Debate } from "../debate.tsx";
import { Documents } from "../documents.tsx";
import { liveWords } from "../words/live-words.ts";
import { Buttons, Notes, Say } from "./controls.tsx";
import type { LivePageProps } from "./live-props.ts";
import { MembersNow, StatusNow, TallyNow } from "./now.tsx";
import { SeatForm } from "./seat-form.tsx";

export function LivePage(props: LivePageProps) {
  const { id, view, standing, isSeated, status, calls } = props;
  const { scenario, simulated } = view.state;
  return (
    <div class={`live ${standing.is}`} data-title={titleOf(props)}>
      <header class="row">
        <a href="../../">{liveWords.allMeetings}</a>
        <h1>{scenario.title}</h1>
        <p
          class={`standing row ${standing.is}`}
          role="status"
          data-lost-title={liveWords.lost}
          data-lost-words={liveWords.lostMore}
          data-unanswered={liveWords.unanswered}
        >
          <b class="chip">{standingNow(props)}</b>
          <span>{liveWords.messages(spokenSoFar(view.state), scenario.limits.messages)}</span>
          <span>{timeSoFar(view)}</span>
          <span>{costSoFar(props)}</span>
          {simulated ? <span class="chip warn asked">{liveWords.simulated}</span> : null}
          {standing.is === "damaged" ? null : (
            <a href="report">{standing.is === "closed" ? liveWords.report : liveWords.soFar}</a>
          )}
        </p>
        <Buttons {...props} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <aside class="people stack" aria-label={liveWords.members} tabIndex={0}>
        <MembersNow {...props} />
        <p class="dim">{id}</p>
      </aside>
      <main class="talk stack">
        <p class="dim">{scenario.question}</p>
        {view.debate.length > 0 ? <Debate view={view} open={2} /> : <p class="dim">{liveWords.nobodyYet}</p>}
        <WordsNow view={view} calls={calls} />
        <Say {...props} />
      </main>
      <aside class="now stack" aria-label={liveWords.tally}>
        <SeatForm {...props} />
        <Notes {...props} />
        <TallyNow view={view} />
        {isSeated ? <p class="dim">{liveWords.privately}</p> : null}
        <StatusNow lines={status} />
        {view.library.documents.length > 0 ? <Documents view={view} /> : null}
      </aside>
    </div>
  );
}

/** A meeting without a single sound line. */
export function Unreadable({ id, why }: { readonly id: string; readonly why: string }) {
  return (
    <main class="page stack">
      <p class="standing row damaged" role="status">
        <a href="../../">{liveWords.allMeetings}</a> <b>{id}</b> {liveWords.damaged}: {why}
      </p>
    </main>
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
  switch (standing.is) {
    case "waiting":
      return isSeated && standing.person !== person
        ? liveWords.waitsForOther
        : liveWords.waitsFor(standing.person);
    case "held":
      return held?.isPaused ? liveWords.paused : liveWords.live;
    default:
      return liveWords[standing.is];
  }
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

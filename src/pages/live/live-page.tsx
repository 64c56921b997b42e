import { spokenSoFar } from "../../meeting/money/limits.ts";
import type { MeetingView } from "../../reports/meeting-view/meeting-view.ts";
import { dollarsInWords, minutesInWords } from "../../reports/words.ts";
import { wordsIn } from "../../telling/language.ts";
import { Debate } from "../debate.tsx";
import { Documents } from "../documents.tsx";
import { Composer } from "./composer.tsx";
import { Controls } from "./controls.tsx";
import type { LivePageProps } from "./live-props.ts";
import { NextSpeaker, ProcedureNow, VerdictsNow } from "./now.tsx";
import { PeopleNow } from "./people-now.tsx";
import { SeatForm } from "./seat-form.tsx";
import { WordsNow } from "./words-now.tsx";

/** The meeting as it goes: who sits there, what is said, what is asked of whoever looks on, and what they can do. */
export function LivePage(props: LivePageProps) {
  const { id, words, view, standing, isSeated, procedure, calls } = props;
  const { scenario, protocol, seed, simulated } = view.state;
  const hasTalk = view.debate.length > 0;
  return (
    <div class={`live ${standing.is}`} data-title={titleOf(props)}>
      <aside class="at-table" aria-label={words.members}>
        <p>
          <a href="../../">{words.allMeetings}</a>
        </p>
        <PeopleNow words={words} view={view} calls={calls} seat={props.seat} />
      </aside>
      <main>
        <header class="live-head">
          <p class="brand">
            <b>Boardroom</b> {protocol.split("@")[0]} · {words.seed} {seed}
            {simulated ? <span class="simulated">{words.simulated}</span> : null}
          </p>
          <h1>{scenario.title}</h1>
          <p
            class={`standing ${standing.is}`}
            role="status"
            data-lost-title={words.lost}
            data-lost-words={words.lostMore}
            data-unanswered={words.unanswered}
          >
            <b>{standingNow(props)}</b>{" "}
            <span>{words.messages(spokenSoFar(view.state), scenario.limits.messages)}</span>
            <span>{timeSoFar(view)}</span>
            <span>{costSoFar(props)}</span>
            <span class="dim">{id}</span> <a href="report">{words.soFar}</a>
          </p>
          <Controls {...props} />
        </header>
        <p class="question">{scenario.question}</p>
        {hasTalk ? <Debate view={view} /> : <p class="dim">{words.nobodyYet}</p>}
        <WordsNow words={words} view={view} calls={calls} />
        <div id="asked">
          <SeatForm {...props} />
        </div>
        <Composer {...props} />
        {view.library.documents.length > 0 ? <Documents view={view} /> : null}
      </main>
      <aside class="now" aria-label={words.verdictsNow}>
        <VerdictsNow words={words} view={view} />
        {isSeated ? <p class="dim small">{words.privately}</p> : null}
        <ProcedureNow words={words} lines={procedure.standing} />
        <NextSpeaker words={words} view={view} calls={calls} />
      </aside>
    </div>
  );
}

/** From its first event to its last, in meeting time. */
function timeSoFar({ state, language }: MeetingView): string {
  const minutes = (Date.parse(state.now) - Date.parse(state.startedAt)) / 60_000;
  return minutesInWords(minutes, wordsIn(language)).replace(/^0 min /, "");
}

function costSoFar({ words, view }: LivePageProps): string {
  const { simulated, spending } = view.state;
  if (simulated) return words.noCost;
  return spending.cost === null ? words.costUnknown : dollarsInWords(spending.cost, wordsIn(view.language));
}

/** How it stands, in a word or two. */
function standingNow({ standing, words, held, seat, isSeated, person }: LivePageProps): string {
  if (seat !== null) return words.waitsForYou(seat.person);
  if (standing.is === "waiting")
    return isSeated && standing.person !== person ? words.waitsForOther : words.waitsFor(standing.person);
  if (standing.is === "held") return held?.isPaused ? words.paused : words.live;
  return standing.is === "suspended" ? words.suspended : words.stopped;
}

/** What the tab is called: it calls whoever is asked. */
function titleOf(props: LivePageProps): string {
  const called = props.seat === null ? "" : `(1) ${standingNow(props)} - `;
  return `${called}${props.id} - Boardroom`;
}

/**
 * The parts of the live page that act on the meeting: buttons, approval, notes and the line to say
 * something.
 */

import { STANDARD_TO } from "../../engine/money/approval.ts";
import { iterateBackwards } from "../../lists.ts";
import type { MeetingView } from "../../showing/meeting-view.ts";
import type { SeatCall, SeatProblems } from "../../showing/watching/seat.ts";
import type { LiveCall } from "../../showing/watching/source.ts";
import { formatDollars } from "../../showing/words.ts";
import type { Field } from "../../text/article.ts";
import { formatCommand } from "../../text/command-line.ts";
import { capitalize } from "../../text/plain.ts";
import type { MeetingLine } from "./list.tsx";

export type LivePageProps = {
  id: string;
  folder: string;
  status: MeetingLine["status"];
  view: MeetingView;
  progress: readonly Field[] | null;
  person: string;
  /** Holds a seat here, so some things are hidden until the close. */
  isSeated: boolean;
  isReadOnly: boolean;
  running: { isPaused: boolean } | null;
  calls: readonly LiveCall[];
  seat: SeatCall | null;
  problems: SeatProblems;
  rooms: readonly string[];
  acts: { waiting: readonly string[]; refused: readonly string[] };
  approval: number | null;
};

export function isGoing({ status }: LivePageProps): boolean {
  return status.is === "held" || (status.is === "waiting" && status.isRunning);
}

function isOver({ status }: LivePageProps): boolean {
  return status.is === "closed" || status.is === "damaged";
}

export function Buttons(props: LivePageProps) {
  const { running, approval, seat, isReadOnly, view } = props;
  if (isReadOnly || isOver(props)) return null;
  if (approval !== null) return <Approval dollars={approval} meeting={view.state.meeting} />;
  if (!isGoing(props))
    return seat !== null ? null : (
      <button class="filled" type="button" data-hold="resume">
        Continue here
      </button>
    );
  return (
    <p class="acts">
      {running === null ? null : (
        <button type="button" id="pause" data-hold={running.isPaused ? "resume" : "pause"}>
          {running.isPaused ? "Continue" : "Pause"}
        </button>
      )}
      <button
        type="button"
        id="closing"
        data-act="close-debate"
        data-sure="Start the final vote? It ends the debate."
      >
        Start the final vote
      </button>
      <button
        type="button"
        id="adjourn"
        data-act="adjourn"
        data-sure="Stop the meeting for now? You can continue it later."
      >
        End for now
      </button>
    </p>
  );
}

function Approval({ dollars, meeting }: { dollars: number; meeting: string }) {
  const asked = formatDollars(dollars);
  return (
    <form class="answering" id="leave" data-draft={`${meeting} leave`}>
      <p>The meeting waits for your approval to spend up to {asked}.</p>
      {dollars > STANDARD_TO ? (
        <label class="field">
          <span>Why it is needed</span>
          <input name="because" id="leave-because" required />
        </label>
      ) : null}
      <button class="filled" type="submit">
        Agree to {asked} and continue
      </button>
    </form>
  );
}

export function Notes(props: LivePageProps) {
  const { status, isReadOnly, running, folder, seat, acts } = props;
  const going = isGoing(props);
  return (
    <div class="told" aria-live="polite">
      {isReadOnly ? (
        <p class="soft">This page is read-only, because the server was started with --read-only.</p>
      ) : null}
      {going && running === null ? (
        <p class="soft">
          Another process runs this meeting: messages appear when they are complete. Your acts reach
          it before its next turn. You can pause it only in that process.
        </p>
      ) : null}
      {status.is === "suspended" || status.is === "damaged" ? (
        <p class="reason">
          <b>{capitalize(status.why)}</b>
        </p>
      ) : null}
      {status.is === "waiting" && seat === null && status.person !== "" ? (
        <p class="soft">
          The answer is given with{" "}
          <code>{formatCommand(["act", folder, "--as", status.person])}</code>
        </p>
      ) : null}
      {going || isOver(props) || (seat !== null && !isReadOnly) ? null : (
        <p class="soft">
          Recorded answers are not asked again. In a terminal:{" "}
          <code>{formatCommand(["resume", folder])}</code>
        </p>
      )}
      {acts.waiting.map((act) => (
        <p class="soft">
          {going ? "Before the next turn:" : "When the meeting continues:"} {act}
        </p>
      ))}
      {acts.refused.map((why) => (
        <p class="refused">Not taken: {why}</p>
      ))}
    </div>
  );
}

export function Say(props: LivePageProps) {
  const { person, isReadOnly, view } = props;
  if (isReadOnly || isOver(props)) return null;
  const says = `Say something as ${person === "chair" ? "the chair" : person}`;
  return (
    <form class="saying" id="say" data-draft={`${view.state.meeting} say`}>
      <input
        name="text"
        id="say-text"
        autocomplete="off"
        required
        maxLength={8000}
        placeholder={says}
        aria-label={says}
      />
      <button type="submit">Say</button>
    </form>
  );
}

/** The last questions to a seat, or to all seats, whose members have not spoken since. */
export function openQuestions({ debate }: MeetingView, seat?: string) {
  const spokeLater = new Set<string>();
  const found = [];
  for (const { event, turn } of iterateBackwards(debate)) {
    if (found.length === MOST_OPEN) break;
    if (event.type !== "message.spoken" || turn === null) continue;
    const { speaker, to, content } = event;
    const isOpen = to !== null && to === (seat ?? to) && !spokeLater.has(to);
    const question = isOpen ? findQuestion(content) : null;
    if (isOpen && question !== null) found.push({ speaker, to, turn, question });
    spokeLater.add(speaker);
  }
  return found.reverse();
}

/** The first sentence with a question mark. */
function findQuestion(content: string): string | null {
  const end = content.indexOf("?");
  if (end < 0) return null;
  const stop = Math.max(content.lastIndexOf(".", end), content.lastIndexOf("!", end));
  return content.slice(stop + 1, end + 1).trim();
}

const MOST_OPEN = 3;

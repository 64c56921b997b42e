import { STANDARD_TO } from "../../../engine/meeting/money/approval.ts";
import { dollarsInWords } from "../../../showing/words.ts";
import { liveWords } from "../words/live-words.ts";
import type { LivePageProps } from "./live-props.ts";

function isGoing({ standing }: Pick<LivePageProps, "standing">): boolean {
  return standing.is === "held" || (standing.is === "waiting" && standing.isHeld);
}

function isOver({ standing }: Pick<LivePageProps, "standing">): boolean {
  return standing.is === "closed" || standing.is === "damaged";
}

export function Buttons(props: LivePageProps) {
  const { held, leave, seat, isReadOnly } = props;
  if (isReadOnly || isOver(props)) return null;
  if (leave !== null) return <Leave dollars={leave} />;
  if (!isGoing(props))
    return seat !== null ? null : (
      <button class="field main push" type="button" data-hold="resume">
        {liveWords.goOn}
      </button>
    );
  return (
    <p class="row push">
      {held === null ? null : (
        <button class="field" type="button" id="pause" data-hold={held.isPaused ? "resume" : "pause"}>
          {held.isPaused ? liveWords.resume : liveWords.pause}
        </button>
      )}
      <button
        class="field"
        type="button"
        id="closing"
        data-act="close-debate"
        data-sure={liveWords.closingSure}
      >
        {liveWords.closing}
      </button>
      <button class="field" type="button" id="adjourn" data-act="adjourn" data-sure={liveWords.adjournSure}>
        {liveWords.adjourn}
      </button>
    </p>
  );
}

function Leave({ dollars }: { readonly dollars: number }) {
  const asked = dollarsInWords(dollars);
  return (
    <form class="row push" id="leave">
      <p>{liveWords.leaveAsked(asked)}</p>
      {dollars > STANDARD_TO ? (
        <label>
          {liveWords.because} <input class="field" name="because" required />
        </label>
      ) : null}
      <button class="field main" type="submit">
        {liveWords.agree(asked)}
      </button>
    </form>
  );
}

/** How the meeting can go on, and what became of what was asked for. */
export function Notes(props: LivePageProps) {
  const { standing, isReadOnly, held, folder, seat, acts } = props;
  const going = isGoing(props);
  return (
    <div class="told stack tight" aria-live="polite">
      {isReadOnly ? <p class="dim">{liveWords.readOnly}</p> : null}
      {going && held === null ? <p class="dim">{liveWords.elsewhere}</p> : null}
      {standing.is === "suspended" || standing.is === "damaged" ? <p class="reason">{standing.why}</p> : null}
      {standing.is === "waiting" && seat === null && standing.person !== "" ? (
        <p class="dim">
          {liveWords.answeredElsewhere}{" "}
          <code>{liveWords.howToAnswer(folder, JSON.stringify(standing.person))}</code>
        </p>
      ) : null}
      {going || isOver(props) ? null : seat !== null && !isReadOnly ? (
        <p class="dim">{liveWords.goesOnWithYou}</p>
      ) : (
        <p class="dim">
          {liveWords.goesOn} <code>boardroom resume {folder}</code>
        </p>
      )}
      {acts.waiting.map((act) => (
        <p class="dim">
          {going ? liveWords.beforeNext : liveWords.whenGoesOn} {act}
        </p>
      ))}
      {acts.refused.map((why) => (
        <p class="note against refused">
          {liveWords.notTaken} {why}
        </p>
      ))}
    </div>
  );
}

export function Say(props: LivePageProps) {
  const { person, isReadOnly } = props;
  if (isReadOnly || isOver(props)) return null;
  return (
    <form class="row composer" id="say">
      <input
        class="field grows"
        name="text"
        id="say-text"
        autocomplete="off"
        required
        maxLength={8000}
        placeholder={liveWords.sayWhat(person)}
        aria-label={liveWords.sayWhat(person)}
      />
      <button class="field" type="submit">
        {liveWords.say}
      </button>
    </form>
  );
}

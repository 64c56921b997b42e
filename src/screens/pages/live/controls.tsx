import { STANDARD_TO } from "../../../engine/meeting/money/approval.ts";
import { PACES } from "../../../showing/watching/pacing.ts";
import { dollarsInWords } from "../../../showing/words.ts";
import { liveWords } from "../words/live-words.ts";
import type { LivePageProps } from "./live-props.ts";

export function Controls(props: LivePageProps) {
  const { standing, isReadOnly, held, folder, seat } = props;
  const isGoing = standing.is === "held" || (standing.is === "waiting" && standing.isHeld);
  return (
    <div class="controls">
      {isReadOnly ? <p class="dim">{liveWords.readOnly}</p> : <Buttons {...props} isGoing={isGoing} />}
      {isGoing && held === null ? <p class="dim">{liveWords.elsewhere}</p> : null}
      {standing.is === "suspended" ? <p class="reason">{standing.why}</p> : null}
      {standing.is === "waiting" && seat === null && standing.person !== "" ? (
        <p class="dim">
          {liveWords.answeredElsewhere}{" "}
          <code>{liveWords.howToAnswer(folder, JSON.stringify(standing.person))}</code>
        </p>
      ) : null}
      {isGoing ? null : seat !== null && !isReadOnly ? (
        <p class="dim">{liveWords.goesOnWithYou}</p>
      ) : (
        <p class="dim">
          {liveWords.goesOn} <code>boardroom resume {folder}</code>
        </p>
      )}
      <Told {...props} isGoing={isGoing} />
    </div>
  );
}

function Buttons(props: LivePageProps & { readonly isGoing: boolean }) {
  const { held, isGoing, leave, seat } = props;
  if (leave !== null) return <Leave {...props} dollars={leave} />;
  if (!isGoing && seat !== null) return null;
  if (!isGoing)
    return (
      <p class="row">
        <button class="field main" type="button" data-hold="resume">
          {liveWords.goOn}
        </button>
      </p>
    );
  return (
    <p class="row">
      {held === null ? null : (
        <>
          <button class="field" type="button" id="pause" data-hold={held.isPaused ? "resume" : "pause"}>
            {held.isPaused ? liveWords.resume : liveWords.pause}
          </button>
          <button class="field" type="button" id="step" data-hold="step">
            {liveWords.step}
          </button>
          <label>
            <span class="gone">{liveWords.pace}</span>
            <select class="field" id="pace" data-pace={String(held.pace)}>
              {PACES.map((pace) => (
                <option value={String(pace)} selected={pace === held.pace}>
                  {pace === Number.POSITIVE_INFINITY ? liveWords.atOnce : `${pace}×`}
                </option>
              ))}
            </select>
          </label>
        </>
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

function Leave({ dollars }: LivePageProps & { readonly dollars: number }) {
  const asked = dollarsInWords(dollars);
  return (
    <form class="leave" id="leave">
      <p>{liveWords.leaveAsked(asked)}</p>
      {dollars > STANDARD_TO ? (
        <label>
          {liveWords.because} <input name="because" required />
        </label>
      ) : null}
      <button class="field main" type="submit">
        {liveWords.agree(asked)}
      </button>
    </form>
  );
}

function Told({ acts, isGoing }: LivePageProps & { readonly isGoing: boolean }) {
  const when = isGoing ? liveWords.beforeNext : liveWords.whenGoesOn;
  return (
    <div class="told" aria-live="polite">
      {acts.waiting.map((act) => (
        <p class="dim">
          {when} {act}
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

import { PACES } from "../../meeting/engine/pacing.ts";
import { STANDARD_TO } from "../../meeting/money/leave.ts";
import { dollarsInWords } from "../../reports/words.ts";
import type { LivePageProps } from "./live-props.ts";

/** How a meeting is held back or gone on with, and what came of what was done here. */
export function Controls(props: LivePageProps) {
  const { words, standing, isReadOnly, held, folder, seat } = props;
  const isGoing = standing.is === "held" || (standing.is === "waiting" && standing.isHeld);
  return (
    <div class="controls">
      {isReadOnly ? <p class="dim small">{words.readOnly}</p> : <Buttons {...props} isGoing={isGoing} />}
      {isGoing && held === null ? <p class="dim small">{words.elsewhere}</p> : null}
      {standing.is === "suspended" ? <p class="reason">{standing.why}</p> : null}
      {standing.is === "waiting" && seat === null && standing.person !== "" ? (
        <p class="dim small">
          {words.answeredElsewhere} <code>{words.howToAnswer(folder, JSON.stringify(standing.person))}</code>
        </p>
      ) : null}
      {isGoing ? null : seat !== null && !isReadOnly ? (
        <p class="dim small">{words.goesOnWithYou}</p>
      ) : (
        <p class="dim small">
          {words.goesOn} <code>boardroom resume {folder}</code>
        </p>
      )}
      <Told {...props} isGoing={isGoing} />
    </div>
  );
}

function Buttons(props: LivePageProps & { readonly isGoing: boolean }) {
  const { words, held, isGoing, leave, seat } = props;
  if (leave !== null) return <Leave {...props} dollars={leave} />;
  if (!isGoing && seat !== null) return null;
  if (!isGoing)
    return (
      <p class="tools">
        <button type="button" class="main" data-hold="resume">
          {words.goOn}
        </button>
      </p>
    );
  return (
    <p class="tools">
      {held === null ? null : (
        <>
          <button type="button" id="pause" data-hold={held.isPaused ? "resume" : "pause"}>
            {held.isPaused ? words.resume : words.pause}
          </button>
          <button type="button" id="step" data-hold="step">
            {words.step}
          </button>
          <label>
            <span class="unseen">{words.pace}</span>
            <select id="pace" data-pace={String(held.pace)}>
              {PACES.map((pace) => (
                <option value={String(pace)} selected={pace === held.pace}>
                  {pace === Number.POSITIVE_INFINITY ? words.atOnce : `${pace}×`}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <button type="button" id="closing" data-act="close-debate" data-sure={words.closingSure}>
        {words.closing}
      </button>
      <button type="button" id="adjourn" data-act="adjourn" data-sure={words.adjournSure}>
        {words.adjourn}
      </button>
    </p>
  );
}

/** More than there is leave for: the same yes that a terminal asks for, with its reason where it needs one. */
function Leave({ words, dollars }: LivePageProps & { readonly dollars: number }) {
  const asked = dollarsInWords(dollars);
  return (
    <form class="leave" id="leave">
      <p>{words.leaveAsked(asked)}</p>
      {dollars > STANDARD_TO ? (
        <label>
          {words.because} <input name="because" required />
        </label>
      ) : null}
      <button type="submit" class="main">
        {words.agree(asked)}
      </button>
    </form>
  );
}

/** Acts that wait, and acts that were not taken. */
function Told({ words, acts, isGoing }: LivePageProps & { readonly isGoing: boolean }) {
  const when = isGoing ? words.beforeNext : words.whenGoesOn;
  return (
    <div class="told" aria-live="polite">
      {acts.waiting.map((act) => (
        <p class="dim small">
          {when} {act}
        </p>
      ))}
      {acts.refused.map((why) => (
        <p class="refused">
          {words.notTaken} {why}
        </p>
      ))}
    </div>
  );
}

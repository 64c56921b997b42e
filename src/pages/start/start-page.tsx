import type { ModelPlan } from "../../meeting/money/plan-meeting.ts";
import type { Guess } from "../../meeting/money/plan-tokens.ts";
import { dollarsInWords } from "../../reports/words.ts";
import type { Language } from "../../telling/language.ts";
import { groupThousands } from "../../text/plain.ts";
import { Scroller } from "../parts/section.tsx";
import { type StartWords, startWords } from "../words/start-words.ts";

/** A scenario that a meeting can be held over. */
export type StartChoice = { readonly name: string; readonly title: string };

/** What a meeting would be, and take. */
export type PlannedMeeting = {
  readonly title: string;
  readonly question: string;
  readonly members: number;
  readonly documents: readonly string[];
  readonly models: readonly ModelPlan[];
  /** Dollars of all calls; null where a price is not known. */
  readonly cost: Guess | null;
  /** Why a yes is needed before it is held; none where it is not. */
  readonly needs: readonly string[];
  /** Whether that yes needs its reason. */
  readonly needsReason: boolean;
  /** What should be known before anything is sent. */
  readonly warnings: readonly string[];
};

/** A form for a meeting: what it is over, who speaks for the members, how long; its price before anything is spent. */
export function StartPage({
  scenarios,
  language,
}: {
  readonly scenarios: readonly StartChoice[];
  readonly language: Language;
}) {
  const words = startWords(language);
  return (
    <div class="listing starting">
      <main>
        <p>
          <a href="./">{words.allMeetings}</a>
        </p>
        <h1>{words.hold}</h1>
        <form id="start" class="fields">
          <p class="field wide">
            <label for="scenario">{words.scenario}</label>
            <select id="scenario" name="scenario" required>
              {scenarios.map(({ name, title }) => (
                <option value={name}>{title === name ? name : `${title} (${name})`}</option>
              ))}
            </select>
          </p>
          <p class="field wide">
            <label for="question">{words.question}</label>
            <textarea id="question" name="question" rows={2} />
          </p>
          <p class="field half">
            <label for="model">{words.model}</label>
            <input id="model" name="model" placeholder="anthropic:claude-sonnet-5-5" />
          </p>
          <p class="field quarter">
            <label for="seed">{words.seed}</label>
            <input id="seed" name="seed" />
          </p>
          <p class="field quarter">
            <label for="maxMessages">{words.maxMessages}</label>
            <input id="maxMessages" name="maxMessages" inputMode="numeric" pattern="[0-9]*" />
          </p>
          <p class="field quarter">
            <label for="maxDollars">{words.maxDollars}</label>
            <input id="maxDollars" name="maxDollars" inputMode="decimal" />
          </p>
          <div class="field wide drop" id="drop">
            <label for="documents">{words.documents}</label>
            <input id="documents" type="file" multiple accept=".md,.txt,.json,.pdf,.docx" />
            <p class="dim small">{words.dropHere}</p>
            <ul id="dropped" />
            <label>
              <input type="checkbox" id="is-subject" /> {words.isSubject}
            </label>
          </div>
          <div id="plan" class="card" aria-live="polite">
            <p class="dim">{words.noPlanYet}</p>
          </div>
          <p
            class="refused"
            id="refused"
            role="alert"
            data-unanswered={words.lost}
            data-large={words.tooLarge}
          />
          <p class="tools">
            <button type="submit" class="main" id="hold">
              {words.holdIt}
            </button>
          </p>
        </form>
      </main>
    </div>
  );
}

/** What a meeting would take, with the yes that it needs. */
export function PlanCard({
  planned,
  language,
}: {
  readonly planned: PlannedMeeting;
  readonly language: Language;
}) {
  const words = startWords(language);
  const { question, members, documents, models, cost, needs, needsReason, warnings } = planned;
  const isFree = cost !== null && cost.high === 0;
  return (
    <>
      <h2>{priceInWords(cost, words)}</h2>
      <p class="dim small">
        {question} {members} {words.members}
        {documents.length === 0 ? "" : `; ${documents.join(", ")}`}
      </p>
      {isFree ? null : <Models models={models} words={words} />}
      {warnings.map((warning) => (
        <p class="refused">{warning}</p>
      ))}
      {needs.length === 0 ? null : (
        <>
          <p>{needs.join("; ")}</p>
          <p>
            <label>
              <input type="checkbox" id="approve" name="approve" required />{" "}
              {cost === null ? words.agreeUnknown : `${words.agree} ${dollarsInWords(cost.high)}`}
            </label>
          </p>
          {needsReason ? (
            <p class="field wide">
              <label for="because">{words.because}</label>
              <input id="because" name="because" required />
            </p>
          ) : null}
        </>
      )}
    </>
  );
}

function priceInWords(cost: Guess | null, words: StartWords): string {
  if (cost === null) return words.unknownPrice;
  if (cost.high === 0) return words.free;
  return `${dollarsInWords(cost.low)} ${words.from} ${dollarsInWords(cost.high)}, ${words.expected} ${dollarsInWords(cost.expected)}`;
}

function Models({ models, words }: { readonly models: readonly ModelPlan[]; readonly words: StartWords }) {
  const range = ({ low, high }: Guess) => `${groupThousands(low)} ${words.from} ${groupThousands(high)}`;
  return (
    <Scroller label={words.columns[0] ?? ""}>
      <table class="plan">
        <thead>
          <tr>
            {words.columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(({ model, seats, calls, input, output, cost }) => (
            <tr>
              <th scope="row">{model}</th>
              <td>{seats}</td>
              <td>{range(calls)}</td>
              <td>{range(input)}</td>
              <td>{range(output)}</td>
              <td>{cost === null ? "?" : dollarsInWords(cost.expected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

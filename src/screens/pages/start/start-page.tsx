import { startWords } from "../words/start-words.ts";

export type StartChoice = { readonly name: string; readonly title: string };

export function StartPage({ scenarios }: { readonly scenarios: readonly StartChoice[] }) {
  return (
    <div class="listing starting">
      <main>
        <p>
          <a href="./">{startWords.allMeetings}</a>
        </p>
        <h1>{startWords.hold}</h1>
        <form id="start" class="fields">
          <p class="field wide">
            <label for="scenario">{startWords.scenario}</label>
            <select id="scenario" name="scenario" required>
              {scenarios.map(({ name, title }) => (
                <option value={name}>{title === name ? name : `${title} (${name})`}</option>
              ))}
            </select>
          </p>
          <p class="field wide">
            <label for="question">{startWords.question}</label>
            <textarea id="question" name="question" rows={2} />
          </p>
          <p class="field half">
            <label for="model">{startWords.model}</label>
            <input id="model" name="model" placeholder="anthropic:claude-sonnet-5-5" />
          </p>
          <p class="field quarter">
            <label for="seed">{startWords.seed}</label>
            <input id="seed" name="seed" />
          </p>
          <p class="field quarter">
            <label for="maxMessages">{startWords.maxMessages}</label>
            <input id="maxMessages" name="maxMessages" inputMode="numeric" pattern="[0-9]*" />
          </p>
          <p class="field quarter">
            <label for="maxDollars">{startWords.maxDollars}</label>
            <input id="maxDollars" name="maxDollars" inputMode="decimal" />
          </p>
          <div class="field wide drop" id="drop">
            <label for="documents">{startWords.documents}</label>
            <input id="documents" type="file" multiple accept=".md,.txt,.json,.pdf,.docx" />
            <p class="dim small">{startWords.dropHere}</p>
            <ul id="dropped" />
            <label>
              <input type="checkbox" id="is-subject" /> {startWords.isSubject}
            </label>
          </div>
          <div id="plan" class="card" aria-live="polite">
            <p class="dim">{startWords.noPlanYet}</p>
          </div>
          <p
            class="refused"
            id="refused"
            role="alert"
            data-unanswered={startWords.lost}
            data-large={startWords.tooLarge}
          />
          <p class="tools">
            <button type="submit" class="main" id="hold">
              {startWords.holdIt}
            </button>
          </p>
        </form>
      </main>
    </div>
  );
}

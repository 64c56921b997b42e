import { startWords } from "../words/start-words.ts";

export type StartChoice = { readonly name: string; readonly title: string };

export function StartPage({ scenarios }: { readonly scenarios: readonly StartChoice[] }) {
  return (
    <div class="page">
      <main class="stack">
        <p>
          <a href="./">{startWords.allMeetings}</a>
        </p>
        <h1>{startWords.hold}</h1>
        <form id="start" class="fields card">
          <p class="wide">
            <label for="scenario">{startWords.scenario}</label>
            <select class="field" id="scenario" name="scenario" required>
              {scenarios.map(({ name, title }) => (
                <option value={name}>{title === name ? name : `${title} (${name})`}</option>
              ))}
            </select>
          </p>
          <p class="wide">
            <label for="model">{startWords.model}</label>
            <input class="field" id="model" name="model" placeholder="anthropic:claude-sonnet-5-5" />
          </p>
          <div class="wide drop" id="drop">
            <label for="documents">{startWords.documents}</label>
            <input class="field" id="documents" type="file" multiple accept=".md,.txt,.json,.pdf,.docx" />
            <p class="dim">{startWords.dropHere}</p>
            <ul id="dropped" />
            <label>
              <input type="checkbox" id="is-subject" /> {startWords.isSubject}
            </label>
          </div>
          <div id="plan" class="card" aria-live="polite">
            <p class="dim">{startWords.noPlanYet}</p>
          </div>
          <p
            class="note against refused"
            id="refused"
            role="alert"
            data-unanswered={startWords.lost}
            data-large={startWords.tooLarge}
          />
          <p class="row">
            <button class="field main" type="submit" id="hold">
              {startWords.holdIt}
            </button>
          </p>
        </form>
      </main>
    </div>
  );
}

/** The page that starts a meeting, and the card with its plan and price. */

import { type Appraisal, needsApproval } from "../../engine/money/approval.ts";
import { formatPlan } from "../../run/prepare/warnings.ts";
import { ACCEPTED_ENDINGS, NAMED_ENDINGS } from "../../scenario/schema/endings.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";

export type StartChoice = { name: string; title: string };

export function StartPage({ scenarios }: { scenarios: readonly StartChoice[] }) {
  return (
    <div class="page">
      <main class="stack">
        <p>
          <a href="./">All meetings</a>
        </p>
        <h1>Run a meeting</h1>
        <form id="start" class="fields card" data-draft="new">
          <p class="wide">
            <label for="scenario">Scenario</label>
            <select class="field" id="scenario" name="scenario" required>
              {scenarios.map(({ name, title }) => (
                <option value={name}>{title === name ? name : `${title} (${name})`}</option>
              ))}
            </select>
          </p>
          <p class="wide">
            <label for="model">Model, if not the scenario's</label>
            <input
              class="field"
              id="model"
              name="model"
              placeholder="anthropic:claude-sonnet-5-5"
            />
          </p>
          <div class="wide drop" id="drop">
            <label for="documents">Documents</label>
            <input class="field" id="documents" type="file" multiple accept={ACCEPTED_ENDINGS} />
            <p class="dim">Choose files or drop them here: {NAMED_ENDINGS}, at most 2 MiB each.</p>
            <ul id="dropped" />
            <label>
              <input type="checkbox" id="is-subject" /> Judge the first one instead of the
              scenario's subject
            </label>
          </div>
          <div id="plan" class="card" aria-live="polite" />
          <p
            class="note against refused"
            id="refused"
            hidden
            role="alert"
            data-unanswered="The server does not answer. What you wrote is kept."
            data-large="is larger than 2 MiB, the limit"
          />
          <p class="row">
            <button class="field main" type="submit" id="hold">
              Run it
            </button>
          </p>
        </form>
      </main>
    </div>
  );
}

export type PlannedMeeting = {
  scenario: Scenario;
  appraisal: Appraisal;
  warnings: readonly string[];
};

function nameFreeMembers(plans: Appraisal["plans"]): string {
  if (plans.length === 0)
    return "No cost: people and agents answer, no model of this computer or a provider";
  return "No cost: simulated members, no language model";
}

export function PlanCard({ scenario, appraisal, warnings }: PlannedMeeting) {
  const { question, members, documents } = scenario;
  const needs = needsApproval(appraisal, null);
  return (
    <>
      <h2>{formatPlan(appraisal.plans)[0] ?? nameFreeMembers(appraisal.plans)}</h2>
      <p class="dim">
        {[`${question} ${members.length} members`, ...documents.map(({ title }) => title)].join(
          "; ",
        )}
      </p>
      {warnings.map((warning) => (
        <p class="note against refused">{warning}</p>
      ))}
      {needs.length === 0 ? null : (
        <p>
          <label>
            <input type="checkbox" id="approve" name="approve" required /> I agree, though{" "}
            {needs.join("; ")}
          </label>
        </p>
      )}
      {needs.length > 0 && appraisal.tier === "necessity" ? (
        <p class="wide">
          <label for="because">Why it is needed</label>
          <input class="field" id="because" name="because" required />
        </p>
      ) : null}
    </>
  );
}

// The case that a script is checked against.

import type { PrivateDocument } from "../schema/document.ts";
import type { Document, Scenario } from "../schema/scenario.ts";

export type Sheet = {
  topics: readonly string[];
  items: readonly string[];
  choices: readonly string[];
};

export type ScriptCase = {
  documents: readonly (Pick<Document, "name" | "text" | "subject"> & {
    /** Of a private document. */
    shownTo?: PrivateDocument["shownTo"];
  })[];
  criteria: readonly string[];
  verdicts: Scenario["verdicts"];
  sheet: Sheet | null;
  texts: readonly string[];
};

export function createScriptCase(
  scenario: Pick<Scenario, "criteria" | "verdicts" | "title" | "question" | "context">,
  documents: ScriptCase["documents"],
  sheet: Sheet | null = null,
): ScriptCase {
  const { criteria, verdicts, title, question, context = "" } = scenario;
  const texts = [title, question, context];
  return { documents, sheet, verdicts, criteria: criteria.map(({ id }) => id), texts };
}

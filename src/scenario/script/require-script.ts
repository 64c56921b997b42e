// Whether simulated members can discuss a scenario: its script has an opening for each of them. Also
// measures how much of the documents the script cites.

import { BoardroomError } from "../../errors.ts";
import { parseReference } from "../documents/citations.ts";
import type { Document, Scenario } from "../schema/scenario.ts";
import { type Cited, EVERYONE, type Script } from "../schema/script.ts";

/** Throws if there is no script, or if it has no opening for a simulated member. */
export function requireScript({
  documents,
  script,
  scriptProblems = [],
  members,
}: Scenario): Script {
  if (scriptProblems.length > 0) throw new BoardroomError("scenario-invalid", scriptProblems);
  if (!script) {
    const subject = documents.find((each) => each.subject) ?? documents[0];
    throw refuseWithoutModel(subject?.name);
  }
  const own = new Set(Object.values(script.plays).flatMap(({ who }) => who));
  const written = [...own].map((name) => script.members[name]?.id ?? name);
  const missing = members.find(
    ({ persona, model }) =>
      model === "simulated" && !written.includes(persona.id) && !own.has(EVERYONE),
  );
  if (missing === undefined) return script;
  throw refuseWithoutModel(
    undefined,
    `the script has no play for ${missing.persona.name}: simulated members say only what is written for them`,
  );
}

/** What every command says of a case that simulated members cannot discuss. */
export function refuseWithoutModel(
  file: string | undefined,
  message = "no script, and simulated members know only prepared cases",
): BoardroomError {
  const place = file === undefined ? undefined : { file };
  return new BoardroomError("script-missing", { place, message, remedy: SCRIPT_REMEDY });
}

export const SCRIPT_REMEDY = [
  "With a model, any case works: --model auto uses one on this computer, --model anthropic:claude-sonnet-5-5 needs a key.",
  'Without a model, prepared cases work: run "boardroom run hiring", or write a script as "boardroom new scenario NAME" does.',
].join("\n");

/** Every passage that a script cites. */
export function listCited({ plays, threads, tests }: Script): Cited[] {
  const openings = Object.values(plays);
  const beats = [...openings, ...threads].flatMap((part) => Object.values(part.beats));
  const results = Object.values(tests).flatMap((all) => all.flatMap(({ cite }) => cite ?? []));
  return [...[...openings, ...beats].flatMap(({ cite }) => cite), ...results];
}

const LEAST_WORDS = 8;

function findStatementLines(text: string): number[] {
  return text.split("\n").flatMap((line, at) => {
    const words = line.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    return /^#/.test(line) || words.length < LEAST_WORDS ? [] : [at + 1];
  });
}

/** Without a subject, the documents that the script cites are judged. */
export function measureCoverage(
  script: Script,
  documents: readonly Pick<Document, "name" | "text" | "subject">[],
): { statements: number; covered: number } {
  const subjects = documents.filter(({ subject }) => subject);
  const places = listCited(script).flatMap(({ ref }) => parseReference(ref) ?? []);
  const named = new Set(places.map(({ name }) => name));
  const judged = subjects.length > 0 ? subjects : documents.filter(({ name }) => named.has(name));
  let [statements, covered] = [0, 0];
  for (const { name, text } of judged.length > 0 ? judged : documents) {
    const spans = places.filter((place) => place.name === name);
    const lines = findStatementLines(text);
    statements += lines.length;
    covered += lines.filter((line) =>
      spans.some(({ from, to }) => from <= line && line <= to),
    ).length;
  }
  return { statements, covered };
}

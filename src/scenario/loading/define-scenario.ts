// Makes a scenario from a value, without files: the library's `defineScenario`. It applies the
// rules for files.

import { z } from "zod";
import { BoardroomError, type Problem } from "../../errors.ts";
import { makeTextDocument } from "../documents/documents.ts";
import { explainIssues } from "../files/explain-issues.ts";
import { toSlug } from "../files/paths.ts";
import { checkScenario } from "../files/scenario-file.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import type { PrivateDocument } from "../schema/document.ts";
import { idSchema, type Persona, personaSchema } from "../schema/persona.ts";
import type { Document, Scenario } from "../schema/scenario.ts";
import { memberSettings, scenarioFileSchema } from "../schema/scenario-file.ts";
import { scriptSchema } from "../schema/script.ts";
import { checkScript } from "../script/check-script.ts";
import { createScriptCase } from "../script/script-case.ts";
import { assembleScenario } from "./assemble-scenario.ts";

const documentSchema = z.strictObject({
  name: z.string().trim().min(1),
  text: z.string(),
  title: z.string().trim().min(1).optional(),
  subject: z.boolean().default(false),
});

const memberSchema = personaSchema.extend({
  id: idSchema.optional(),
  background: z.string().default(""),
  ...memberSettings,
});

const { title } = scenarioFileSchema.shape;
const definitionSchema = scenarioFileSchema.omit({ whenNoKey: true }).extend({
  name: idSchema.optional(),
  title: title.optional(),
  documents: z.array(documentSchema).default([]),
  members: z.array(memberSchema).min(1).max(100),
  private: z.record(idSchema, z.array(documentSchema.omit({ subject: true })).min(1)).optional(),
  script: scriptSchema.optional(),
});

const LONGEST_TITLE = 160;

export type ScenarioDefinition = Readonly<z.input<typeof definitionSchema>>;

/**
 * Makes a scenario from a value, without files. Throws `scenario-invalid` with everything that is
 * wrong.
 *
 * @example
 * ```ts
 * const scenario = defineScenario({
 *   question: "Should we move the office?",
 *   verdicts: [
 *     { id: "MOVE", side: "for" },
 *     { id: "STAY", side: "against" },
 *   ],
 *   members: [
 *     { name: "Ada Ash", title: "CFO", expertise: ["cost"], personality: "Calm.", speakingStyle: "Brief." },
 *   ],
 * });
 * ```
 */
export function defineScenario(definition: ScenarioDefinition): Scenario {
  if (typeof definition !== "object" || definition === null)
    throw createInvalidError([
      { message: "a scenario is one value with question, verdicts and members" },
    ]);
  const parsed = definitionSchema.safeParse(definition);
  if (!parsed.success) {
    const problems = explainIssues(parsed.error.issues, definitionSchema, definition);
    throw createInvalidError(
      problems.map(({ path, message, remedy, more }) => ({ path, message, remedy, more })),
    );
  }
  const {
    name,
    documents: given,
    members: seated,
    private: own = {},
    script,
    ...rest
  } = parsed.data;
  const { title = rest.question.replaceAll(/\s+/g, " ").slice(0, LONGEST_TITLE) } = rest;
  const people = seated.map(toMember);
  const file = {
    ...rest,
    title,
    whenNoKey: "refuse" as const,
    documents: given.map(({ name: file, title, subject }) => ({ file, title, subject })),
    members: people.map(({ persona, settings }) => ({ persona: persona.id, ...settings })),
    private: Object.fromEntries(
      Object.entries(own).map(([seat, list]) => [seat, list.map((each) => each.name)]),
    ),
  };
  const problems = checkScenario({
    scenario: file,
    yaml: createPlacelessYaml(definition),
    stated: {},
  });
  if (problems.length > 0)
    throw createInvalidError(problems.map(({ place: _, ...problem }) => problem));
  const documents: Document[] = [];
  for (const [index, { name: shown, ...each }] of given.entries()) {
    documents.push(
      makeTextDocument({ shown, ...each, place: { file: `documents[${index}]` } }, documents),
    );
  }
  const evidence = collectEvidence(own, documents);
  if (script) {
    const scriptCase = createScriptCase(file, [...documents, ...evidence]);
    const found = checkScript({ script, yaml: createPlacelessYaml(definition) }, scriptCase);
    if (found.length > 0)
      throw createInvalidError(found.map(({ place: _, ...problem }) => problem));
  }
  return assembleScenario({
    name: name ?? toSlug(title),
    scenario: file,
    overrides: {},
    evidence,
    personas: new Map(people.map(({ persona }) => [persona.id, persona])),
    documents,
    script,
  });
}

function collectEvidence(
  own: Readonly<
    Record<string, readonly { name: string; text: string; title?: string | undefined }[]>
  >,
  shared: readonly Document[],
): PrivateDocument[] {
  const evidence: PrivateDocument[] = [];
  const given = Object.entries(own).flatMap(([seat, list]) =>
    list.map((each) => ({ seat, ...each })),
  );
  for (const { seat, name: shown, ...each } of given) {
    const request = { shown, ...each, place: { file: `private.${seat}` } };
    const alone = makeTextDocument(request, []);
    const at = evidence.findIndex(
      (known) => known.sha256 === alone.sha256 && known.title === alone.title,
    );
    const known = evidence[at];
    const span = { [seat]: [[1, alone.text.split("\n").length]] as const };
    if (known) evidence[at] = { ...known, shownTo: { ...known.shownTo, ...span } };
    else evidence.push({ ...makeTextDocument(request, [...shared, ...evidence]), shownTo: span });
  }
  return evidence;
}

function toMember(member: z.infer<typeof memberSchema>) {
  const { model, fallback, sampling, weight, stake, turnedBy, ...facts } = member;
  const { id = toSlug(facts.name), background, ...rest } = facts;
  const persona: Persona = { id, ...rest, background: background.trim() };
  return { persona, settings: { model, fallback, sampling, weight, stake, turnedBy } };
}

function createPlacelessYaml(value: unknown): YamlFile {
  const place = { file: "the scenario" };
  return { file: place.file, value, locate: () => place, locateKey: () => place };
}

function createInvalidError(problems: readonly Problem[]): BoardroomError {
  return new BoardroomError("scenario-invalid", problems);
}

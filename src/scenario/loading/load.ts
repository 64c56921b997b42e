// Finds, opens and loads scenarios, and lists scenarios and personas. The library exports it, and
// `run/prepare` begins with it.

import { basename, dirname, extname, join, resolve } from "node:path";
import { BoardroomError, type Place, type Problem } from "../../errors.ts";
import { isRecord } from "../../lists.ts";
import {
  loadOwnDocument,
  loadOwnDocuments,
  overrideDocuments,
  requireInFolder,
} from "../documents/documents.ts";
import { listPrivateEntries, loadPrivate } from "../documents/private-documents.ts";
import { collectProblems, Findings, sortByPlace } from "../files/findings.ts";
import { describeNotFound } from "../files/nearest.ts";
import { PACKAGE_ROOT } from "../files/package-files.ts";
import { shortenPath, toSlug } from "../files/paths.ts";
import { isFile, listEntries, readText } from "../files/read-text.ts";
import {
  checkOptions,
  checkProtocol,
  checkScenario,
  checkScenarioYaml,
  type KnownProtocols,
  type ReadScenario,
} from "../files/scenario-file.ts";
import { parseYamlWithoutSecrets } from "../files/secrets.ts";
import type { Lookup, ScenarioOverrides, ScenarioSource } from "../files/source.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import type { PrivateDocument } from "../schema/document.ts";
import { idSchema, type Persona } from "../schema/persona.ts";
import type { Document, Scenario } from "../schema/scenario.ts";
import { checkScript, type ReadScript } from "../script/check-script.ts";
import { createScriptCase, type Sheet } from "../script/script-case.ts";
import { assembleScript, readOwnScript, tryScript } from "../script/script-file.ts";
import { assembleScenario } from "./assemble-scenario.ts";
import { findPersona, listPersonaFiles, loadPersonas, readPersona } from "./find-persona.ts";

export type { Lookup, ScenarioOverrides, ScenarioSource } from "../files/source.ts";

const SCENARIO_FILE = "scenario.yaml";

/**
 * Finds a scenario by its name in ./scenarios and the packaged ones, or by the path of a folder or
 * file. Throws `scenario-not-found` with the names that exist.
 *
 * @example
 * ```ts
 * const source = await findScenario("hiring", { cwd: "/home/me/work" });
 * ```
 */
export async function findScenario(nameOrPath: string, lookup: Lookup): Promise<ScenarioSource> {
  const { cwd, packaged } = resolveRoots(lookup);
  const isName = idSchema.safeParse(nameOrPath).success;
  const named = isName ? [cwd, packaged].map((root) => join(root, "scenarios", nameOrPath)) : [];
  for (const path of [...named, resolve(cwd, nameOrPath)]) {
    const file = /\.ya?ml$/i.test(path) ? path : join(path, SCENARIO_FILE);
    if (await isFile(file)) return toSource(file, { cwd, packaged });
  }
  const known = (await listScenarioFiles({ cwd, packaged })).map(({ name }) => name);
  throw new BoardroomError("scenario-not-found", describeNotFound("scenario", nameOrPath, known));
}

type OpenedScenario = {
  source: ScenarioSource;
  read: ReadScenario;
  personas: ReadonlyMap<string, Persona>;
  documents: readonly Document[];
  evidence: readonly PrivateDocument[];
  script: ReadScript | null;
  scriptProblems: readonly Problem[];
  sheet: Sheet | null;
};

export type SheetOf = (scenario: ReadScenario["scenario"]) => Sheet | null;

/** One error names everything that is wrong. With `protocols`, also checks the protocol and its options. */
export async function openScenario(
  source: ScenarioSource,
  protocols?: KnownProtocols,
  { sheetOf = () => null }: { sheetOf?: SheetOf } = {},
): Promise<OpenedScenario> {
  const yaml = await readScenarioYaml(source);
  const findings = new Findings();
  const read = await findings.collect(async () => checkScenarioYaml(yaml));
  if (read) findings.add("scenario-invalid", checkScenario(read));
  if (protocols && isRecord(yaml.value)) {
    findings.add("unknown-protocol", checkProtocol(yaml, Object.keys(protocols)));
    findings.add("scenario-invalid", checkOptions(yaml, protocols));
  }
  const personas = await findings.collect(() => loadPersonas(source, yaml));
  const documents = await findings.collect(() => loadOwnDocuments(source, yaml));
  const readOwn = (file: string, place: Place) =>
    loadOwnDocument(source, { file, place, subject: false });
  const entries = listPrivateEntries(yaml);
  const evidence =
    documents && (await findings.collect(() => loadPrivate(entries, documents, readOwn)));
  const own = await findings.collect(() => tryScript(() => readOwnScript(source)));
  const sheet = read ? sheetOf(read.scenario) : null;
  const wrong =
    read && documents && evidence && own?.script
      ? checkScript(own.script, createScriptCase(read.scenario, [...documents, ...evidence], sheet))
      : [];
  const parts = findings.requireAll({ read, personas, documents, evidence, own });
  const scriptProblems = sortByPlace([...parts.own.problems, ...wrong]);
  return {
    ...parts,
    source,
    sheet,
    scriptProblems,
    script: wrong.length > 0 ? null : parts.own.script,
  };
}

/**
 * Loads a scenario with its personas, documents and script. One `BoardroomError` names everything
 * that is wrong, each with file and line.
 *
 * @example
 * ```ts
 * const source = await findScenario("hiring", { cwd: "/home/me/work" });
 * const scenario = await loadScenario(source, { document: "cv.pdf", maxMessages: 40 });
 * ```
 */
export async function loadScenario(
  source: ScenarioSource,
  overrides: ScenarioOverrides = {},
): Promise<Scenario> {
  return await completeScenario(await openScenario(source), overrides);
}

export async function completeScenario(
  opening: OpenedScenario,
  overrides: ScenarioOverrides,
): Promise<Scenario> {
  const { source, read, personas, documents: ownDocuments, evidence } = opening;
  const { script: own, sheet } = opening;
  const overridden = await overrideDocuments(source, ownDocuments, overrides);
  const { documents } = overridden;
  const opened = {
    source,
    own: own?.script ?? null,
    scriptCase: createScriptCase(read.scenario, [], sheet),
  };
  const all = { ...overridden, documents: [...documents, ...evidence] };
  const assembled = await tryScript(() => assembleScript(opened, all));
  const scriptProblems = [...opening.scriptProblems, ...assembled.problems];
  const script = scriptProblems.length > 0 ? undefined : (assembled.script ?? undefined);
  const parts = {
    scenario: read.scenario,
    overrides,
    personas,
    documents,
    evidence,
    script,
    scriptProblems,
    name: source.name,
  };
  return assembleScenario(parts);
}

/** The scenarios of ./scenarios, then the packaged ones, by name; a name of the first hides one of the second. */
export async function listScenarios(lookup: Lookup) {
  const sources = await listScenarioFiles(resolveRoots(lookup));
  return Promise.all(
    sources.map(async (source) => {
      const read = await collectProblems(async () =>
        checkScenarioYaml(await readScenarioYaml(source)),
      );
      return { ...source, title: read.value?.scenario.title ?? null, problems: read.problems };
    }),
  );
}

export type ListedPersona = {
  id: string;
  file: string;
  isPackaged: boolean;
  /** Null if the file cannot be read. */
  persona: Persona | null;
  problems: readonly Problem[];
};

/** The personas of ./personas, then the packaged ones, by id; an id of the first hides one of the second. */
export async function listPersonas(lookup: Lookup): Promise<readonly ListedPersona[]> {
  const { cwd, packaged } = resolveRoots(lookup);
  const files = await listPersonaFiles([join(cwd, "personas"), join(packaged, "personas")]);
  return Promise.all(
    files.map(async ({ id, file }) => {
      const read = await collectProblems(() => readPersona(id, file, cwd));
      const isPackaged = dirname(file) === join(packaged, "personas");
      return { id, file, isPackaged, persona: read.value ?? null, problems: read.problems };
    }),
  );
}

/** Reads a persona by its id, from your folder first and then from the package. Throws `persona-not-found`. */
export async function loadPersona(id: string, lookup: Lookup): Promise<Persona> {
  const { cwd, packaged } = resolveRoots(lookup);
  return findPersona({ id, cwd, folders: [join(cwd, "personas"), join(packaged, "personas")] });
}

function resolveRoots({
  cwd,
  packaged = PACKAGE_ROOT,
}: Lookup): Required<Lookup> & { packaged: string } {
  return { cwd: resolve(cwd), packaged: resolve(packaged) };
}

function toSource(file: string, { cwd, packaged }: { cwd: string; packaged: string }) {
  const folder = dirname(file);
  const named = basename(file) === SCENARIO_FILE ? basename(folder) : basename(file, extname(file));
  const isPackaged = dirname(folder) === join(packaged, "scenarios");
  return { name: toSlug(named), folder, file, isPackaged, cwd, packaged };
}

async function listScenarioFiles({ cwd, packaged }: { cwd: string; packaged: string }) {
  const found = new Map<string, ScenarioSource>();
  for (const root of [join(cwd, "scenarios"), join(packaged, "scenarios")]) {
    for (const name of await listEntries(root)) {
      const file = join(root, name, SCENARIO_FILE);
      if (!found.has(name) && (await isFile(file)))
        found.set(name, toSource(file, { cwd, packaged }));
    }
  }
  return [...found.values()];
}

async function readScenarioYaml({ file, folder, cwd }: ScenarioSource): Promise<YamlFile> {
  requireInFolder(folder, file, { shown: shortenPath(file, cwd) });
  const text = await readText(file, "scenario-invalid", cwd);
  return parseYamlWithoutSecrets({ file: shortenPath(file, cwd), text, code: "scenario-invalid" });
}

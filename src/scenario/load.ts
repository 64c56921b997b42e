import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BoardroomError, type ErrorCode, type Place } from "../errors.ts";
import { checkEvidence, checkScenario, memberEntries } from "./check-scenario.ts";
import { parseReference } from "./citations.ts";
import { loadOwnDocuments, overrideDocuments, stayWithin } from "./documents.ts";
import { attempt, Findings } from "./findings.ts";
import { suggestion } from "./nearest.ts";
import { shown, slug } from "./paths.ts";
import { idSchema, type Persona } from "./persona.ts";
import { parsePersona } from "./persona-file.ts";
import type { Document, Evidence, Scenario } from "./scenario.ts";
import { parseScenarioFile, type ReadScenario } from "./scenario-file.ts";
import { seatMembers } from "./seats.ts";
import type { Lookup, ScenarioOverrides, ScenarioSource } from "./source.ts";

export type { Lookup, ScenarioOverrides, ScenarioSource } from "./source.ts";

const SCENARIO_FILE = "scenario.yaml";
const MOST_SETTINGS_BYTES = 1024 * 1024;
const PACKAGE_ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Finds a scenario by name in ./scenarios and the packaged ones, or by the path of its folder or file. */
export async function findScenario(nameOrPath: string, lookup: Lookup): Promise<ScenarioSource> {
  const { cwd, packaged } = places(lookup);
  const isName = idSchema.safeParse(nameOrPath).success;
  const named = isName ? [cwd, packaged].map((root) => join(root, "scenarios", nameOrPath)) : [];
  for (const path of [...named, resolve(cwd, nameOrPath)]) {
    const file = /\.ya?ml$/i.test(path) ? path : join(path, SCENARIO_FILE);
    if (await isFile(file)) return sourceOf(file, { cwd, packaged });
  }
  const known = (await listScenarioFiles({ cwd, packaged })).map(({ name }) => name);
  throw new BoardroomError("scenario-not-found", {
    message: `there is no scenario ${JSON.stringify(nameOrPath)}, neither by name nor as a folder with ${SCENARIO_FILE}`,
    remedy: suggestion(nameOrPath, known, "Scenarios"),
  });
}

/** Reads and checks a scenario with everything it needs; all that is wrong with it is in the one error thrown. */
export async function loadScenario(
  source: ScenarioSource,
  overrides: ScenarioOverrides = {},
): Promise<Scenario> {
  const read = await readScenarioFile(source);
  const findings = new Findings();
  findings.add("scenario-invalid", checkScenario(read));
  const personas = await findings.collect(loadPersonas(source, read));
  const own = await findings.collect(loadOwnDocuments(source, read));
  if (own) findings.add("scenario-invalid", checkEvidence(read, own));
  findings.throwIfAny();
  const { documents, replaced } = await overrideDocuments(source, own!, overrides);
  return complete({ source, read, overrides, personas: personas!, documents, replaced });
}

/** A scenario file as written, checked against its schema only: for its stated settings and its title. */
export async function readScenarioFile(source: ScenarioSource): Promise<ReadScenario> {
  return parseScenarioFile(await readSettingsFile(source.file, source), shown(source.file, source.cwd));
}

/** The scenarios of ./scenarios, then the packaged ones, by name; a name of the first hides one of the second. */
export async function listScenarios(lookup: Lookup) {
  const sources = await listScenarioFiles(places(lookup));
  return Promise.all(
    sources.map(async (source) => {
      const read = await attempt(readScenarioFile(source));
      return { ...source, title: read.value?.scenario.title ?? null, problems: read.problems };
    }),
  );
}

/** The personas of ./personas, then the packaged ones, by id; an id of the first hides one of the second. */
export async function listPersonas(lookup: Lookup) {
  const { cwd, packaged } = places(lookup);
  const files = await listPersonaFiles([join(cwd, "personas"), join(packaged, "personas")]);
  return Promise.all(
    files.map(async ({ id, file }) => {
      const read = await attempt(readPersona(id, file, cwd));
      const isPackaged = dirname(file) === join(packaged, "personas");
      return { id, file, isPackaged, persona: read.value ?? null, problems: read.problems };
    }),
  );
}

/** One persona by id, from ./personas, then the packaged ones. */
export async function loadPersona(id: string, lookup: Lookup): Promise<Persona> {
  const { cwd, packaged } = places(lookup);
  return findPersona({ id, cwd, folders: [join(cwd, "personas"), join(packaged, "personas")] });
}

type Parts = {
  readonly source: ScenarioSource;
  readonly read: ReadScenario;
  readonly overrides: ScenarioOverrides;
  readonly personas: ReadonlyMap<string, Persona>;
  readonly documents: readonly Document[];
  readonly replaced: string | null;
};

function complete({ source, read, overrides, personas, documents, replaced }: Parts): Scenario {
  const { scenario } = read;
  const { maxMessages = scenario.limits.messages } = overrides;
  if (!Number.isSafeInteger(maxMessages) || maxMessages < 1) {
    throw new BoardroomError("usage", {
      message: `the limit of messages must be a whole number of at least 1, found ${maxMessages}`,
      remedy: "Leave it out for the scenario's own limit.",
    });
  }
  return {
    name: source.name,
    title: scenario.title,
    question: scenario.question,
    context: scenario.context,
    protocol: overrides.protocol ?? scenario.protocol,
    options: scenario.options,
    verdicts: scenario.verdicts,
    decision: scenario.decision,
    documents,
    criteria: scenario.criteria,
    evidence: scenario.evidence.filter((evidence) => !cites(evidence, replaced)),
    members: seatMembers(scenario, personas, overrides),
    limits: { ...scenario.limits, messages: maxMessages },
    prompt: scenario.prompt,
    startsAt: scenario.startsAt,
    seed: overrides.seed ?? scenario.seed,
  };
}

function cites({ ref }: Evidence, name: string | null): boolean {
  return name !== null && parseReference(ref)?.name === name;
}

async function loadPersonas(source: ScenarioSource, read: ReadScenario): Promise<Map<string, Persona>> {
  const folders = [source.folder, source.cwd, source.packaged].map((root) => join(root, "personas"));
  const personas = new Map<string, Persona>();
  const findings = new Findings();
  for (const { persona: id, personaPath } of memberEntries(read.scenario)) {
    if (personas.has(id)) continue;
    const persona = await findings.collect(
      findPersona({
        id,
        cwd: source.cwd,
        folders,
        within: source.folder,
        place: read.yaml.placeOf(personaPath),
      }),
    );
    if (persona) personas.set(id, persona);
  }
  findings.throwIfAny();
  return personas;
}

type PersonaRequest = {
  readonly id: string;
  readonly cwd: string;
  readonly folders: readonly string[];
  /** The scenario's folder, which its own personas may not leave. */
  readonly within?: string;
  readonly place?: Place;
};

async function findPersona({ id, cwd, folders, within, place }: PersonaRequest): Promise<Persona> {
  for (const folder of folders) {
    const file = join(folder, `${id}.md`);
    if (!idSchema.safeParse(id).success || !(await isFile(file))) continue;
    if (within !== undefined && folder === join(within, "personas")) {
      await stayWithin(within, file, { shown: `personas/${id}.md`, place });
    }
    return readPersona(id, file, cwd);
  }
  const known = (await listPersonaFiles(folders)).map((persona) => persona.id);
  throw new BoardroomError("persona-not-found", {
    ...(place && { place }),
    message: `there is no persona ${id}`,
    remedy: suggestion(id, known, "Personas"),
  });
}

async function readPersona(id: string, file: string, cwd: string): Promise<Persona> {
  return parsePersona(await readText(file, "persona-invalid", cwd), { id, file: shown(file, cwd) });
}

function places({ cwd, packaged = PACKAGE_ROOT }: Lookup): Required<Lookup> & { readonly packaged: string } {
  return { cwd: resolve(cwd), packaged: resolve(packaged) };
}

function sourceOf(file: string, { cwd, packaged }: { readonly cwd: string; readonly packaged: string }) {
  const folder = dirname(file);
  const named = basename(file) === SCENARIO_FILE ? basename(folder) : basename(file, extname(file));
  const isPackaged = dirname(folder) === join(packaged, "scenarios");
  return { name: slug(named), folder, file, isPackaged, cwd, packaged };
}

async function listScenarioFiles({ cwd, packaged }: { readonly cwd: string; readonly packaged: string }) {
  const found = new Map<string, ScenarioSource>();
  for (const root of [join(cwd, "scenarios"), join(packaged, "scenarios")]) {
    for (const name of await entriesOf(root)) {
      const file = join(root, name, SCENARIO_FILE);
      if (!found.has(name) && (await isFile(file))) found.set(name, sourceOf(file, { cwd, packaged }));
    }
  }
  return [...found.values()];
}

async function listPersonaFiles(folders: readonly string[]) {
  const found = new Map<string, string>();
  for (const folder of folders) {
    for (const name of await entriesOf(folder)) {
      const id = basename(name, ".md");
      const isPersona = name.endsWith(".md") && idSchema.safeParse(id).success;
      if (isPersona && !found.has(id)) found.set(id, join(folder, name));
    }
  }
  return [...found].map(([id, file]) => ({ id, file }));
}

async function readSettingsFile(file: string, { folder, cwd }: ScenarioSource): Promise<string> {
  await stayWithin(folder, file, { shown: shown(file, cwd) });
  return readText(file, "scenario-invalid", cwd);
}

async function readText(file: string, code: ErrorCode, cwd: string): Promise<string> {
  const place = { file: shown(file, cwd) };
  const refuse = (message: string, remedy: string) => new BoardroomError(code, { place, message, remedy });
  try {
    const { size } = await stat(file);
    if (size > MOST_SETTINGS_BYTES) throw refuse("is larger than 1 MiB", "Move texts into documents.");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
    return text.replaceAll(/\r\n?/g, "\n");
  } catch (error) {
    if (error instanceof BoardroomError) throw error;
    throw refuse("cannot be read as text in UTF-8", "Check its permissions, and save it as UTF-8.");
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

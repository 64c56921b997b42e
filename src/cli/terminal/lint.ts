import { basename, dirname, join, resolve } from "node:path";
import type { Protocol } from "../../engine/meeting/contract/protocol.ts";
import { BoardroomError, describeProblem } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printJson, usage } from "../../home/process/io.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { optionsOf } from "../../home/settings/protocols.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { type LintedBoard, type LintFinding, lintBoard, lintPersona, warning } from "../../run/asking/lint.ts";
import { openPanel } from "../../run/asking/panels.ts";
import { entriesOf, isFile } from "../../scenario/files/read-text.ts";
import { memberEntries, type ReadScenario } from "../../scenario/files/scenario-file.ts";
import { similarPersonas } from "../../scenario/loading/distinct.ts";
import { listPersonaFiles, type OpenedPersona, readPersonaFile } from "../../scenario/loading/find-persona.ts";
import { findScenario, loadPersona, openScenario } from "../../scenario/loading/load.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import { counted } from "../../text/plain.ts";

export async function lint(io: Io, asked: readonly string[], json = false): Promise<number> {
  const { protocols } = await withOwnCode(io, await readSettings(io));
  const files = await lintFiles(io, asked);
  const counts = Object.values(files).map(({ length }) => length);
  if (counts.every((count) => count === 0))
    throw usage(
      `nothing to check: no ${asked.length === 0 ? "personas, panels or scenarios" : asked.join(", ")}`,
      "Create one with boardroom new, or name a path.",
    );
  const findings = await lintAll(io, files, protocols);
  const errors = findings.filter(({ is }) => is === "error").length;
  if (json) printJson(io.stdout, findings);
  else print(io.stdout, [...findings.flatMap(lintLines), lintSummary(counts, findings.length, errors)]);
  return errors > 0 ? EXIT.usage : EXIT.decided;
}

function lintSummary(counts: readonly number[], found: number, errors: number): string {
  const [personas = 0, panels = 0, scenarios = 0] = counts;
  const read = [counted(personas, "persona"), counted(panels, "panel"), counted(scenarios, "scenario")];
  return `${read.join(", ")}: ${counted(errors, "error")}, ${counted(found - errors, "warning")}.`;
}

const LINT_KINDS = ["personas", "panels", "scenarios"] as const;

type LintFiles = Record<(typeof LINT_KINDS)[number], string[]>;

async function lintFiles(io: Io, asked: readonly string[]): Promise<LintFiles> {
  const files: LintFiles = { personas: [], panels: [], scenarios: [] };
  for (const each of asked.length === 0 ? LINT_KINDS : asked) {
    if (isKind(each)) files[each].push(...(await allOf(io, each)));
    else if (each.endsWith(".md")) files.personas.push(resolve(io.cwd, each));
    else if (basename(dirname(resolve(io.cwd, each))) === "panels") files.panels.push(resolve(io.cwd, each));
    else files.scenarios.push((await findScenario(each, io)).file);
  }
  for (const file of [...files.personas, ...files.panels])
    if (!(await isFile(file)))
      throw usage("file not found", `Name one of ${LINT_KINDS.join(", ")}, or a path.`, file);
  return files;
}

function isKind(asked: string): asked is (typeof LINT_KINDS)[number] {
  return LINT_KINDS.some((kind) => kind === asked);
}

async function allOf(io: Io, kind: (typeof LINT_KINDS)[number]): Promise<string[]> {
  const folder = join(io.cwd, kind);
  if (kind === "personas") return (await listPersonaFiles([folder])).map(({ file }) => file);
  const found: string[] = [];
  for (const name of await entriesOf(folder)) {
    const file = kind === "panels" ? join(folder, name) : join(folder, name, "scenario.yaml");
    if (/\.yaml$/.test(file) && (await isFile(file))) found.push(file);
  }
  return found;
}

/** What cannot be read at all is thrown, as `check` does. */
async function lintAll(io: Io, files: LintFiles, protocols: readonly Protocol[]): Promise<LintFinding[]> {
  const personas = await Promise.all(
    files.personas.map((file) => readPersonaFile(basename(file, ".md"), file, io.cwd)),
  );
  const found = [...personas.flatMap(lintPersona), ...lintLibrary(personas)];
  for (const file of files.panels) found.push(...(await lintPanel(io, file)));
  for (const file of files.scenarios) found.push(...(await lintScenarioFile(io, file, protocols)));
  const seen = new Set<string>();
  return found.filter((each) => {
    const key = JSON.stringify(each);
    return !seen.has(key) && seen.add(key);
  });
}

function lintLibrary(personas: readonly OpenedPersona[]): readonly LintFinding[] {
  return similarPersonas(personas.map(({ persona }) => persona)).flatMap((pair) => {
    const second = personas.find(({ persona }) => persona.id === pair.second);
    if (!second) return [];
    return warning({
      place: second.yaml.placeOf(["name"]),
      message: `${pair.second} is a near-duplicate of ${pair.first}`,
      remedy: "Give one of them another interest, field and manner, or remove one.",
    });
  });
}

async function lintPanel(io: Io, file: string): Promise<readonly LintFinding[]> {
  const { panel, yaml } = await openPanel(file, io);
  const members = await Promise.all(
    panel.members.map(async (id, at) => ({
      persona: await loadPersona(id, io),
      model: "",
      place: yaml.placeOf(["members", at]),
    })),
  );
  return lintBoard({
    members,
    criteria: panel.criteria,
    options: panel.options,
    places: placesIn(yaml, "options"),
  });
}

async function lintScenarioFile(
  io: Io,
  file: string,
  protocols: readonly Protocol[],
): Promise<readonly LintFinding[]> {
  const source = await findScenario(file, io);
  const { read, personas } = await openScenario(source, optionsOf(protocols));
  const isPanel = protocols.find(({ name }) => name === read.scenario.protocol)?.isPanel === true;
  const own = await listPersonaFiles([join(source.folder, "personas")]);
  const opened = await Promise.all(
    own.filter(({ id }) => personas.has(id)).map(({ id, file: each }) => readPersonaFile(id, each, io.cwd)),
  );
  return [...opened.flatMap(lintPersona), ...lintScenario({ read, personas, isPanel })];
}

function placesIn(yaml: ReadScenario["yaml"], options: "options" | "verdicts"): LintedBoard["places"] {
  return {
    members: yaml.placeOfKey(["members"]),
    options: yaml.placeOfKey([options]),
    criterion: (at) => yaml.placeOf(["criteria", at]),
  };
}

type LintedScenario = {
  readonly read: ReadScenario;
  readonly personas: ReadonlyMap<string, Persona>;
  /** A panel of models: its members are alike on purpose, and so are members with private documents. */
  readonly isPanel: boolean;
};

function lintScenario({ read: { scenario, yaml }, personas, isPanel }: LintedScenario): readonly LintFinding[] {
  if (isPanel || scenario.private !== undefined) return [];
  const board: LintedBoard = {
    members: memberEntries(scenario).flatMap(({ persona: id, path, model = scenario.model ?? "simulated" }) => {
      const persona = personas.get(id);
      return persona ? [{ persona, model, place: yaml.placeOf(path) }] : [];
    }),
    criteria: scenario.criteria,
    options: scenario.verdicts,
    places: placesIn(yaml, "verdicts"),
  };
  return lintBoard(board);
}

export function lintLines(finding: LintFinding): readonly string[] {
  return describeProblem({ ...finding, message: `${finding.is}: ${finding.message}` }).split("\n");
}

/** Throws what `boardroom check --lint` calls an error; resolves with what it warns of. */
export async function refuseLintErrors(
  io: Io,
  nameOrPath: string | undefined,
): Promise<readonly LintFinding[]> {
  if (nameOrPath === undefined) return [];
  const { protocols } = await withOwnCode(io, await readSettings(io));
  const files = { personas: [], panels: [], scenarios: [...(await lintFiles(io, [nameOrPath])).scenarios] };
  const findings = await lintAll(io, files, protocols);
  const errors = findings.filter(({ is }) => is === "error");
  if (errors.length > 0) throw new BoardroomError("lint-failed", errors);
  return findings;
}

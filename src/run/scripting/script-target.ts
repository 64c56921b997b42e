import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { BoardroomError } from "../../errors.ts";
import { usage } from "../../home/process/io.ts";
import { exists, writeWhole } from "../../home/process/write-file.ts";
import { isOutside, shown } from "../../scenario/files/paths.ts";
import type { ScenarioSource } from "../../scenario/files/source.ts";
import { parseYaml, type YamlFile } from "../../scenario/files/yaml-file.ts";
import type { ScriptFile } from "../../scenario/schema/script.ts";
import { scriptNextTo } from "../../scenario/script/script-file.ts";

/** `names`: the scenario file that is to name the script; null if it is found without. */
type ScriptTarget = {
  readonly path: string;
  readonly names: { readonly file: string; readonly as: string } | null;
};

export function scriptTarget(
  source: ScenarioSource,
  yaml: YamlFile,
  document: string | undefined,
): ScriptTarget {
  if (document !== undefined) return { path: scriptNextTo(resolve(source.cwd, document)), names: null };
  const named = (yaml.value as { script?: unknown }).script;
  if (typeof named === "string") return { path: join(source.folder, named), names: null };
  return { path: join(source.folder, "script.yaml"), names: { file: source.file, as: "script.yaml" } };
}

/** An existing script is kept, and so is what ships with Boardroom. */
export async function refuseLoss(
  source: ScenarioSource,
  { path, names }: ScriptTarget,
  force: boolean,
): Promise<void> {
  if (!isOutside(source.folder, path) && source.isPackaged && isOutside(source.cwd, source.folder))
    throw usage(
      `scenario "${source.name}" ships with Boardroom and cannot be changed`,
      `Copy it first: boardroom new scenario my-${source.name} --from ${source.name}`,
    );
  if (names) await scenarioNaming(source, names);
  if (force || !(await exists(path))) return;
  throw usage("exists already", "Add --force to overwrite it, or rename it first.", shown(path, source.cwd));
}

export async function writeScript(
  source: ScenarioSource,
  { path, names }: ScriptTarget,
  body: string,
): Promise<readonly string[]> {
  const { cwd } = source;
  const head = (await exists(join(source.folder, "../..", SCHEMA))) && names ? SCHEMA_LINE : "";
  const text = `${head}# Written by boardroom check --write-script.\n${body}`;
  await writeWhole({ cwd }, path, text, { force: true });
  if (!names) return [shown(path, cwd)];
  await writeWhole({ cwd }, names.file, await scenarioNaming(source, names), { force: true });
  return [shown(path, cwd), shown(names.file, cwd)];
}

const SCHEMA = "schemas/script.schema.json";
const SCHEMA_LINE = `# yaml-language-server: $schema=../../${SCHEMA}\n`;

export function scriptBody({ points, ...head }: ScriptFile): string {
  const filled = points.map((point) =>
    Object.fromEntries(Object.entries(point).filter(([, value]) => !isEmpty(value))),
  );
  return stringify({ ...head, points: filled.map(shortAnswers) }, { lineWidth: 0 });
}

function shortAnswers(point: Record<string, unknown>): Record<string, unknown> {
  const { answers } = point as { answers?: ScriptFile["points"][number]["answers"] };
  if (!answers) return point;
  const short = Object.entries(answers).map(([id, { says, by }]) => [id, isEmpty(by) ? says : { says, by }]);
  return { ...point, answers: Object.fromEntries(short) };
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** The scenario file with a line that names the script; nothing else of it changes. */
async function scenarioNaming(source: ScenarioSource, { file, as }: NonNullable<ScriptTarget["names"]>) {
  const text = await readFile(file, "utf8");
  const changed = `${text.replace(/\n*$/, "\n")}\n# What simulated members can say about the documents.\nscript: ${as}\n`;
  const name = shown(file, source.cwd);
  const read = (each: string) =>
    parseYaml({ file: name, text: each, code: "scenario-invalid" }).value as object;
  try {
    const { script, ...rest } = read(changed) as { readonly script?: unknown };
    if (script === as && JSON.stringify(rest) === JSON.stringify(read(text))) return changed;
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
  }
  throw usage("cannot be extended", `Add this line yourself, then try again: script: ${as}`, name);
}

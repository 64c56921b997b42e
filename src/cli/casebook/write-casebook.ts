import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { BoardroomError } from "../../errors.ts";
import { besideOf } from "../../scenario/casebook/casebook-file.ts";
import { isOutside, shown } from "../../scenario/files/paths.ts";
import type { ScenarioSource } from "../../scenario/files/source.ts";
import { parseYaml, type YamlFile } from "../../scenario/files/yaml-file.ts";
import type { Casebook } from "../../scenario/schema/casebook.ts";
import { sha256 } from "../../text/sha256.ts";
import { usage } from "../terminal/usage.ts";
import { exists, writeWhole } from "../terminal/write-file.ts";

/** Where a reading is written, and whether the scenario names it already. */
type CasebookTarget = {
  /** Absolute. */
  readonly path: string;
  /** Of the scenario file whose `casebook:` is to name it; null where it is found without. */
  readonly names: { readonly file: string; readonly as: string } | null;
};

/** Beside the document that a flag names, else where the scenario says, else `casebook.yaml` in its folder. */
export function casebookTarget(
  source: ScenarioSource,
  yaml: YamlFile,
  document: string | undefined,
): CasebookTarget {
  if (document !== undefined) return { path: besideOf(resolve(source.cwd, document)), names: null };
  const named = (yaml.value as { casebook?: unknown }).casebook;
  if (typeof named === "string") return { path: join(source.folder, named), names: null };
  return { path: join(source.folder, "casebook.yaml"), names: { file: source.file, as: "casebook.yaml" } };
}

/** Refuses what would be lost: a casebook that a person wrote or edited, and what comes with the program. */
export async function refuseLoss(
  source: ScenarioSource,
  { path, names }: CasebookTarget,
  force: boolean,
): Promise<void> {
  const place = { file: shown(path, source.cwd) };
  if (!isOutside(source.folder, path) && source.isPackaged && isOutside(source.cwd, source.folder)) {
    throw usage(
      `the scenario ${source.name} comes with Boardroom, and is not written to`,
      `Copy its folder to scenarios/${source.name} first.`,
    );
  }
  if (names) await scenarioNaming(source, names);
  if (force || !(await exists(path)) || isAsWritten(await readFile(path, "utf8"))) return;
  throw usage(
    "was written or edited by a person, and would be lost",
    "Add --force to write over it, or keep it under another name.",
    place.file,
  );
}

/** Writes a casebook, and names it in the scenario file where that names none; the paths that were written. */
export async function writeCasebook(
  source: ScenarioSource,
  { path, names }: CasebookTarget,
  casebook: Casebook,
): Promise<readonly string[]> {
  const { cwd } = source;
  await writeWhole({ cwd }, path, casebookText(casebook), { force: true });
  if (!names) return [shown(path, cwd)];
  await writeWhole({ cwd }, names.file, await scenarioNaming(source, names), { force: true });
  return [shown(path, cwd), shown(names.file, cwd)];
}

/** The scenario file with a line that names the casebook; nothing else of it changes. */
async function scenarioNaming(source: ScenarioSource, { file, as }: NonNullable<CasebookTarget["names"]>) {
  const text = await readFile(file, "utf8");
  const changed = `${text.replace(/\n*$/, "\n")}\n# What simulated members know of the matter.\ncasebook: ${as}\n`;
  const name = shown(file, source.cwd);
  const read = (each: string) =>
    parseYaml({ file: name, text: each, code: "scenario-invalid" }).value as object;
  try {
    const { casebook, ...rest } = read(changed) as { readonly casebook?: unknown };
    if (casebook === as && JSON.stringify(rest) === JSON.stringify(read(text))) return changed;
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
  }
  throw usage(
    "cannot be added to as it is written",
    `Add the line casebook: ${as} to it yourself, and write again.`,
    name,
  );
}

const MARK = /^# Written by boardroom read, digest ([0-9a-f]{16})\..*\n/;

function casebookText(casebook: Casebook): string {
  const { documents, read, requirements, points } = casebook;
  const body = stringify(
    { ...(documents && { documents }), ...(read && { read }), requirements, points },
    { lineWidth: 110 },
  );
  return `# Written by boardroom read, digest ${digest(body)}. Edit it freely: it is then kept, unless --force is given.\n${body}`;
}

function isAsWritten(text: string): boolean {
  const [mark, known] = MARK.exec(text) ?? [];
  return mark !== undefined && digest(text.slice(mark.length)) === known;
}

function digest(text: string): string {
  return sha256(text).slice(0, 16);
}

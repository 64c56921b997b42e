import { basename, dirname, extname, join, resolve } from "node:path";
import { BoardroomError, type Place, type Problem } from "../../errors.ts";
import { parseReference } from "../documents/citations.ts";
import { documentName } from "../documents/document-text.ts";
import { type Overridden, stayWithin } from "../documents/documents.ts";
import { Findings } from "../files/findings.ts";
import { shown } from "../files/paths.ts";
import { isFile, readText } from "../files/read-text.ts";
import { findSecrets } from "../files/secrets.ts";
import type { ScenarioSource } from "../files/source.ts";
import { parseYaml, validate, type YamlFile } from "../files/yaml-file.ts";
import { type Casebook, casebookSchema } from "../schema/casebook.ts";
import type { Document } from "../schema/scenario.ts";
import type { ScenarioFile } from "../schema/scenario-file.ts";
import { scenarioFileSchema } from "../schema/scenario-file.ts";
import {
  coveredDocuments,
  documentsIn,
  joinCasebooks,
  mapCasebook,
  withoutDocuments,
} from "./casebook-parts.ts";
import { type CasebookFile, type CasebookMatter, checkCasebook, type Sheet } from "./check-casebook.ts";

/** The casebook that a scenario file names, by its schema alone; null where it names none. */
export async function readOwnCasebook(source: ScenarioSource, yaml: YamlFile): Promise<CasebookFile | null> {
  const named = (yaml.value as { casebook?: unknown } | null)?.casebook;
  const file = scenarioFileSchema.shape.casebook.safeParse(named).data;
  if (file === undefined) return null;
  const place = yaml.placeOf(["casebook"]);
  const path = await stayWithin(source.folder, resolve(source.folder, file), { shown: file, place });
  if (path === null) throw notThere(source, file, place);
  return readCasebook(path, shown(resolve(source.folder, file), source.cwd), source.cwd);
}

function notThere({ folder, cwd, name }: ScenarioSource, file: string, place: Place): BoardroomError {
  return new BoardroomError("scenario-invalid", {
    place,
    message: `there is no casebook ${file} in ${shown(folder, cwd)}`,
    remedy: `Check the name; it counts from the scenario's folder. boardroom read ${name} --write makes one.`,
  });
}

async function readCasebook(path: string, name: string, cwd: string): Promise<CasebookFile> {
  return parseCasebook(await readText(path, "scenario-invalid", cwd), name);
}

/** Reads a casebook by its schema alone; what looks like a key in it is refused. */
function parseCasebook(text: string, file: string): CasebookFile {
  const secrets = findSecrets(text, file);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const yaml = parseYaml({ file, text, code: "scenario-invalid" });
  return { casebook: validate(yaml, casebookSchema, "scenario-invalid"), yaml };
}

/** What a casebook is held against. */
export function caseOf(
  { criteria, verdicts }: Pick<ScenarioFile, "criteria" | "verdicts">,
  documents: readonly Document[],
  sheet: Sheet | null,
): Omit<CasebookMatter, "changed" | "others"> {
  return {
    documents,
    criteria: criteria.map(({ id }) => id),
    verdicts: verdicts.map(({ id }) => id),
    sheet,
  };
}

/** What is wrong with a scenario's own casebook, and with any other of its documents as they are. */
export function casebookProblems(
  file: CasebookFile,
  of: Omit<CasebookMatter, "changed" | "others">,
  others: readonly string[] = [],
): Problem[] {
  return checkCasebook(file, {
    ...of,
    changed: changedSince(file.casebook, of.documents as readonly Document[]),
    others,
  });
}

/** Documents that are others than those that a casebook was made from, by their digests. */
function changedSince({ documents = {} }: Casebook, now: readonly Document[]): ReadonlySet<string> {
  const changed = now.filter(({ name, sha256 }) => (documents[name] ?? sha256) !== sha256);
  return new Set(changed.map(({ name }) => name));
}

type Opened = {
  readonly source: ScenarioSource;
  readonly own: CasebookFile | null;
  readonly ownDocuments: readonly Document[];
  readonly scenario: Pick<ScenarioFile, "criteria" | "verdicts">;
  readonly sheet: Sheet | null;
};

/** A case's casebook, and what was left out of what was written. */
export type Assembled = { readonly casebook?: Casebook; readonly notes: readonly string[] };

/**
 * What is known of the documents that the meeting has in the end: without what stands on those that changed or were
 * replaced, and with the casebooks that lie beside the files that were given. All that is wrong with those is thrown.
 */
export async function assembleCasebook(opened: Opened, after: Overridden): Promise<Assembled> {
  const { own, source } = opened;
  const besides = await besidesOf(source, after);
  const isReplacedAnew = besides.some(({ given }) => given.document === after.replaced?.now);
  let assembled: Assembled = own ? standing(opened, own, after, isReplacedAnew) : { notes: [] };
  const findings = new Findings();
  for (const beside of besides) {
    const next = await findings.collect(() => readBeside(opened, after, beside, assembled.casebook));
    if (next) assembled = joined(assembled, next);
  }
  findings.throwIfAny();
  return assembled;
}

type Beside = { readonly given: Overridden["given"][number]; readonly file: string };

async function besidesOf({ cwd }: ScenarioSource, { given }: Overridden): Promise<readonly Beside[]> {
  const all = given.map((each) => ({ given: each, file: besideOf(resolve(cwd, each.path)) }));
  const there = await Promise.all(all.map(({ file }) => isFile(file)));
  return all.filter((_, index) => there[index]);
}

function joined(one: Assembled, { casebook, notes }: Required<Assembled>): Assembled {
  return {
    casebook: one.casebook ? joinCasebooks(one.casebook, casebook) : casebook,
    notes: [...one.notes, ...notes],
  };
}

/** Where the casebook of one document lies: `cv.casebook.yaml` beside `cv.md`. */
export function besideOf(path: string): string {
  return join(dirname(path), `${basename(path, extname(path))}.casebook.yaml`);
}

/** The scenario's own casebook as it holds for the documents of the meeting. */
function standing(
  { ownDocuments, source }: Opened,
  file: CasebookFile,
  after: Overridden,
  hasBeside: boolean,
): Required<Assembled> {
  const name = shown(resolve(source.cwd, file.yaml.file), source.folder);
  const changed = left(file.casebook, changedSince(file.casebook, ownDocuments), name, CHANGED);
  const covered = covering(
    changed.casebook,
    ownDocuments.filter((each) => !changed.gone.has(each.name)),
  );
  const { old, now } = after.replaced ?? {};
  if (!old || !now) return { casebook: covered, notes: changed.notes };
  if (old.sha256 === now.sha256 && !hasBeside) {
    return { casebook: renamed(covered, old.name, now.name), notes: changed.notes };
  }
  const replaced = left(covered, new Set([old.name]), name, `which ${now.name} replaces`);
  return { casebook: replaced.casebook, notes: [...changed.notes, ...replaced.notes] };
}

/** Written by hand and of no document in particular, a casebook is of all that the scenario has. */
function covering(casebook: Casebook, documents: readonly Document[]): Casebook {
  const names = coveredDocuments(casebook, documents);
  const covered = documents.filter(({ name }) => names.has(name));
  return { ...casebook, documents: Object.fromEntries(covered.map(({ name, sha256 }) => [name, sha256])) };
}

function renamed(casebook: Casebook, from: string, to: string): Casebook {
  return mapCasebook(casebook, { text: (text) => text, name: (name) => (name === from ? to : name) });
}

const CHANGED = "which has changed since";

function left(casebook: Casebook, gone: ReadonlySet<string>, file: string, why: string) {
  const notes = [...gone].flatMap((name) => {
    const on = ({ ref }: { readonly ref: string }) => parseReference(ref)?.name === name;
    const counts = [
      counted(casebook.points.filter(on).length, "point"),
      counted(casebook.requirements.filter(on).length, "requirement"),
    ].filter((each) => each !== null);
    if (counts.length === 0) return [];
    const all = casebook.points.filter(on).length + casebook.requirements.filter(on).length;
    return [`${counts.join(" and ")} of ${file} ${all === 1 ? "is" : "are"} on ${name}, ${why}: left out`];
  });
  return { casebook: withoutDocuments(casebook, gone), gone, notes };
}

function counted(count: number, what: string): string | null {
  if (count === 0) return null;
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** The casebook beside a given file, which calls the document by the file's name. */
async function readBeside(
  { source, scenario, sheet }: Opened,
  { documents }: Overridden,
  { given: { path, document }, file: beside }: Beside,
  known: Casebook | undefined,
): Promise<Required<Assembled>> {
  const file = await readCasebook(beside, shown(beside, source.cwd), source.cwd);
  const given = { ...document, name: documentName(basename(path)) };
  const seen = [given, ...documents.filter((each) => each !== document && each.name !== given.name)];
  const others = (known?.points ?? []).map(({ id }) => id);
  const problems = casebookProblems(file, caseOf(scenario, seen, sheet), others);
  if (problems.length > 0) throw new BoardroomError("scenario-invalid", problems);
  const changed = left(file.casebook, changedSince(file.casebook, seen), basename(beside), CHANGED);
  const named = documentsIn(file.casebook);
  const covered = seen.filter(
    ({ name }) => !changed.gone.has(name) && (name === given.name || named.has(name)),
  );
  return {
    casebook: renamed(covering(changed.casebook, covered), given.name, document.name),
    notes: changed.notes,
  };
}

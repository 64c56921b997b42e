// Reads the documents that a command names, and copies them into the folder of a new scenario.

import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { BoardroomError } from "../../errors.ts";
import { copyFile, writeWhole } from "../../files.ts";
import { createUsageError, type Io } from "../../home/process/io.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { chooseUniqueName } from "../../scenario/documents/document-text.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { readPackagedText } from "../../scenario/files/package-files.ts";
import { isFile } from "../../scenario/files/read-text.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import type { Document } from "../../scenario/schema/document.ts";
import {
  isDocumentName,
  isMainDocumentName,
  MAIN_ENDINGS,
  NAMED_ENDINGS,
} from "../../scenario/schema/endings.ts";
import { refuseWithoutModel } from "../../scenario/script/require-script.ts";
import { locateScript } from "../../scenario/script/script-file.ts";

export type GivenDocument = {
  document: Document;
  path: string;
  script: string | null;
};

export async function readDocuments(
  cwd: string,
  paths: readonly string[],
): Promise<readonly GivenDocument[]> {
  const findings = new Findings();
  const given: GivenDocument[] = [];
  for (const [at, shown] of paths.entries()) {
    const path = resolve(cwd, shown);
    const read = await findings.collect(() => readDocument({ path, shown, subject: at === 0 }));
    if (!read) continue;
    const taken = given.map(({ document }) => document.name);
    const name = chooseUniqueName(read.name, ["scenario.yaml", "script.yaml", ...taken]);
    const script = locateScript(path);
    given.push({
      document: { ...read, name },
      path,
      script: (await isFile(script)) ? script : null,
    });
  }
  findings.throwIfAny();
  return given;
}

export async function findDocuments(
  cwd: string,
  named: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const each of named) {
    const status = await stat(resolve(cwd, each)).catch(() => null);
    if (status === null && !isDocumentName(each))
      throw createUsageError(
        `file or folder not found: ${each}`,
        `Name documents, or a folder with some: ${NAMED_ENDINGS}.`,
      );
    const inside = status?.isDirectory() ? await findDocumentsBelow(cwd, each) : [each];
    if (inside.length === 0)
      throw createUsageError(
        `${each} contains no readable document`,
        `Name files. In a folder, these are read: ${MAIN_ENDINGS.join(", ")}.`,
      );
    found.push(...inside);
  }
  return found;
}

/** The documents of a folder. If it has none, one of each folder in it. */
async function findDocumentsBelow(cwd: string, folder: string): Promise<readonly string[]> {
  const inside = await listDocuments(cwd, folder);
  if (inside.length > 0) return inside;
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const found: string[] = [];
  for (const name of folders.map((entry) => join(folder, entry.name)).toSorted()) {
    const [document, ...others] = await listDocuments(cwd, name);
    if (others.length > 0)
      throw createUsageError(
        `${name} contains ${others.length + 1} documents, and a candidate has one`,
        "Name the document of each candidate, or leave one in each folder.",
      );
    if (document === undefined)
      throw createUsageError(
        `${name} contains no readable document`,
        "Put the document of the candidate there, or remove the folder.",
      );
    found.push(document);
  }
  return found;
}

/** Files that systems and editors leave next to documents, such as `~$name.docx` of Word. */
const KEPT_BY_PROGRAMS = /^(?:\.|~)/;

/** Formats of documents that are refused by name, so that no candidate is passed over. */
function isForeign(name: string): boolean {
  return /\.(?:docm?|dotx?|epub|htm|odt|ott|pages|rtf|tex|wpd|wps|xml)$/i.test(name);
}

async function listDocuments(cwd: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || isForeign(entry.name))
    .filter(
      ({ name }) => !KEPT_BY_PROGRAMS.test(name) && (isMainDocumentName(name) || isForeign(name)),
    )
    .map(({ name }) => join(folder, name))
    .toSorted();
}

const SCHEMA = "schemas/scenario.schema.json";

export function findScript(documents: readonly GivenDocument[]): string | null {
  return documents.find(({ document }) => document.subject)?.script ?? null;
}

/** The refusal of a case that only a model can discuss; null if its members can. */
export function findMissingVoices(
  { factories }: Io,
  given: readonly GivenDocument[],
  model = "simulated",
): BoardroomError | null {
  if (factories?.simulated || !isSimulated(model) || findScript(given) !== null) return null;
  return refuseWithoutModel(given[0]?.document.name);
}

export function writeScenario(
  cwd: string,
  { path, text }: TemplateFile,
  documents: readonly GivenDocument[],
): void {
  const folder = join(cwd, dirname(path));
  const script = findScript(documents);
  writeWhole(resolve(cwd, path), text);
  for (const given of documents) copyFile(given.path, join(folder, given.document.name));
  if (script !== null) copyFile(script, join(folder, "script.yaml"));
  const schema = resolve(cwd, SCHEMA);
  if (!existsSync(schema)) writeWhole(schema, readPackagedText(SCHEMA));
}

export function findFreeName(cwd: string, wanted: string): string {
  let name = wanted;
  for (let n = 2; existsSync(join(cwd, "scenarios", name)); n++) name = `${wanted}-${n}`;
  return name;
}

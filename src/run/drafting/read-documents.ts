import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { Io } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { uniqueName } from "../../scenario/documents/document-text.ts";
import { isDocumentName, readDocument } from "../../scenario/documents/documents.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { isFile } from "../../scenario/files/read-text.ts";
import type { Document } from "../../scenario/schema/document.ts";
import { scriptNextTo } from "../../scenario/script/script-file.ts";

export type GivenDocument = {
  readonly document: Document;
  readonly path: string;
  readonly file: string;
  /** Path of the script next to it; null if there is none. */
  readonly script: string | null;
};

export async function readGiven(
  { cwd }: Pick<Io, "cwd">,
  paths: readonly string[],
): Promise<readonly GivenDocument[]> {
  const findings = new Findings();
  const given: GivenDocument[] = [];
  for (const [at, shown] of paths.entries()) {
    const path = resolve(cwd, shown);
    const read = await findings.collect(() => readDocument({ path, shown, subject: at === 0 }));
    if (!read) continue;
    const name = uniqueName(
      read.name,
      given.map(({ document }) => document.name),
    );
    const file = uniqueName(
      fileName(basename(shown)),
      given.map((each) => each.file),
    );
    const script = scriptNextTo(path);
    given.push({ document: { ...read, name }, path, file, script: (await isFile(script)) ? script : null });
  }
  findings.throwIfAny();
  return given;
}

/** A name that any system takes. */
function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+/, "");
}

export async function documentsNamed(
  { cwd }: Pick<Io, "cwd">,
  named: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const each of named) {
    const there = await stat(resolve(cwd, each)).catch(() => null);
    if (there === null && !isDocumentName(each))
      throw usage(
        `there is no file or folder ${each}`,
        "Name documents, or a folder that holds some: .md, .txt, .json, .pdf or .docx.",
      );
    const inside = there?.isDirectory() ? await documentsIn({ cwd }, each) : [each];
    if (inside.length === 0)
      throw usage(
        `${each} holds no document that can be read`,
        "Put .md, .txt, .json, .pdf or .docx files there, or name others.",
      );
    found.push(...inside);
  }
  return found;
}

async function documentsIn({ cwd }: Pick<Io, "cwd">, folder: string): Promise<readonly string[]> {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && isDocumentName(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
}

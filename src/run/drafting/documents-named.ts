import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Io } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { isDocumentName } from "../../scenario/documents/documents.ts";

/** A folder stands for the documents in it, by name. */
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

export async function documentsIn({ cwd }: Pick<Io, "cwd">, folder: string): Promise<readonly string[]> {
  const entries = await readdir(resolve(cwd, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && isDocumentName(entry.name))
    .map(({ name }) => join(folder, name))
    .toSorted();
}

import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Io } from "../../home/process/io.ts";
import { usage } from "../../home/process/usage.ts";
import { exists, writeWhole } from "../../home/process/write-file.ts";
import { packagedText } from "../../scenario/files/package-files.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";
import type { GivenDocument } from "./read-documents.ts";

const SCHEMA = "schemas/scenario.schema.json";

export const SCRIPT = "script.yaml";

export function scriptOf(documents: readonly GivenDocument[]): string | null {
  return documents.find(({ document }) => document.subject)?.script ?? null;
}

/** Nothing is overwritten. */
export async function writeScenario(
  io: Pick<Io, "cwd">,
  files: readonly TemplateFile[],
  documents: readonly GivenDocument[],
): Promise<void> {
  const [first] = files;
  const folder = dirname(first?.path ?? "");
  for (const { path, text } of files) {
    await folderFor(io, path);
    await writeWhole(io, path, text);
  }
  for (const { path, file } of documents) await copyFile(path, join(io.cwd, folder, file));
  const script = scriptOf(documents);
  if (script !== null) await copyFile(script, join(io.cwd, folder, SCRIPT));
  if (await exists(join(io.cwd, SCHEMA))) return;
  await folderFor(io, SCHEMA);
  await writeWhole(io, SCHEMA, packagedText(SCHEMA));
}

export async function freeName({ cwd }: Pick<Io, "cwd">, wanted: string): Promise<string> {
  let name = wanted;
  for (let n = 2; await exists(join(cwd, "scenarios", name)); n++) name = `${wanted}-${n}`;
  return name;
}

async function folderFor({ cwd }: Pick<Io, "cwd">, path: string): Promise<void> {
  try {
    await mkdir(dirname(join(cwd, path)), { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw usage(
      `cannot be written (${(cause as NodeJS.ErrnoException).code})`,
      "Check that the folder may be written to.",
      path,
    );
  }
}

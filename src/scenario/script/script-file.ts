// Finds and reads scripts: that of a scenario, or that of a document given in its place.

import { basename, dirname, extname, join, resolve } from "node:path";
import { BoardroomError, type Problem } from "../../errors.ts";
import { parseReference } from "../documents/citations.ts";
import { toDocumentName } from "../documents/document-text.ts";
import { type Overridden, requireInFolder } from "../documents/documents.ts";
import { shortenPath } from "../files/paths.ts";
import { isFile, readText } from "../files/read-text.ts";
import { findSecrets } from "../files/secrets.ts";
import type { ScenarioSource } from "../files/source.ts";
import { parseYaml, validate } from "../files/yaml-file.ts";
import { type Script, scriptSchema } from "../schema/script.ts";
import { checkScript, type ReadScript } from "./check-script.ts";
import { mapScript } from "./map-script.ts";
import { listCited } from "./require-script.ts";
import type { ScriptCase } from "./script-case.ts";

/** A wrong script is an error only if a simulated member would speak from it. */
export async function tryScript<Read>(
  work: () => Promise<Read>,
): Promise<{ script: Read | null; problems: readonly Problem[] }> {
  try {
    return { script: await work(), problems: [] };
  } catch (error) {
    if (!(error instanceof BoardroomError) || error.code !== "scenario-invalid") throw error;
    return { script: null, problems: error.problems };
  }
}

export async function readOwnScript({
  file,
  folder,
  cwd,
}: ScenarioSource): Promise<ReadScript | null> {
  const wanted = locateScript(file);
  const name = shortenPath(wanted, cwd);
  const path = requireInFolder(folder, wanted, { shown: name });
  return path === null ? null : readScript(path, name, cwd);
}

async function readScript(path: string, name: string, cwd: string): Promise<ReadScript> {
  const text = await readText(path, "scenario-invalid", cwd);
  const secrets = findSecrets(text, name);
  if (secrets.length > 0) throw new BoardroomError("secret-in-scenario", secrets);
  const yaml = parseYaml({ file: name, text, code: "scenario-invalid" });
  return { script: validate(yaml, scriptSchema, "scenario-invalid"), yaml };
}

/** script.yaml next to scenario.yaml, and cv.script.yaml next to cv.md. */
export function locateScript(path: string): string {
  const name = basename(path, extname(path));
  return join(
    dirname(path),
    basename(path) === "scenario.yaml" ? "script.yaml" : `${name}.script.yaml`,
  );
}

type OwnScript = {
  source: ScenarioSource;
  own: Script | null;
  scriptCase: ScriptCase;
};

export async function assembleScript(
  { source, own, scriptCase }: OwnScript,
  { documents, given }: Overridden,
): Promise<Script | null> {
  const names = new Set(documents.map(({ name }) => name));
  const isWhole = own !== null && listCited(own).every(({ ref }) => names.has(findName(ref)));
  // A play whose document is gone takes the script with it.
  let script = isWhole ? own : null;
  for (const { path, document } of given) {
    const file = locateScript(resolve(source.cwd, path));
    if (!(await isFile(file))) continue;
    const read = await readScript(file, shortenPath(file, source.cwd), source.cwd);
    const named = { ...document, name: toDocumentName(basename(path)) };
    const others = documents.filter((each) => each !== document && each.name !== named.name);
    const problems = checkScript(read, { ...scriptCase, documents: [named, ...others] });
    if (problems.length > 0) throw new BoardroomError("scenario-invalid", problems);
    const name = (each: string) => (each === named.name ? document.name : each);
    script = mapScript(read.script, { text: (text) => text, name });
  }
  return script;
}

function findName(ref: string): string {
  return parseReference(ref)?.name ?? ref;
}

// Finds and reads scripts and voices, and puts the scripts of a scenario and of its documents
// together.

import { basename, dirname, extname, join, resolve } from "node:path";
import type { z } from "zod";
import { BoardroomError, type Problem } from "../../errors.ts";
import { parseReference } from "../documents/citations.ts";
import { toDocumentName } from "../documents/document-text.ts";
import { type Overridden, stayWithin } from "../documents/documents.ts";
import { readPackagedText } from "../files/package-files.ts";
import { shortenPath } from "../files/paths.ts";
import { isFile, readText } from "../files/read-text.ts";
import { findSecrets } from "../files/secrets.ts";
import type { ScenarioSource } from "../files/source.ts";
import { parseYaml, validate } from "../files/yaml-file.ts";
import {
  type Point,
  type Script,
  type ScriptFile,
  scriptSchema,
  voicesFileSchema,
} from "../schema/script.ts";
import { listCited } from "./check-plays.ts";
import { checkScript, type ReadScript, rewriteValue } from "./check-script.ts";
import { hasPlays, type ScriptCase } from "./script-case.ts";

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
  const path = stayWithin(folder, wanted, { shown: name });
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

type VoicesFile = z.infer<typeof voicesFileSchema>;
type Common = Script["voices"]["common"];

function parseVoices(file: string, text: string): VoicesFile {
  return validate(
    parseYaml({ file, text, code: "scenario-invalid" }),
    voicesFileSchema,
    "scenario-invalid",
  );
}

let packaged: VoicesFile | null = null;

function readPackagedVoices(): VoicesFile {
  packaged ??= parseVoices("personas/voices.yaml", readPackagedText("personas/voices.yaml"));
  return packaged;
}

export async function loadVoices({ folder, cwd }: ScenarioSource): Promise<VoicesFile> {
  const all = { ...readPackagedVoices() };
  for (const root of new Set([cwd, folder])) {
    const file = join(root, "personas", "voices.yaml");
    if (await isFile(file))
      Object.assign(
        all,
        parseVoices(shortenPath(file, cwd), await readText(file, "scenario-invalid", cwd)),
      );
  }
  return all;
}

export function addVoices(
  script: ScriptFile,
  personas: Iterable<string>,
  all: VoicesFile = readPackagedVoices(),
): Script {
  const seated = [...personas].flatMap((id) =>
    id !== "common" && Object.hasOwn(all, id) ? [[id, all[id]]] : [],
  );
  const common = (all.common ?? readPackagedVoices().common) as Common;
  return { ...script, voices: { ...Object.fromEntries(seated), common } };
}

type OwnScript = {
  source: ScenarioSource;
  own: ScriptFile | null;
  scriptCase: ScriptCase;
};

export async function assembleScript(
  { source, own, scriptCase }: OwnScript,
  { documents, given }: Pick<Overridden, "documents" | "given">,
): Promise<ScriptFile | null> {
  const names = new Set(documents.map(({ name }) => name));
  let script = own && keepPoints(own, ({ ref }) => names.has(parseReference(ref)?.name ?? ref));
  for (const { path, document } of given) {
    const file = locateScript(resolve(source.cwd, path));
    if (!(await isFile(file))) continue;
    const read = await readScript(file, shortenPath(file, source.cwd), source.cwd);
    const named = { ...document, name: toDocumentName(basename(path)) };
    const others = documents.filter((each) => each !== document && each.name !== named.name);
    const problems = checkScript(read, { ...scriptCase, documents: [named, ...others] });
    if (problems.length > 0) throw new BoardroomError("scenario-invalid", problems);
    const name = (each: string) => (each === named.name ? document.name : each);
    script = joinScripts(script, mapScript(read.script, { text: (text) => text, name }));
  }
  return script;
}

/** Plays hang together: one whose document is gone takes the script with it. */
function keepPoints(script: ScriptFile, isKept: (point: Pick<Point, "ref">) => boolean) {
  if (hasPlays(script)) return listCited(script).every(isKept) ? script : null;
  const points = script.points.filter(isKept);
  if (points.length === script.points.length) return script;
  const ids = new Set(points.map(({ id }) => id));
  const kept = points.map(({ answers, reply, ...point }) => ({
    ...point,
    answers: Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id))),
    reply: typeof reply === "object" && !ids.has(reply.with) ? undefined : reply,
  }));
  return { ...script, points: kept };
}

function joinScripts(first: ScriptFile | null, second: ScriptFile): ScriptFile {
  if (first === null) return second;
  const ids = new Set(second.points.map(({ id }) => id));
  return {
    ...second,
    spoken: { ...first.spoken, ...second.spoken },
    cuts: second.cuts ?? first.cuts,
    because: second.because,
    issues: { ...first.issues, ...second.issues },
    points: [...first.points.filter(({ id }) => !ids.has(id)), ...second.points],
  };
}

type CaseMapping = {
  text: (text: string) => string;
  name: (name: string) => string;
};

const MAPPED =
  /^(?:because|issues|points|plays|threads|terms|sum|agreed|open|prepared|members|sheet)$/;
const KEPT =
  /^(?:id|issue|for|topic|items|with|found|who|verdict|criterion|start|then|if|needs|bars|offers|accepts|refuses|agreed|turns|to|choice|sums)$/;

export function mapScript<Any extends ScriptFile>(script: Any, { text, name }: CaseMapping): Any {
  return rewriteValue(script, (value, [part, , ...keys]) => {
    const isText = typeof value === "string" && MAPPED.test(String(part));
    // The id of a beat may be any word, and last words are by outcome.
    const fields = keys.slice(keys[0] === "beats" ? 2 : 0);
    const isKept = fields[0] !== "last" && fields.some((key) => KEPT.test(String(key)));
    if (!isText || isKept) return value;
    return keys.at(-1) === "ref" ? value.replace(/^[^#]+/, name) : text(value);
  }) as Any;
}

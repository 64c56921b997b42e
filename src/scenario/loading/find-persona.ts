// Finds and reads persona files: of the scenario, of the working folder, then of the package.

import { basename, join } from "node:path";
import { BoardroomError, type Place } from "../../errors.ts";
import { requireInFolder } from "../documents/documents.ts";
import { Findings } from "../files/findings.ts";
import { describeNotFound } from "../files/nearest.ts";
import { shortenPath } from "../files/paths.ts";
import { isFile, listEntries, readText } from "../files/read-text.ts";
import { listReadableEntries } from "../files/scenario-file.ts";
import { parseYamlWithoutSecrets } from "../files/secrets.ts";
import type { ScenarioSource } from "../files/source.ts";
import { validate, type YamlFile } from "../files/yaml-file.ts";
import { idSchema, type Persona, personaSchema } from "../schema/persona.ts";

export async function loadPersonas(
  source: ScenarioSource,
  yaml: YamlFile,
): Promise<Map<string, Persona>> {
  const folders = [source.folder, source.cwd, source.packaged].map((root) =>
    join(root, "personas"),
  );
  const personas = new Map<string, Persona>();
  const findings = new Findings();
  for (const { entry, path } of listReadableEntries(yaml, "members")) {
    const [id, personaPath] =
      typeof entry === "string" ? [entry, path] : [entry.persona, [...path, "persona"]];
    if (personas.has(id)) continue;
    const place = yaml.locate(personaPath);
    const persona = await findings.collect(() =>
      findPersona({ id, cwd: source.cwd, folders, within: source.folder, place }),
    );
    if (persona) personas.set(id, persona);
  }
  findings.throwIfAny();
  return personas;
}

type PersonaRequest = {
  id: string;
  cwd: string;
  folders: readonly string[];
  /** The scenario's own personas may not leave this folder. */
  within?: string;
  place?: Place;
};

export async function findPersona({
  id,
  cwd,
  folders,
  within,
  place,
}: PersonaRequest): Promise<Persona> {
  for (const folder of folders) {
    const file = join(folder, `${id}.md`);
    if (!idSchema.safeParse(id).success || !(await isFile(file))) continue;
    if (within !== undefined && folder === join(within, "personas")) {
      requireInFolder(within, file, { shown: `personas/${id}.md`, place });
    }
    return readPersona(id, file, cwd);
  }
  const known = (await listPersonaFiles(folders)).map((persona) => persona.id);
  throw new BoardroomError("persona-not-found", {
    place,
    ...describeNotFound("persona", id, known),
  });
}

export async function readPersona(id: string, path: string, cwd: string): Promise<Persona> {
  const file = shortenPath(path, cwd);
  const text = await readText(path, "persona-invalid", cwd);
  const { front, background } = splitFrontMatter(text, file);
  const yaml = parseYamlWithoutSecrets({ file, text, part: front, code: "persona-invalid" });
  return { id, ...validate(yaml, personaSchema, "persona-invalid"), background };
}

export async function listPersonaFiles(folders: readonly string[]) {
  const found = new Map<string, string>();
  for (const folder of folders) {
    for (const name of await listEntries(folder)) {
      const id = basename(name, ".md");
      const isPersona = name.endsWith(".md") && idSchema.safeParse(id).success;
      if (isPersona && !found.has(id)) found.set(id, join(folder, name));
    }
  }
  return [...found].map(([id, file]) => ({ id, file }));
}

function splitFrontMatter(text: string, file: string) {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .split("\n");
  const opening = (lines[0] ?? "").trimEnd();
  const place = { file, line: 1, column: 1 };
  const begins = /^---(?:\s*ya?ml)?$/i.test(opening);
  const closing = lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line));
  if (!begins || closing < 0) {
    throw new BoardroomError("persona-invalid", {
      place,
      message: begins
        ? "the front matter has no closing line ---"
        : "the file does not begin with front matter",
      remedy: "Begin the file with a line ---, then name: and the rest in YAML, then a line ---.",
    });
  }
  return {
    front: ["", ...lines.slice(1, closing)].join("\n"),
    background: lines
      .slice(closing + 1)
      .join("\n")
      .trim(),
  };
}

import { basename, join } from "node:path";
import { BoardroomError, type Place } from "../../errors.ts";
import { stayWithin } from "../documents/documents.ts";
import { Findings } from "../files/findings.ts";
import { suggestion } from "../files/nearest.ts";
import { shown } from "../files/paths.ts";
import { type OpenedPersona, openPersona } from "../files/persona-file.ts";
import { entriesOf, isFile, readText } from "../files/read-text.ts";
import { readableEntries } from "../files/readable-entries.ts";
import type { ScenarioSource } from "../files/source.ts";
import type { YamlFile } from "../files/yaml-file.ts";
import { idSchema, type Persona } from "../schema/persona.ts";

export async function loadPersonas(source: ScenarioSource, yaml: YamlFile): Promise<Map<string, Persona>> {
  const folders = [source.folder, source.cwd, source.packaged].map((root) => join(root, "personas"));
  const personas = new Map<string, Persona>();
  const findings = new Findings();
  for (const { entry, path } of readableEntries(yaml, "members")) {
    const [id, personaPath] = typeof entry === "string" ? [entry, path] : [entry.persona, [...path, "persona"]];
    if (personas.has(id)) continue;
    const place = yaml.placeOf(personaPath);
    const persona = await findings.collect(() =>
      findPersona({ id, cwd: source.cwd, folders, within: source.folder, place }),
    );
    if (persona) personas.set(id, persona);
  }
  findings.throwIfAny();
  return personas;
}

type PersonaRequest = {
  readonly id: string;
  readonly cwd: string;
  readonly folders: readonly string[];
  /** The scenario's own personas may not leave this folder. */
  readonly within?: string;
  readonly place?: Place;
};

export async function findPersona({ id, cwd, folders, within, place }: PersonaRequest): Promise<Persona> {
  for (const folder of folders) {
    const file = join(folder, `${id}.md`);
    if (!idSchema.safeParse(id).success || !(await isFile(file))) continue;
    if (within !== undefined && folder === join(within, "personas")) {
      await stayWithin(within, file, { shown: `personas/${id}.md`, place });
    }
    return readPersona(id, file, cwd);
  }
  const known = (await listPersonaFiles(folders)).map((persona) => persona.id);
  throw new BoardroomError("persona-not-found", {
    ...(place && { place }),
    message: `there is no persona ${id}`,
    remedy: suggestion(id, known, "Personas"),
  });
}

export async function readPersona(id: string, file: string, cwd: string): Promise<Persona> {
  return (await readPersonaFile(id, file, cwd)).persona;
}

export async function readPersonaFile(id: string, file: string, cwd: string): Promise<OpenedPersona> {
  return openPersona(await readText(file, "persona-invalid", cwd), { id, file: shown(file, cwd) });
}

export async function listPersonaFiles(folders: readonly string[]) {
  const found = new Map<string, string>();
  for (const folder of folders) {
    for (const name of await entriesOf(folder)) {
      const id = basename(name, ".md");
      const isPersona = name.endsWith(".md") && idSchema.safeParse(id).success;
      if (isPersona && !found.has(id)) found.set(id, join(folder, name));
    }
  }
  return [...found].map(([id, file]) => ({ id, file }));
}

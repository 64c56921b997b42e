import { basename, resolve } from "node:path";
import { BoardroomError, type Place } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { documentName, uniqueName } from "../../scenario/documents/document-text.ts";
import { loadOwnDocument, readDocument } from "../../scenario/documents/documents.ts";
import { loadPrivate, privateEntriesIn } from "../../scenario/documents/private-documents.ts";
import { isFile } from "../../scenario/files/read-text.ts";
import { findScenario, loadPersona } from "../../scenario/loading/load.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { PrivateDocument } from "../../scenario/schema/private-evidence.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { ArmParts } from "../arms/apply.ts";
import type { Arm } from "../arms.ts";
import type { ReadStudyFile } from "../file/check-file.ts";
import type { StudiedMatter } from "./studied-matter.ts";

type PartsOf = {
  readonly read: ReadStudyFile;
  readonly folder: string;
  readonly arm: Arm;
  readonly matter: StudiedMatter;
};

export async function readParts(io: Io, of: PartsOf): Promise<ArmParts> {
  const { arm } = of;
  if (arm.made) return { personas: new Map(), attached: [] };
  const personas = new Map<string, Persona>();
  for (const [index, { persona }] of (arm.changes.seats ?? []).entries())
    personas.set(persona, await at(of, ["seats", index], () => loadPersona(persona, io)));
  const evidence = await readEvidence(io, of);
  return { personas, attached: await readAttached(of), ...(evidence && { evidence }) };
}

async function readAttached(of: PartsOf): Promise<Document[]> {
  const { arm, folder, matter, read } = of;
  const attached: Document[] = [];
  for (const [index, path] of (arm.changes.attach ?? []).entries()) {
    const place = read.yaml.placeOf(["arms", arm.name, "attach", index]);
    if (!(await isFile(resolve(folder, path))))
      throw new BoardroomError("study-invalid", {
        place,
        message: `there is no file ${path}`,
        remedy: "Paths count from the study's own folder.",
      });
    const document = await readDocument({ path: resolve(folder, path), shown: path, place });
    const taken = [...matter.prepared.scenario.documents, ...attached].map(({ name }) => name);
    attached.push({ ...document, name: uniqueName(document.name, taken) });
  }
  return attached;
}

async function readEvidence(io: Io, { read, arm, matter }: PartsOf): Promise<PrivateDocument[] | undefined> {
  const own = arm.changes.private;
  if (own === undefined || own === "shared") return undefined;
  const { scenario, yaml } = matter.prepared;
  const file = resolve(io.cwd, yaml.file);
  const source = await findScenario(file, io);
  const known = [...scenario.documents, ...(scenario.private ?? [])];
  const readOne = async (path: string, place: Place): Promise<Document> => {
    const there = known.find(({ name }) => name === documentName(basename(path)));
    return there ?? loadOwnDocument(source, { file: path, subject: false, place });
  };
  return loadPrivate(privateEntriesIn(read.yaml, ["arms", arm.name, "private"]), [], readOne).catch(
    (error: unknown) => {
      if (!(error instanceof BoardroomError)) throw error;
      throw new BoardroomError("study-invalid", error.problems, { cause: error });
    },
  );
}

async function at<T>({ read, arm }: PartsOf, path: PropertyKey[], act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
    const place = read.yaml.placeOf(["arms", arm.name, ...path]);
    throw new BoardroomError(
      "study-invalid",
      error.problems.map((problem) => ({ ...problem, place })),
      { cause: error },
    );
  }
}

import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { shown, slug } from "../../scenario/files/paths.ts";
import { isFile } from "../../scenario/files/read-text.ts";
import { findScenario } from "../../scenario/loading/load.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import { parseStudyFile, type ReadStudyFile } from "../file/check-file.ts";

const STUDY_FILE = "study.yaml";

type FoundStudy = { readonly read: ReadStudyFile; readonly folder: string; readonly name: string };

/** By file, by folder or by name: in ./studies, or beside a scenario of that name. */
export async function findStudy(io: Io, path: string | undefined): Promise<FoundStudy> {
  const file = await fileOf(io, path ?? STUDY_FILE);
  if (file === null) {
    throw new BoardroomError("study-not-found", {
      message: path === undefined ? "there is no study.yaml here" : `there is no study ${JSON.stringify(path)}`,
      remedy: "Name its file, or a folder with study.yaml; boardroom new study NAME begins one.",
    });
  }
  const read = parseStudyFile(await readFile(file, "utf8"), shown(file, io.cwd));
  return { read, folder: dirname(file), name: nameOf(file) };
}

export async function isStudy(io: Pick<Io, "cwd">, path: string): Promise<boolean> {
  const full = resolve(io.cwd, path);
  if (!/\.ya?ml$/i.test(path))
    return (await isFile(join(full, STUDY_FILE))) && !(await isFile(join(full, "scenario.yaml")));
  if (!(await isFile(full))) return false;
  const text = await readFile(full, "utf8");
  return /^seeds:/m.test(text) && !/^question:/m.test(text);
}

async function fileOf(io: Io, asked: string): Promise<string | null> {
  const full = resolve(io.cwd, asked);
  for (const file of [full, join(full, STUDY_FILE), resolve(io.cwd, "studies", asked, STUDY_FILE)])
    if (await isFile(file)) return file;
  if (!idSchema.safeParse(asked).success) return null;
  const scenario = await findScenario(asked, io).catch(() => null);
  const beside = scenario && join(dirname(scenario.file), STUDY_FILE);
  return beside !== null && (await isFile(beside)) ? beside : null;
}

function nameOf(path: string): string {
  const stem = basename(path, extname(path));
  return slug(stem === "study" ? basename(dirname(path)) || "study" : stem) || "study";
}

import { basename, isAbsolute, resolve } from "node:path";
import { BoardroomError, type Place } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { prepare } from "../../run/prepare/prepare.ts";
import { documentName } from "../../scenario/documents/document-text.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { isFile } from "../../scenario/files/read-text.ts";
import type { ReadStudyFile } from "../file/check-file.ts";
import { OWN_SUBJECT } from "../study.ts";
import type { StudiedMatter } from "./studied-matter.ts";

export async function readMatters(
  io: Io,
  read: ReadStudyFile,
  folder: string,
  model?: string,
): Promise<StudiedMatter[]> {
  const { file, yaml } = read;
  const refs = typeof file.scenario === "string" ? [file.scenario] : file.scenario;
  const findings = new Findings();
  const matters: StudiedMatter[] = [];
  const subjects = subjectsIn(read, findings, folder);
  for (const [index, ref] of refs.entries()) {
    const place =
      typeof file.scenario === "string" ? yaml.placeOf(["scenario"]) : yaml.placeOf(["scenario", index]);
    const named = /^\.|[/\\]/.test(ref) && !isAbsolute(ref) ? resolve(folder, ref) : ref;
    for (const subject of await subjects) {
      // Only the first tells: the scenario is the same for all.
      const quiet = matters.length > 0 ? { ...io, stderr: { write: () => true } } : io;
      const flags = { model, ...(subject.path !== null && { document: subject.path }) };
      const found = await findings.collect(() =>
        placed(subject.place ?? place, () => prepare(quiet, named, flags, { isFresh: true })),
      );
      if (!found) continue;
      const { name } = found.scenario;
      if (matters.some((each) => each.name === name && each.subject === subject.name))
        findings.add("study-invalid", [
          { place, message: `two scenarios are both called ${name}`, remedy: "Rename the folder of one." },
        ]);
      matters.push({ name, subject: subject.name, prepared: found });
    }
  }
  findings.throwIfAny();
  return matters;
}

type SubjectFile = { readonly name: string; readonly path: string | null; readonly place: Place | null };

async function subjectsIn(
  { file, yaml }: ReadStudyFile,
  findings: Findings,
  folder: string,
): Promise<readonly SubjectFile[]> {
  if (!file.subjects) return [{ name: OWN_SUBJECT, path: null, place: null }];
  const subjects: SubjectFile[] = [];
  for (const [index, path] of file.subjects.entries()) {
    const place = yaml.placeOf(["subjects", index]);
    const name = documentName(basename(path));
    if (!(await isFile(resolve(folder, path))))
      findings.add("study-invalid", [
        { place, message: `there is no subject ${path}`, remedy: "Paths count from the study's own folder." },
      ]);
    else if (subjects.some((each) => each.name === name))
      findings.add("study-invalid", [
        {
          place,
          message: `two subjects are both called ${name}`,
          remedy: "Rename one: results name subjects by their files.",
        },
      ]);
    else subjects.push({ name, path: resolve(folder, path), place });
  }
  return subjects;
}

/** What is wrong with a scenario of the study stands in its own file, else where the study names it. */
async function placed<T>(place: Place, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
    throw new BoardroomError(
      error.code,
      error.problems.map((problem) => ({ place, ...problem })),
      { cause: error },
    );
  }
}

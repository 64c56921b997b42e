import { basename, isAbsolute, resolve } from "node:path";
import { BoardroomError, type Place, type Problem } from "../../errors.ts";
import { refuseMistakes } from "../../meeting/contract/protocol-fits.ts";
import type { ModelRegistry } from "../../models/registry/registry.ts";
import { documentName } from "../../scenario/documents/document-text.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { isFile } from "../../scenario/files/read-text.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { applyArm } from "../../studies/arms/apply.ts";
import { type ArmMatter, idleSettings, matterDigest } from "../../studies/arms/idle.ts";
import type { Arm } from "../../studies/arms.ts";
import type { OpenedStudy, StudyCell } from "../../studies/cell.ts";
import { digestOf } from "../../studies/digest.ts";
import { compareProblems, meetingsProblems, type ReadStudyFile } from "../../studies/file/check-file.ts";
import { armsOf } from "../../studies/file/make-arms.ts";
import { earlyStopOf, seedsOf } from "../../studies/file/schema.ts";
import { OWN_SUBJECT, STUDY_FORMAT, type StudiedScenario, type Study } from "../../studies/study.ts";
import { prepare } from "../preparing/prepare.ts";
import type { OwnParts } from "../settings/code-digest.ts";
import { registryOf } from "../settings/models.ts";
import { withOwnCode } from "../settings/own-code.ts";
import { protocolOf } from "../settings/protocols.ts";
import type { OuterSettings } from "../settings/settings.ts";
import { readSettings } from "../settings/settings.ts";
import type { Io } from "../terminal/io.ts";
import { readParts } from "./arm-parts.ts";
import { findStudy } from "./find-study.ts";
import { refuseUnknownModels } from "./reachable.ts";
import type { StudiedMatter } from "./studied-matter.ts";
import { truthIn } from "./truth.ts";

/** A study's file, read with all that it names; everything wrong with it is in the one error thrown. */
export type ReadStudy = OpenedStudy & {
  readonly outer: OuterSettings;
  /** Digests of the user's own code that its meetings may be held by. */
  readonly parts: OwnParts;
  /** Of the file. */
  readonly folder: string;
  /** What each arm is made from. */
  readonly matters: readonly (ArmMatter & { readonly arm: Arm })[];
};

/** Reads a study with its scenarios, subjects and arms, and asks nobody. */
export async function openStudy(io: Io, path: string | undefined): Promise<ReadStudy> {
  const { read, folder, name } = await findStudy(io, path);
  const { outer, protocols, parts } = await withOwnCode(io, await readSettings(io));
  const registry = registryOf(io, outer.models, outer.factories);
  const matters = await readMatters(io, read, folder);
  const [first] = matters;
  if (!first) throw new Error("a study has a scenario");
  const members = common(matters, ({ members }) => members.map(({ id }) => id));
  const verdicts = first.prepared.scenario.verdicts.map(({ id }) => id);
  const { arms, problems } = armsOf(read, { members, verdicts });
  const findings = new Findings();
  findings.add("study-invalid", [
    ...problems,
    ...compareProblems(
      read,
      arms.map(({ name }) => name),
    ),
    ...meetingsProblems(read, matters.length * arms.length),
  ]);
  findings.throwIfAny();
  const cells: StudyCell[] = [];
  const sources: (ArmMatter & { readonly arm: Arm })[] = [];
  const seen = new Map<string, string>();
  for (const arm of arms) {
    const made = await findings.collect(() =>
      cellsOf(io, { read, folder, arm, matters, protocols: [...protocols], registry }),
    );
    if (!made) continue;
    const digest = digestOf(made.map(({ cell }) => matterDigest(cell.matter)));
    const twin = seen.get(digest);
    if (twin === undefined) seen.set(digest, arm.name);
    else findings.add("study-invalid", [twinProblem(read, arm, twin)]);
    cells.push(...made.map(({ cell }) => cell));
    sources.push(...made.map(({ scenario, parts }) => ({ scenario, parts, arm })));
  }
  const scenarios = scenariosOf(matters);
  const subjects = [...new Set(matters.map(({ subject }) => subject))];
  const truth = await findings.collect(async () =>
    truthIn(read, { scenarios, subjects, isOwn: subjects[0] === OWN_SUBJECT }),
  );
  findings.throwIfAny();
  const study = studyOf(read, {
    name,
    scenarios,
    subjects,
    arms,
    truth: truth ?? {},
    cells,
  });
  return { study, cells: inOrder(cells, study), outer, parts, folder, matters: sources };
}

/** Each scenario over each subject. */
async function readMatters(io: Io, read: ReadStudyFile, folder: string): Promise<StudiedMatter[]> {
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
      // What a scenario has to tell, it tells once.
      const quiet = matters.length > 0 ? { ...io, stderr: { write: () => true } } : io;
      const flags = subject.path === null ? {} : { document: subject.path };
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

type ArmWork = {
  readonly read: ReadStudyFile;
  readonly folder: string;
  readonly arm: Arm;
  readonly matters: readonly StudiedMatter[];
  readonly protocols: Parameters<typeof protocolOf>[1] & object;
  readonly registry: ModelRegistry;
};

type CellMade = ArmMatter & { readonly cell: StudyCell };

/** An arm over every matter, checked as a meeting is before it is held. */
async function cellsOf(
  io: Io,
  { read, folder, arm, matters, protocols, registry }: ArmWork,
): Promise<CellMade[]> {
  const withParts: (StudiedMatter & ArmMatter)[] = [];
  for (const matter of matters) {
    const { scenario } = matter.prepared;
    withParts.push({ ...matter, scenario, parts: await readParts(io, { read, folder, arm, matter }) });
  }
  const cells = withParts.map(
    ({ name, subject, prepared, scenario, parts }): StudyCell =>
      placedInArm(read, arm, () => {
        const { seed: _, ...matter } = applyArm(scenario, arm.changes, parts);
        const protocol =
          arm.changes.protocol === undefined ? prepared.protocol : protocolOf(arm.changes.protocol, protocols);
        refuseMistakes(protocol.bind(matter), matter);
        refuseUnknownModels(registry, matter, arm.changes);
        return { scenario: name, arm: arm.name, subject, matter, protocol };
      }),
  );
  // What the study makes itself is held against the other arms alone.
  const stated = arm.made ? [] : idleSettings(arm, withParts);
  const idle = stated.map(
    (key): Problem => ({
      place: placeOfKey(read, arm, key),
      message: `${key}: changes nothing in arm ${arm.name}`,
      remedy: "The scenario has it so already, or another setting of the arm undoes it: take it out.",
    }),
  );
  if (idle.length > 0) throw new BoardroomError("study-invalid", idle);
  return withParts.flatMap(({ scenario, parts }, index) => {
    const cell = cells[index];
    return cell ? [{ scenario, parts, cell }] : [];
  });
}

function twinProblem(read: ReadStudyFile, arm: Arm, twin: string): Problem {
  return {
    place: arm.made ? read.yaml.placeOfKey([arm.made.by]) : read.yaml.placeOfKey(["arms", arm.name]),
    message: `arm ${arm.name} comes to the same meetings as ${twin}`,
    remedy: "Leave one of the two out.",
  };
}

/** Problems of an arm stand at its key; those of a scenario's setting at the key that changed it. */
function placedInArm<T>(read: ReadStudyFile, arm: Arm, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof BoardroomError)) throw error;
    const problems = error.problems.map((problem): Problem => {
      const [root, next] = (problem.path ?? []).map(String);
      const keys = [root === "prompt" ? next : root, next, root === "options" ? "selector" : undefined];
      const key = keys.find((each) => each !== undefined && Object.hasOwn(arm.changes, each));
      return { ...problem, place: key === undefined ? placeOfArm(read, arm) : placeOfKey(read, arm, key) };
    });
    throw new BoardroomError("study-invalid", problems, { cause: error });
  }
}

function placeOfArm({ yaml }: ReadStudyFile, { name, made }: Arm): Place {
  return made ? yaml.placeOfKey([made.by]) : yaml.placeOfKey(["arms", name]);
}

function placeOfKey(read: ReadStudyFile, arm: Arm, key: string): Place {
  return arm.made ? placeOfArm(read, arm) : read.yaml.placeOfKey(["arms", arm.name, key]);
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

function common(matters: readonly StudiedMatter[], of: (scenario: Scenario) => readonly string[]): string[] {
  const [first, ...rest] = matters.map(({ prepared }) => of(prepared.scenario));
  return (first ?? []).filter((each) => rest.every((list) => list.includes(each)));
}

function scenariosOf(matters: readonly StudiedMatter[]): StudiedScenario[] {
  const names = [...new Set(matters.map(({ name }) => name))];
  return names.flatMap((name) => {
    const own = matters.filter((each) => each.name === name);
    const [first] = own;
    if (!first) return [];
    const { title, question, protocol, verdicts, members } = first.prepared.scenario;
    return {
      ...{ name, title, question, protocol },
      verdicts: verdicts.map(({ id, side }) => ({ id, side })),
      members: members.map(({ id, persona }) => ({ id, name: persona.name })),
      digest: digestOf(own.map(({ prepared }) => matterDigest(prepared.scenario))),
    };
  });
}

type StudyParts = Pick<Study, "name" | "scenarios" | "subjects" | "arms" | "truth"> & {
  readonly cells: readonly StudyCell[];
};

function studyOf(read: ReadStudyFile, { cells, ...parts }: StudyParts): Study {
  const { file } = read;
  const seeds = seedsOf(file);
  const { meetings = null, dollars = null, concurrency = null } = file.limits;
  return {
    format: STUDY_FORMAT,
    ...parts,
    title: file.title,
    digest: digestOf([cells.map(({ matter }) => matterDigest(matter)), seeds]),
    seeds,
    compare: file.compare,
    limits: { meetings, dollars, concurrency },
    until: earlyStopOf(file),
  };
}

/** Scenario by scenario, subject by subject, and all arms of one beside each other. */
function inOrder(cells: readonly StudyCell[], { scenarios, subjects, arms }: Study): StudyCell[] {
  const at = (cell: StudyCell) =>
    (scenarios.findIndex(({ name }) => name === cell.scenario) * subjects.length +
      subjects.indexOf(cell.subject)) *
      arms.length +
    arms.findIndex(({ name }) => name === cell.arm);
  return cells.toSorted((a, b) => at(a) - at(b));
}

// Makes the cells of a study: each scenario and subject in each arm, loaded, changed and checked.
// A cell is what a seed turns into one meeting.

import { basename, isAbsolute, resolve } from "node:path";
import { findPerson } from "../../engine/people/person.ts";
import { refuseMistakes, withSettledPrompt } from "../../engine/protocol/protocol.ts";
import { mapProblems, type Place, type Problem } from "../../errors.ts";
import { createUsageError, type Io, print } from "../../home/process/io.ts";
import { requireProtocol } from "../../home/settings/protocols.ts";
import { createModelRegistry, type ProjectSettings } from "../../home/settings/settings.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import type { ModelRegistry } from "../../models/registry/registry.ts";
import { requireLargeEnoughWindows } from "../../run/prepare/context-windows.ts";
import { type Prepared, prepare } from "../../run/prepare/prepare.ts";
import { toDocumentName } from "../../scenario/documents/document-text.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { isFile } from "../../scenario/files/read-text.ts";
import { loadPersona } from "../../scenario/loading/load.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import { isGuest, type Scenario } from "../../scenario/schema/scenario.ts";
import { type ArmCase, type ArmChanges, type ArmParts, applyArm } from "../arms.ts";
import { type Arm, type OpenedStudy, OWN_SUBJECT, type StudyCell } from "../study.ts";
import { putQuestion, readQuestions, type StudyQuestion } from "./questions.ts";
import type { ReadStudyFile } from "./study-file.ts";

type ArmWork = {
  read: ReadStudyFile;
  arm: Arm;
  matters: readonly StudiedCase[];
  protocols: Parameters<typeof requireProtocol>[1] & object;
  registry: ModelRegistry;
};

type CellMade = ArmCase & { cell: StudyCell };

export async function createCells(
  io: Io,
  { read, arm, matters, protocols, registry }: ArmWork,
): Promise<CellMade[]> {
  const made: CellMade[] = [];
  for (const { name, subject, prepared } of matters) {
    const { scenario } = prepared;
    const { changes } = arm;
    const protocol =
      changes.protocol === undefined
        ? prepared.protocol
        : placeErrorsInArm(read, arm, () => requireProtocol(changes.protocol as string, protocols));
    const parts = await readParts(io, read, arm);
    const cell = placeErrorsInArm(read, arm, () => {
      const { seed: _, ...input } = withSettledPrompt(applyArm(scenario, changes, parts), protocol);
      refuseMistakes(protocol.bind(input), input);
      refuseUnknownModels(registry, input, changes);
      return { scenario: name, arm: arm.name, subject, input, protocol };
    });
    made.push({ scenario, parts, protocol, cell });
  }
  return made;
}

export function createTwinProblem(read: ReadStudyFile, arm: Arm, twin: string): Problem {
  return {
    place: getPlaceOfArm(read, arm),
    message: `arm ${arm.name} comes to the same meetings as ${twin}`,
    remedy: "Leave one of the two out.",
  };
}

function placeErrorsInArm<T>(read: ReadStudyFile, arm: Arm, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const placeProblem = (problem: Problem): Problem => {
      const [root, next] = (problem.path ?? []).map(String);
      const keys = [
        root === "prompt" ? next : root,
        next,
        root === "options" ? "selector" : undefined,
      ];
      const key = keys.find((each) => each !== undefined && Object.hasOwn(arm.changes, each));
      return {
        ...problem,
        place: key === undefined ? getPlaceOfArm(read, arm) : getPlaceOfKey(read, arm, key),
      };
    };
    throw mapProblems(error, placeProblem, "study-invalid");
  }
}

function getPlaceOfArm({ yaml }: ReadStudyFile, { name, made }: Arm): Place {
  return made ? yaml.locateKey([made.by]) : yaml.locateKey(["arms", name]);
}

function getPlaceOfKey(read: ReadStudyFile, arm: Arm, key: string): Place {
  return arm.made ? getPlaceOfArm(read, arm) : read.yaml.locateKey(["arms", arm.name, key]);
}

async function readParts(io: Io, read: ReadStudyFile, arm: Arm): Promise<ArmParts> {
  const personas = new Map<string, Persona>();
  if (arm.made) return personas;
  for (const [index, { persona }] of (arm.changes.seats ?? []).entries()) {
    const place = read.yaml.locate(["arms", arm.name, "seats", index]);
    const loaded = await loadPersona(persona, io).catch((error: unknown) => {
      throw mapProblems(error, (problem) => ({ ...problem, place }), "study-invalid");
    });
    personas.set(persona, loaded);
  }
  return personas;
}

export async function readMatters(
  io: Io,
  read: ReadStudyFile,
  folder: string,
  model?: string,
): Promise<StudiedCase[]> {
  const { file, yaml } = read;
  const refs = typeof file.scenario === "string" ? [file.scenario] : file.scenario;
  const findings = new Findings();
  const matters: StudiedCase[] = [];
  const subjects = await listSubjects(io, read, findings, folder);
  for (const [index, ref] of refs.entries()) {
    const place =
      typeof file.scenario === "string"
        ? yaml.locate(["scenario"])
        : yaml.locate(["scenario", index]);
    const named = /^\.|[/\\]/.test(ref) && !isAbsolute(ref) ? resolve(folder, ref) : ref;
    for (const subject of subjects) {
      // Only the first tells: the scenario is the same for all.
      const quiet = matters.length > 0 ? { ...io, stderr: { write: () => true } } : io;
      const flags = { model, document: subject.path ?? undefined };
      const board = subject.asked && matters[0]?.prepared;
      const found = board
        ? board
        : await findings.collect(() =>
            prepare(quiet, named, flags).catch((error: unknown) => {
              const at = subject.place ?? place;
              throw mapProblems(error, (problem) => ({ place: at, ...problem }));
            }),
          );
      if (!found) continue;
      const { name } = found.scenario;
      if (matters.some((each) => each.name === name && each.subject === subject.name))
        findings.add("study-invalid", [
          {
            place,
            message: `two scenarios are both called ${name}`,
            remedy: "Rename the folder of one.",
          },
        ]);
      const { asked } = subject;
      const scenario = asked ? putQuestion(found.scenario, asked) : found.scenario;
      const prepared = { ...found, scenario };
      matters.push({ name, subject: subject.name, prepared, answer: asked?.answer });
    }
  }
  findings.throwIfAny();
  return matters;
}

type SubjectFile = {
  name: string;
  path: string | null;
  place: Place | null;
  asked?: StudyQuestion;
};

async function listSubjects(
  io: Io,
  { file, yaml }: ReadStudyFile,
  findings: Findings,
  folder: string,
): Promise<readonly SubjectFile[]> {
  if (file.questions) {
    const questions = await readQuestions(resolve(folder, file.questions), io.cwd);
    return questions.map((asked) => ({ name: asked.id, path: null, place: null, asked }));
  }
  if (!file.subjects) return [{ name: OWN_SUBJECT, path: null, place: null }];
  const subjects: SubjectFile[] = [];
  for (const [index, path] of file.subjects.entries()) {
    const place = yaml.locate(["subjects", index]);
    const name = toDocumentName(basename(path));
    if (!(await isFile(resolve(folder, path))))
      findings.add("study-invalid", [
        {
          place,
          message: `subject ${path} not found`,
          remedy: "Paths count from the study's own folder.",
        },
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

export type StudiedCase = {
  name: string;
  subject: string;
  prepared: Prepared;
  /** Of a question from a file: the right option. */
  answer?: string | undefined;
};

function refuseUnknownModels(
  registry: ModelRegistry,
  { members }: Scenario,
  { models = {} }: ArmChanges,
): void {
  for (const { id, model } of members) {
    if (findPerson({ model }) !== null) continue;
    try {
      registry.parse(model);
    } catch (error) {
      const isNamed = typeof models === "object" && (Array.isArray(models) || id in models);
      const path = [isNamed ? "models" : "model"];
      throw mapProblems(error, (problem) => ({ ...problem, path }));
    }
  }
}

export async function requireReachable(
  io: Io,
  { cells, project }: Pick<OpenedStudy, "cells"> & { project: ProjectSettings },
): Promise<void> {
  const registry = createModelRegistry(io, project.models, project.factories);
  const known = new Set<string>();
  for (const { input } of cells) {
    for (const seat of input.members) {
      if (isSimulated(seat.model) || findPerson(seat) !== null || known.has(seat.model)) continue;
      known.add(seat.model);
      registry.create({ spec: seat.model, seat, scenario: input });
    }
  }
  const lines = new Set<string>();
  for (const { input, protocol } of findLongestByModels(cells))
    for (const line of await requireLargeEnoughWindows(io, { scenario: input, protocol, project }))
      lines.add(line);
  print(io.stderr, [...lines]);
}

/** The meeting that likely needs the most context represents all with the same models. */
function findLongestByModels(cells: OpenedStudy["cells"]): OpenedStudy["cells"] {
  const measureCell = ({ input }: OpenedStudy["cells"][number]) =>
    input.documents.reduce((sum, { text }) => sum + text.length, input.limits.messages * 1_000);
  const longest = new Map<string, OpenedStudy["cells"][number]>();
  for (const cell of cells) {
    const key = [...new Set(cell.input.members.map(({ model }) => model))].sort().join("\n");
    const known = longest.get(key);
    if (known === undefined || measureCell(cell) > measureCell(known)) longest.set(key, cell);
  }
  return [...longest.values()];
}

/** People and agents come in by a meeting's folder, which workers do not have. */
export function requireUnattended({ cells }: OpenedStudy): void {
  const seat = cells.flatMap(({ input }) => input.members).find(({ model }) => isGuest(model));
  if (seat)
    throw createUsageError(
      `workers cannot run ${seat.id}: ${seat.model} is not a model`,
      "Run this study without --on, or give the member a model.",
    );
}

// Opens a study for `study run` and `check`: finds its file, reads scenarios, subjects and arms,
// and reports everything wrong with them in one error.

import { existsSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { withSettledPrompt } from "../../engine/protocol/protocol.ts";
import { STUDY_FILE as RESULTS_STUDY_FILE } from "../../engine/transcript/journal-file.ts";
import { BoardroomError, type Problem } from "../../errors.ts";
import { MOST_OF_TEXT, readUtf8 } from "../../files.ts";
import type { Io } from "../../home/process/io.ts";
import { type CodeDigests, loadCustomCode } from "../../home/settings/own-code.ts";
import {
  createModelRegistry,
  type ProjectSettings,
  readSettings,
} from "../../home/settings/settings.ts";
import { isSimulated } from "../../models/contract/model-spec.ts";
import { requireSpeakers } from "../../run/prepare/prepare.ts";
import { toDocumentName } from "../../scenario/documents/document-text.ts";
import { Findings } from "../../scenario/files/findings.ts";
import { describeNotFound, suggestNames } from "../../scenario/files/nearest.ts";
import { shortenPath, toSlug } from "../../scenario/files/paths.ts";
import { isFile, readText } from "../../scenario/files/read-text.ts";
import { findScenario } from "../../scenario/loading/load.ts";
import { idSchema } from "../../scenario/schema/persona.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { hashJson } from "../../text/sha256.ts";
import type { ArmCase } from "../arms.ts";
import { readStudy } from "../results.ts";
import {
  type Arm,
  hashCase,
  type OpenedStudy,
  OWN_SUBJECT,
  STUDY_FORMAT,
  type StudiedScenario,
  type Study,
  type StudyCell,
} from "../study.ts";
import { createCells, createTwinProblem, readMatters, type StudiedCase } from "./cells.ts";
import { chooseComparison, collectArms } from "./make-arms.ts";
import {
  checkComparison,
  checkMeetingCount,
  listSeeds,
  parseStudyFile,
  type ReadStudyFile,
} from "./study-file.ts";

export type StudyToRun = OpenedStudy & {
  project: ProjectSettings;
  parts: CodeDigests;
};

/** Everything wrong with the study is in the one error thrown. */
export type ReadStudy = StudyToRun & {
  folder: string;
  matters: readonly (ArmCase & { arm: Arm })[];
};

/** A study that `study run` began, and the folder of its results. */
type BegunStudy = { study: Study; shown: string };

/**
 * Finds the study of a folder of results. Only its `study.json` is read: what the folder's other files say now may differ
 * from what was begun. `path`: the study's file or folder, as for `study run`, or the folder of results itself.
 */
export async function findBegunStudy(
  io: Io,
  path: string = STUDY_FILE,
  output?: string,
): Promise<BegunStudy> {
  const own = resolve(io.cwd, path);
  const isResults = existsSync(join(own, RESULTS_STUDY_FILE));
  const name = nameStudy((await findStudyFile(io, path)) ?? own);
  const begun = isResults ? path : `study-${name}`;
  const shown = output ?? begun;
  const places = [shown, begun].map((each) => resolve(io.cwd, each));
  const place = places.find((each) => existsSync(join(each, RESULTS_STUDY_FILE)));
  if (place !== undefined) return { study: readStudy(place).study, shown };
  const { study } = await openStudy(io, path);
  return { study, shown };
}

/** Reads a study with its scenarios, subjects and arms, and asks no one. */
export async function openStudy(
  io: Io,
  path: string | undefined,
  { model }: { model?: string | undefined } = {},
): Promise<ReadStudy> {
  const { read, folder, name } = await findStudy(io, path);
  const { project, protocols, parts } = await loadCustomCode(io, await readSettings(io));
  const registry = createModelRegistry(io, project.models, project.factories);
  const matters = await readMatters(io, read, folder, model);
  const [first] = matters;
  if (!first) throw new Error("a study has a scenario");
  const members = listShared(matters, ({ members }) => members.map(({ id }) => id));
  const verdicts = first.prepared.scenario.verdicts.map(({ id }) => id);
  const { arms, problems } = collectArms(read, { members, verdicts });
  const findings = new Findings();
  findings.add("study-invalid", [
    ...problems,
    ...checkComparison(
      read,
      arms.map(({ name }) => name),
    ),
    ...checkMeetingCount(read, matters.length * arms.length),
  ]);
  findings.throwIfAny();
  const cells: StudyCell[] = [];
  const sources: (ArmCase & { arm: Arm })[] = [];
  const seen = new Map<string, string>();
  const asItIs = hashJson(matters.map(({ prepared }) => computeCaseDigest(prepared)));
  for (const arm of arms) {
    const made = await findings.collect(() =>
      createCells(io, { read, arm, matters, protocols: [...protocols], registry }),
    );
    if (!made) continue;
    const digest = hashJson(made.map(({ cell }) => hashCase(cell.input)));
    const { as, ...others } = arm.changes;
    const isIdle = digest === asItIs && as === undefined && Object.keys(others).length > 0;
    const twin = seen.get(digest) ?? (isIdle ? "the scenario as it is" : undefined);
    if (twin === undefined) seen.set(digest, arm.name);
    else findings.add("study-invalid", [createTwinProblem(read, arm, twin)]);
    cells.push(...made.map(({ cell }) => cell));
    sources.push(
      ...made.map(({ scenario, parts, protocol }) => ({ scenario, parts, protocol, arm })),
    );
  }
  const { questions } = read.file;
  if (questions !== undefined) refuseSimulated(read, cells);
  for (const { input, scenario, subject } of cells) {
    const prepared = matters.find(
      (each) => each.name === scenario && each.subject === subject,
    )?.prepared;
    await findings.collect(async () =>
      requireSpeakers(io, { ...prepared, scenario: input, project }),
    );
  }
  const scenarios = describeScenarios(matters);
  const subjects = [...new Set(matters.map(({ subject }) => subject))];
  const truth = await findings.collect(async () =>
    readTruth(read, { scenarios, subjects, isOwn: subjects[0] === OWN_SUBJECT }),
  );
  findings.throwIfAny();
  const study = createStudy(read, {
    name,
    scenarios,
    subjects,
    arms,
    truth: { ...truth, ...collectAnswers(matters) },
    model,
    cells,
  });
  return { study, cells: sortCells(cells, study), project, parts, folder, matters: sources };
}

function collectAnswers(matters: readonly StudiedCase[]): Record<string, string> {
  return Object.fromEntries(
    matters.flatMap(({ subject, answer }) => (answer === undefined ? [] : [[subject, answer]])),
  );
}

/** Their script is about the scenario's own case. */
function refuseSimulated({ yaml }: ReadStudyFile, cells: readonly StudyCell[]): void {
  const members = cells.flatMap(({ input }) => input.members);
  const simulated = members.find(({ model }) => isSimulated(model));
  if (!simulated) return;
  throw new BoardroomError("study-invalid", {
    place: yaml.locateKey(["questions"]),
    message: `${simulated.id} is simulated, and simulated members cannot answer questions from a file`,
    remedy: "Name a model: add --model PROVIDER:MODEL, or model: to each arm.",
  });
}

function listShared(
  matters: readonly StudiedCase[],
  of: (scenario: Scenario) => readonly string[],
): string[] {
  const [first, ...rest] = matters.map(({ prepared }) => of(prepared.scenario));
  return (first ?? []).filter((each) => rest.every((list) => list.includes(each)));
}

export function describeScenarios(matters: readonly StudiedCase[]): StudiedScenario[] {
  const names = [...new Set(matters.map(({ name }) => name))];
  return names.flatMap((name) => {
    const own = matters.filter((each) => each.name === name);
    const [first] = own;
    if (!first) return [];
    const { title, question, protocol, verdicts, members } = first.prepared.scenario;
    return {
      name,
      title,
      question,
      protocol,
      verdicts: verdicts.map(({ id, side }) => ({ id, side })),
      members: members.map(({ id, persona }) => ({ id, name: persona.name })),
      digest: hashJson(own.map(({ prepared }) => computeCaseDigest(prepared))),
    };
  });
}

function computeCaseDigest({ scenario, protocol }: StudiedCase["prepared"]): string {
  return hashCase(withSettledPrompt(scenario, protocol));
}

type StudyParts = Pick<Study, "name" | "scenarios" | "subjects" | "arms" | "truth" | "model"> & {
  cells: readonly StudyCell[];
};

function createStudy(read: ReadStudyFile, { cells, ...parts }: StudyParts): Study {
  const { file } = read;
  const seeds = listSeeds(file);
  const { meetings = null, dollars = null, concurrency = null } = file.limits;
  return {
    format: STUDY_FORMAT,
    ...parts,
    title: file.title,
    digest: hashJson([cells.map(({ input }) => hashCase(input)), seeds]),
    seeds,
    compare: file.compare.length > 0 ? file.compare : chooseComparison(parts.arms),
    limits: { meetings, dollars, concurrency },
  };
}

/** Scenario by scenario, subject by subject, and all arms of one next to each other. */
function sortCells(cells: readonly StudyCell[], { scenarios, subjects, arms }: Study): StudyCell[] {
  const findPlace = (cell: StudyCell) =>
    (scenarios.findIndex(({ name }) => name === cell.scenario) * subjects.length +
      subjects.indexOf(cell.subject)) *
      arms.length +
    arms.findIndex(({ name }) => name === cell.arm);
  return cells.toSorted((a, b) => findPlace(a) - findPlace(b));
}

type Answerable = {
  scenarios: readonly StudiedScenario[];
  subjects: readonly string[];
  isOwn: boolean;
};

function readTruth(
  { file, yaml }: ReadStudyFile,
  { scenarios, subjects, isOwn }: Answerable,
): Record<string, string> {
  const names = isOwn ? scenarios.map(({ name }) => name) : subjects;
  const verdicts = scenarios.flatMap((scenario) => scenario.verdicts);
  const answers = [
    ...new Set([...verdicts.map(({ side }) => side), ...verdicts.map(({ id }) => id)]),
  ];
  const problems: Problem[] = [];
  const truth: Record<string, string> = {};
  for (const [key, answer] of Object.entries(file.truth)) {
    const name = isOwn ? key : toDocumentName(basename(key));
    if (!names.includes(name))
      problems.push({
        place: yaml.locateKey(["truth", key]),
        ...describeNotFound(isOwn ? "scenario" : "subject", key, names),
      });
    if (!answers.includes(answer))
      problems.push({
        place: yaml.locate(["truth", key]),
        message: `${answer} is not an option or a side`,
        remedy: suggestNames(answer, answers, "There are"),
      });
    truth[name] = answer;
  }
  if (problems.length > 0) throw new BoardroomError("study-invalid", problems);
  return truth;
}

const STUDY_FILE = "study.yaml";

type FoundStudy = { read: ReadStudyFile; folder: string; name: string };

/** By file, by folder or by name: in ./studies, or next to a scenario of that name. */
async function findStudy(io: Io, path: string | undefined): Promise<FoundStudy> {
  const file = await findStudyFile(io, path ?? STUDY_FILE);
  if (file === null) {
    throw new BoardroomError("study-not-found", {
      message:
        path === undefined ? "no study.yaml found here" : `study ${JSON.stringify(path)} not found`,
      remedy: "Name its file or its folder, or create one: boardroom new study NAME",
    });
  }
  const read = parseStudyFile(
    await readText(file, "study-invalid", io.cwd),
    shortenPath(file, io.cwd),
  );
  return { read, folder: dirname(file), name: nameStudy(file) };
}

/** A file of a study, or a folder with one and without a scenario. */
export async function isStudyToRun(io: Io, path: string): Promise<boolean> {
  const full = resolve(io.cwd, path);
  if (!/\.ya?ml$/i.test(path))
    return (await isFile(join(full, STUDY_FILE))) && !(await isFile(join(full, "scenario.yaml")));
  if (!(await isFile(full))) return false;
  const text = readUtf8(full, MOST_OF_TEXT);
  return /^seeds:/m.test(text) && !/^question:/m.test(text);
}

async function findStudyFile(io: Io, asked: string): Promise<string | null> {
  const full = resolve(io.cwd, asked);
  for (const file of [full, join(full, STUDY_FILE), resolve(io.cwd, "studies", asked, STUDY_FILE)])
    if (await isFile(file)) return file;
  if (!idSchema.safeParse(asked).success) return null;
  const scenario = await findScenario(asked, io).catch(() => null);
  const studyFile = scenario && join(dirname(scenario.file), STUDY_FILE);
  return studyFile !== null && (await isFile(studyFile)) ? studyFile : null;
}

function nameStudy(path: string): string {
  const stem = basename(path, extname(path));
  return toSlug(stem === "study" ? basename(dirname(path)) || "study" : stem) || "study";
}

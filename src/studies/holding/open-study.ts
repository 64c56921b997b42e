import { withSettledPrompt } from "../../engine/meeting/contract/prompt-defaults.ts";
import type { Io } from "../../home/process/io.ts";
import type { OwnParts } from "../../home/settings/code-digest.ts";
import { registryOf } from "../../home/settings/models.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import type { OuterSettings } from "../../home/settings/settings.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { requireSpeakers } from "../../run/prepare/require-speakers.ts";
import { Findings } from "../../scenario/files/findings.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { type ArmMatter, matterDigest } from "../arms/idle.ts";
import type { Arm } from "../arms.ts";
import type { OpenedStudy, StudyCell } from "../cell.ts";
import { digestOf } from "../digest.ts";
import { compareProblems, meetingsProblems, type ReadStudyFile } from "../file/check-file.ts";
import { armsOf } from "../file/make-arms.ts";
import { earlyStopOf, seedsOf } from "../file/schema.ts";
import { OWN_SUBJECT, STUDY_FORMAT, type StudiedScenario, type Study } from "../study.ts";
import { findStudy } from "./find-study.ts";
import { readMatters } from "./read-matters.ts";
import type { StudiedMatter } from "./studied-matter.ts";
import { cellsOf, twinProblem } from "./study-cells.ts";
import { truthIn } from "./truth.ts";

export type StudyToHold = OpenedStudy & {
  readonly outer: OuterSettings;
  readonly parts: OwnParts;
};

/** Everything wrong with the study is in the one error thrown. */
export type ReadStudy = StudyToHold & {
  readonly folder: string;
  readonly matters: readonly (ArmMatter & { readonly arm: Arm })[];
};

/** Reads a study with its scenarios, subjects and arms, and asks nobody. */
export async function openStudy(
  io: Io,
  path: string | undefined,
  { model }: { readonly model?: string | undefined } = {},
): Promise<ReadStudy> {
  const { read, folder, name } = await findStudy(io, path);
  const { outer, protocols, parts } = await withOwnCode(io, await readSettings(io));
  const registry = registryOf(io, outer.models, outer.factories);
  const matters = await readMatters(io, read, folder, model);
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
    sources.push(...made.map(({ scenario, parts, protocol }) => ({ scenario, parts, protocol, arm })));
  }
  for (const { matter } of cells) await findings.collect(async () => requireSpeakers(io, matter, outer));
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

function common(matters: readonly StudiedMatter[], of: (scenario: Scenario) => readonly string[]): string[] {
  const [first, ...rest] = matters.map(({ prepared }) => of(prepared.scenario));
  return (first ?? []).filter((each) => rest.every((list) => list.includes(each)));
}

export function scenariosOf(matters: readonly StudiedMatter[]): StudiedScenario[] {
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
      digest: digestOf(
        own.map(({ prepared }) => matterDigest(withSettledPrompt(prepared.scenario, prepared.protocol))),
      ),
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

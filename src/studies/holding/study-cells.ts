import { refuseMistakes, withSettledPrompt } from "../../engine/meeting/contract/protocol.ts";
import { BoardroomError, type Place, type Problem } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { protocolOf } from "../../home/settings/protocols.ts";
import type { ModelRegistry } from "../../models/registry/registry.ts";
import { applyArm } from "../arms/apply.ts";
import { type ArmMatter, idleSettings } from "../arms/idle.ts";
import type { Arm } from "../arms.ts";
import type { StudyCell } from "../cell.ts";
import type { ReadStudyFile } from "../file/check-file.ts";
import { readParts } from "./arm-parts.ts";
import { refuseUnknownModels } from "./reachable.ts";
import type { StudiedMatter } from "./studied-matter.ts";

type ArmWork = {
  readonly read: ReadStudyFile;
  readonly folder: string;
  readonly arm: Arm;
  readonly matters: readonly StudiedMatter[];
  readonly protocols: Parameters<typeof protocolOf>[1] & object;
  readonly registry: ModelRegistry;
};

type CellMade = ArmMatter & { readonly cell: StudyCell };

export async function cellsOf(
  io: Io,
  { read, folder, arm, matters, protocols, registry }: ArmWork,
): Promise<CellMade[]> {
  const withParts: (StudiedMatter & ArmMatter)[] = [];
  for (const matter of matters) {
    const { scenario } = matter.prepared;
    const protocol =
      arm.changes.protocol === undefined
        ? matter.prepared.protocol
        : placedInArm(read, arm, () => protocolOf(arm.changes.protocol as string, protocols));
    withParts.push({
      ...matter,
      scenario,
      protocol,
      parts: await readParts(io, { read, folder, arm, matter }),
    });
  }
  const cells = withParts.map(
    ({ name, subject, protocol, scenario, parts }): StudyCell =>
      placedInArm(read, arm, () => {
        const { seed: _, ...matter } = withSettledPrompt(applyArm(scenario, arm.changes, parts), protocol);
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
  return withParts.flatMap(({ scenario, parts, protocol }, index) => {
    const cell = cells[index];
    return cell ? [{ scenario, parts, protocol, cell }] : [];
  });
}

export function twinProblem(read: ReadStudyFile, arm: Arm, twin: string): Problem {
  return {
    place: arm.made ? read.yaml.placeOfKey([arm.made.by]) : read.yaml.placeOfKey(["arms", arm.name]),
    message: `arm ${arm.name} comes to the same meetings as ${twin}`,
    remedy: "Leave one of the two out.",
  };
}

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

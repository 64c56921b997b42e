import { refuseMistakes } from "../../engine/meeting/contract/protocol.ts";
import { appraise, needsApproval } from "../../engine/meeting/money/approval.ts";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { withPlaces } from "../../run/prepare/error-place.ts";
import { type Prepared, prepare } from "../../run/prepare/prepare.ts";
import type { ScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import { warningsOf } from "../../run/prepare/warnings.ts";

/** Names of known things and plain words, never a file path. */
export type AskedMatter = Pick<ScenarioFlags, "question" | "maxMessages" | "model" | "protocol"> & {
  readonly scenario: string;
  readonly seed?: string | number | undefined;
  readonly members?: Readonly<Record<string, string>> | undefined;
};

export async function checked(io: Io, matter: AskedMatter) {
  const flags = flagsOf(matter);
  const { prepared, notes } = await preparedFor(io, requireName(matter.scenario), flags);
  const { scenario, protocol, outer } = prepared;
  withPlaces(prepared, flags, () => refuseMistakes(protocol.bind(scenario), scenario));
  const proposer = { kind: "agent" as const, name: "agent" };
  const appraisal = appraise(scenario, protocol, outer.models, undefined, proposer);
  return {
    scenario: scenario.name,
    title: scenario.title,
    question: scenario.question,
    protocol: scenario.protocol,
    verdicts: scenario.verdicts.map(({ id, side, meaning = null }) => ({ id, side, meaning })),
    members: scenario.members.map(({ id, persona, model }) => ({ id, name: persona.name, model })),
    documents: scenario.documents.map(({ name, title, subject, text }) => ({
      name,
      title,
      subject,
      lines: text.split("\n").length,
    })),
    level: appraisal.level,
    estimate: appraisal.estimate,
    isFree: appraisal.isFree,
    needs: needsApproval(appraisal, proposer),
    warnings: [...notes, ...withPlaces(prepared, flags, () => warningsOf(io, prepared))],
  };
}

/** Prepares a matter as `run` does; what that would print comes back instead. */
export async function preparedFor(
  io: Io,
  named: string,
  flags: ScenarioFlags,
): Promise<{ readonly prepared: Prepared; readonly notes: readonly string[] }> {
  let told = "";
  const quiet: Io = { ...io, stdout: io.stderr, stderr: { write: (text) => (told += text) } };
  const prepared = await prepare(quiet, named, flags);
  return { prepared, notes: told.split("\n").filter((line) => line !== "") };
}

export function flagsOf(matter: AskedMatter): ScenarioFlags {
  const { question, seed, maxMessages, model, members, protocol } = matter;
  return {
    ...(question !== undefined && { question }),
    ...(seed !== undefined && { seed }),
    ...(maxMessages !== undefined && { maxMessages }),
    ...(model !== undefined && { model }),
    ...(members !== undefined && { member: members }),
    ...(protocol !== undefined && { protocol }),
  };
}

/** A scenario by its name: paths are for people. */
export function requireName(name: string): string {
  if (/^[a-z0-9][a-z0-9-]*$/i.test(name)) return name;
  throw new BoardroomError("scenario-not-found", {
    message: `${JSON.stringify(name.slice(0, 80))} is not the name of a scenario`,
    remedy: "Names of scenarios: list with what: scenarios.",
  });
}

import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { refuseMistakes } from "../../engine/meeting/contract/protocol.ts";
import { appraise, needsApproval } from "../../engine/meeting/money/approval.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { hasWriter } from "../../engine/transcript/lock.ts";
import { BoardroomError, describeProblem } from "../../errors.ts";
import { type Io, print } from "../../home/process/io.ts";
import { withoutSecrets } from "../../home/process/without-secrets.ts";
import { outputFiles, tableOf } from "../../home/records/outputs.ts";
import { pageProcedureOf } from "../../home/settings/protocols.ts";
import { withPlaces } from "../../run/prepare/error-place.ts";
import { type Prepared, prepare } from "../../run/prepare/prepare.ts";
import type { ScenarioFlags } from "../../run/prepare/scenario-flags.ts";
import { warningsOf } from "../../run/prepare/warnings.ts";
import { findScenario, listPersonas, listScenarios } from "../../scenario/loading/load.ts";
import { createMeetingList } from "../../screens/serving/meeting-lines.ts";
import { readRecord } from "../../showing/read-record.ts";
import type { AskedMatter, CheckedMatter, ReadingDesk, ReadMeeting } from "../mcp/desk.ts";

export function readingDesk(io: Io, folder: string, records: ReturnType<typeof roomRecords>): ReadingDesk {
  return {
    meetings: createMeetingList(folder),
    meeting: (id) => records.meeting(id),
    table: tableOf,
    transcript: (meeting) => outputFiles(meeting).find(({ name }) => name === "transcript.md")?.text ?? "",
    procedureOf: pageProcedureOf,
    scenarios: async () =>
      (await listScenarios(io)).map(({ name, title, isPackaged, problems }) => ({
        name,
        title,
        isPackaged,
        problems: problems.map(describeProblem),
      })),
    scenarioText: async (name) => readFile((await findScenario(requireName(name), io)).file, "utf8"),
    personas: async () =>
      (await listPersonas(io)).map(({ id, persona, isPackaged }) => ({
        id,
        isPackaged,
        name: persona?.name ?? null,
        title: persona?.title ?? null,
        expertise: persona?.expertise ?? [],
      })),
    check: (matter) => checked(io, matter),
    fault: (error) =>
      print(io.stderr, [
        withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error), io.env),
      ]),
  };
}

async function checked(io: Io, matter: AskedMatter): Promise<CheckedMatter> {
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
    message: `${JSON.stringify(name.slice(0, 80))} is no name of a scenario`,
    remedy: "list_scenarios names those that there are.",
  });
}

/** What has not grown is not read again. */
export function roomRecords(folder: string) {
  const read = new Map<string, { readonly key: string; readonly meeting: ReadMeeting }>();
  return {
    placeOf(id: string): string {
      if (isName(id) && sizeOf(folder, id) !== null) return join(folder, id);
      throw new BoardroomError("transcript-not-found", {
        message: `there is no meeting ${JSON.stringify(id.slice(0, 80))} in this room`,
        remedy: "list_meetings names those that there are.",
      });
    },
    async meeting(id: string): Promise<ReadMeeting> {
      const place = this.placeOf(id);
      // First, so that a record that nobody holds is read as its last writer left it.
      const isHeld = hasWriter(place);
      const key = sizeOf(folder, id) ?? "";
      const known = read.get(id);
      if (known?.key === key) return { ...known.meeting, isHeld };
      const { events, head } = await readRecord(place);
      const meeting = { id, events, head, isHeld };
      read.delete(id);
      read.set(id, { key, meeting });
      if (read.size > MOST_KEPT) for (const oldest of [...read.keys()].slice(0, 1)) read.delete(oldest);
      return meeting;
    },
  };
}

const MOST_KEPT = 64;

function isName(id: string): boolean {
  return /^[^./\\\0][^/\\\0]{0,199}$/.test(id);
}

function sizeOf(folder: string, id: string): string | null {
  try {
    const { size, mtimeMs } = statSync(join(folder, id, JOURNAL_FILE));
    return `${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}

/** Plans and starts a meeting from the form of the start page. */

import { basename, join, relative } from "node:path";
import { z } from "zod";
import { appraise } from "../../engine/money/approval.ts";
import { BoardroomError, type Problem } from "../../errors.ts";
import { makeTemporaryFolder, removeFile, writeWhole } from "../../files.ts";
import { createUsageError, type Io } from "../../home/process/io.ts";
import { type Ahead, requestRunApproval } from "../../home/spending/money.ts";
import type { NewMeetingFlags } from "../../run/meetings.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import { listDocumentWarnings, listWarnings } from "../../run/prepare/warnings.ts";
import type { PlannedMeeting } from "../pages/start-page.tsx";
import { isName } from "./list-lines.ts";
import type { RunningMeetings } from "./running-meetings.ts";

export const written = z.string().trim().min(1).max(8000);

export const consent = { approve: z.boolean().optional(), because: written.optional() };

export function createPlanner({ approve, because }: z.infer<z.ZodObject<typeof consent>>): Ahead {
  return { ...(approve && { approve }), ...(because !== undefined && { because }) };
}

export const meetingSchema = z.strictObject({
  scenario: z.string().trim().min(1).max(400),
  model: z.string().trim().min(1).max(200).optional(),
  documents: z
    .array(z.strictObject({ name: z.string().min(1).max(200), data: z.base64() }))
    .max(20)
    .default([]),
  isSubject: z.boolean().default(false),
});
type AskedMeeting = Readonly<z.infer<typeof meetingSchema>>;

type PlanningSetup = {
  io: Io;
  path: string;
  person: string;
  runningMeetings: RunningMeetings;
};

/** The same checks and prices as in `boardroom run`. */
export function planMeeting(
  { io, path }: PlanningSetup,
  asked: AskedMeeting,
): Promise<PlannedMeeting> {
  return prepareMeeting(io, path, asked, async (ready) => {
    const { scenario, protocol, project } = ready;
    // Refuses a model of no provider, as `boardroom check` does, before its price is shown.
    listWarnings(io, ready);
    return {
      scenario,
      appraisal: appraise(scenario, protocol, project.models),
      warnings: listDocumentWarnings(scenario),
    };
  });
}

/** Begins a meeting with the same approval as `boardroom run`, and gives its name. */
export function startMeeting(
  { io, path, person, runningMeetings }: PlanningSetup,
  asked: AskedMeeting & z.infer<z.ZodObject<typeof consent>>,
): Promise<string> {
  return prepareMeeting(io, path, asked, async (prepared, flags) => {
    let output = "";
    const listening = {
      ...io,
      ask: undefined,
      stderr: { write: (text: string) => (output += text) },
    };
    const given = { ...flags, as: person, ...createPlanner(asked) };
    const { scenario } = asked;
    const approval = await requestRunApproval(listening, prepared, { scenario, flags: given });
    if ("exit" in approval)
      throw createUsageError(output.split("\n", 1).join(""), "Approve it on this page.");
    return runningMeetings.start({ prepared, ...approval }, given);
  });
}

/** The documents lie in a temporary folder as long as this takes. */
async function prepareMeeting<Done>(
  io: Io,
  path: string,
  { scenario, model, documents, isSubject }: AskedMeeting,
  work: (prepared: Prepared, flags: NewMeetingFlags) => Promise<Done>,
): Promise<Done> {
  const unnamed = documents.find(({ name }) => !isName(basename(name)));
  if (unnamed)
    throw createUsageError(
      `a document cannot be called ${JSON.stringify(unnamed.name)}`,
      "Rename the file.",
    );
  if (new Set(documents.map(({ name }) => basename(name))).size < documents.length)
    throw createUsageError("two documents have the same name");
  const folder = documents.length === 0 ? null : makeTemporaryFolder(path, ".dropped-");
  try {
    const files = documents.map(({ name, data }) => {
      const file = join(folder ?? path, basename(name));
      writeWhole(file, Buffer.from(data, "base64"));
      return file;
    });
    const [first, ...others] = files;
    const replaces = isSubject && first !== undefined;
    const flags: NewMeetingFlags = {
      model,
      ...(replaces ? { document: first, attach: others } : { attach: files }),
    };
    const quiet = { ...io, ask: undefined, stderr: { write: () => true } };
    const ready = await prepare(quiet, scenario, flags);
    requireSpeakers(io, ready);
    return await work(ready, flags);
  } catch (error) {
    if (folder === null || !(error instanceof BoardroomError)) throw error;
    const bare = (text = "") =>
      [folder, relative(io.cwd, folder)].reduce(
        (left, place) => left.replaceAll(`${place}/`, ""),
        text,
      );
    const named = ({ message, remedy, more }: Problem) => ({
      message: bare(message),
      remedy: bare(remedy),
      ...(more && { more }),
    });
    throw new BoardroomError(error.code, error.problems.map(named), { cause: error });
  } finally {
    if (folder !== null) removeFile(folder);
  }
}

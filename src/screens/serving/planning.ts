import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { appraise, needsApproval } from "../../engine/meeting/money/approval.ts";
import { mapGuess } from "../../engine/meeting/money/plan.ts";
import { BoardroomError } from "../../errors.ts";
import { approvalToRun } from "../../home/money/money.ts";
import { type Io, usage } from "../../home/process/io.ts";
import type { NewMeetingFlags } from "../../run/meetings.ts";
import { type Prepared, prepare, requireSpeakers } from "../../run/prepare/prepare.ts";
import { keysIn } from "../../run/prepare/warnings.ts";
import { listScenarios } from "../../scenario/loading/load.ts";
import type { StartChoice } from "../pages/start/start-page.tsx";
import type { PageMeeting } from "../web/asked.ts";
import type { Desk } from "../web/desk.ts";
import type { Holdings } from "./holdings.ts";

export type Planning = Pick<Desk, "plan" | "start">;

type PlanningSetup = {
  readonly io: Io;
  readonly path: string;
  readonly person: string;
  readonly holdings: Holdings;
};

/** Plans and begins meetings by the same checks, prices and consent as `boardroom run`. */
export function planningOf({ io, path, person, holdings }: PlanningSetup): Planning {
  return {
    plan: (asked) =>
      prepared(io, path, asked, async ({ scenario, protocol, outer }) => {
        const appraisal = appraise(scenario, protocol, outer.models);
        const { plans } = appraisal;
        const isKnown = plans.every(({ cost }) => cost !== null);
        const nothing = { low: 0, expected: 0, high: 0 };
        return {
          title: scenario.title,
          question: scenario.question,
          members: scenario.members.length,
          documents: scenario.documents.map(({ title }) => title),
          models: plans,
          cost: isKnown
            ? mapGuess((level) => plans.reduce((sum, { cost }) => sum + (cost ?? nothing)[level], 0))
            : null,
          needs: needsApproval(appraisal, null),
          needsReason: appraisal.tier === "necessity",
          warnings: keysIn(scenario),
        };
      }),
    start: ({ approve, because, ...asked }) =>
      prepared(io, path, asked, async (prepared, flags) => {
        let told = "";
        const listening = { ...io, ask: undefined, stderr: { write: (text: string) => (told += text) } };
        const given = {
          ...flags,
          as: person,
          ...(approve && { approve }),
          ...(because !== undefined && { because }),
        };
        const { scenario } = asked;
        const leave = await approvalToRun(listening, prepared, { scenario, flags: given });
        if ("exit" in leave) throw usage(told.split("\n", 1).join(""), "Agree to it on this page.");
        return holdings.start({ prepared, ...leave }, given);
      }),
  };
}

export async function scenariosFor(io: Io): Promise<readonly StartChoice[]> {
  const all = await listScenarios(io);
  return all.flatMap(({ name, title, problems }) =>
    problems.length > 0 ? [] : [{ name, title: title ?? name }],
  );
}

/** The documents lie in a temporary folder as long as this takes. */
async function prepared<Done>(
  io: Io,
  path: string,
  asked: PageMeeting,
  work: (prepared: Prepared, flags: NewMeetingFlags) => Promise<Done>,
): Promise<Done> {
  const { scenario, model, documents, isSubject } = asked;
  if (new Set(documents.map(({ name }) => basename(name))).size < documents.length)
    throw usage("two documents have the same name");
  const folder = documents.length === 0 ? null : await droppedFolder(path);
  try {
    const files = await Promise.all(
      documents.map(async ({ name, data }) => {
        const file = join(folder ?? path, basename(name));
        await writeFile(file, Buffer.from(data, "base64"), { mode: 0o600, flag: "wx" });
        return file;
      }),
    );
    const [first, ...others] = files;
    const replaces = isSubject && first !== undefined;
    const flags: NewMeetingFlags = {
      ...(model !== undefined && { model }),
      ...(replaces ? { document: first, attach: others } : { attach: files }),
    };
    const quiet = { ...io, ask: undefined, stderr: { write: () => true } };
    const ready = await prepare(quiet, scenario, flags);
    requireSpeakers(io, ready.scenario, ready.outer);
    return await work(ready, flags);
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

async function droppedFolder(path: string): Promise<string> {
  try {
    return await mkdtemp(join(path, ".dropped-"));
  } catch (cause) {
    const message = `documents cannot be kept in the folder (${(cause as NodeJS.ErrnoException).code})`;
    throw new BoardroomError("transcript-unwritable", { message }, { cause });
  }
}

/** Everything that the tools of agents can do with the meetings of one folder. */
import { stat } from "node:fs/promises";
import type { Act, Answer } from "../../engine/people/inbox.ts";
import { describeProblem } from "../../errors.ts";
import { createUsageError, type Io, print, redactSecrets } from "../../home/process/io.ts";
import { buildTable } from "../../home/records/outputs.ts";
import { recoverMemberPrompt } from "../../home/records/prompts.ts";
import { watchFolder } from "../../home/records/transcript-folder.ts";
import { findRefusal, isAnswerWaiting, writeAnswer } from "../../home/seats/inbox.ts";
import { findTokenRight, leaveSeat, takeSeat } from "../../home/seats/seat-store.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { createWallClock } from "../../home/spending/money.ts";
import { writeCheckedAct } from "../../run/answers.ts";
import { listPersonas, listScenarios } from "../../scenario/loading/load.ts";
import { createMeetingList } from "../../screens/web/list-lines.ts";
import { openMeetingRecords, type ReadMeeting } from "./records.ts";
import { openRoomService } from "./room-service.ts";
import { createRunService, type ServerLimits } from "./run-service.ts";

export type MeetingService = Awaited<ReturnType<typeof openMeetingService>>;

/** Everything that the tools can do. */
export async function openMeetingService(io: Io, folder: string, limits: ServerLimits) {
  if ((await stat(folder).catch(() => null))?.isDirectory() === false)
    throw createUsageError(
      "is not a folder",
      "Name the folder of the meetings. Boardroom creates it if it does not exist.",
      folder,
    );
  const { locate, readMeeting } = openMeetingRecords(folder);
  const { list } = createMeetingList(io, folder);
  const listMeetings = async () => (await list()).filter(({ of }) => of === undefined);
  const now = createWallClock(io);
  return {
    listMeetings,
    readMeeting,
    room: openRoomService(io, folder, { listMeetings, readMeeting }),
    ...createRunService(io, folder, limits),
    async list(
      what: "scenarios" | "personas" | "meetings",
    ): Promise<readonly Record<string, unknown>[]> {
      if (what === "scenarios")
        return (await listScenarios(io)).map(({ name, title, isPackaged, problems }) => ({
          name,
          title,
          isPackaged,
          problems: problems.map(describeProblem),
        }));
      if (what === "personas")
        return (await listPersonas(io)).map(({ id, persona, isPackaged }) => {
          const { name = null, title = null, expertise = [] } = persona ?? {};
          return { id, isPackaged, name, title, expertise };
        });
      return (await listMeetings()).map(({ status, ...line }) => ({ ...line, standing: status }));
    },
    watchChanges: (id: string) => watchFolder(locate(id)),
    writeAct: (id: string, act: Act) => writeCheckedAct(locate(id), id, act),
    table: buildTable,
    /** Receives internal errors, which agents do not see in full. */
    reportFault: (error: unknown) =>
      print(io.stderr, [
        redactSecrets(
          error instanceof Error ? (error.stack ?? error.message) : String(error),
          io.env,
        ),
      ]),
    join: (id: string, code: string, client: string) => takeSeat(locate(id), code, client, now()),
    withdraw: (id: string, seat: string) => leaveSeat(locate(id), seat, now()),
    findRight: (id: string, token: string) => findTokenRight(locate(id), token),
    async prompt({ events }: ReadMeeting, path: string) {
      const { project, protocols } = await loadCustomCode(io, await readSettings(io));
      return recoverMemberPrompt(events, path, project.models, protocols);
    },
    answer: (id: string, answer: Answer) => writeAnswer(locate(id), answer),
    /** An answer waits there unread. */
    isAnswered: (id: string, person: string, path: string) =>
      isAnswerWaiting(locate(id), person, path),
    findRefusal: (id: string, line: string) => findRefusal(locate(id), line),
  };
}

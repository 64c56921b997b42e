/** Everything that the tools of agents can do with the meetings of one folder. */
import { stat } from "node:fs/promises";
import type { Answer } from "../../engine/meeting/people/inbox.ts";
import { describeProblem } from "../../errors.ts";
import { wallClock } from "../../home/money/money.ts";
import { type Io, print, usage, withoutSecrets } from "../../home/process/io.ts";
import { tableOf } from "../../home/records/outputs.ts";
import { seatPrompt } from "../../home/records/prompts.ts";
import { isAnswerWaiting, refusalIn, writeAnswer } from "../../home/seats/inbox.ts";
import { leaveSeat, rightOf, takeSeat } from "../../home/seats/seat-store.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { listPersonas, listScenarios } from "../../scenario/loading/load.ts";
import { createMeetingList } from "../../screens/web/list-lines.ts";
import { meetingRecords, type ReadMeeting } from "./records.ts";
import { roomService } from "./room-service.ts";
import { runService } from "./run-service.ts";

export type MeetingService = Awaited<ReturnType<typeof meetingService>>;

type Listed = Readonly<Record<string, unknown>>;

/** Everything that the tools can do. `budget`: dollars that a person gave this server. */
export async function meetingService(io: Io, folder: string, budget: number) {
  if ((await stat(folder).catch(() => null))?.isDirectory() === false)
    throw usage(
      "is not a folder",
      "Name the folder of the meetings. Boardroom creates it if it does not exist.",
      folder,
    );
  const { placeOf, meeting } = meetingRecords(folder);
  const listed = createMeetingList(folder);
  const meetings = async () => (await listed()).filter(({ of }) => of === undefined);
  const room = roomService(io, folder, { meetings, meeting });
  const now = wallClock(io);
  const lists = {
    meetings: async () => (await meetings()).map(({ status, ...line }) => ({ ...line, standing: status })),
    scenarios: async () =>
      (await listScenarios(io)).map(({ name, title, isPackaged, problems }) => ({
        ...{ name, title, isPackaged },
        problems: problems.map(describeProblem),
      })),
    personas: async () =>
      (await listPersonas(io)).map(({ id, persona, isPackaged }) => ({
        ...{ id, isPackaged, name: persona?.name ?? null, title: persona?.title ?? null },
        expertise: persona?.expertise ?? [],
      })),
  };
  return {
    ...{ meetings, meeting, room },
    ...runService({ io, folder, placeOf, budget }),
    list: (what: keyof typeof lists): Promise<readonly Listed[]> => lists[what](),
    table: tableOf,
    /** Receives internal errors, which agents do not see in full. */
    fault: (error: unknown) =>
      print(io.stderr, [
        withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error), io.env),
      ]),
    join: (id: string, code: string, client: string) => takeSeat(placeOf(id), code, client, now()),
    withdraw: (id: string, seat: string) => leaveSeat(placeOf(id), seat, now()),
    right: (id: string, token: string) => rightOf(placeOf(id), token),
    async prompt({ events }: ReadMeeting, path: string) {
      const { project, protocols } = await withOwnCode(io, await readSettings(io));
      return seatPrompt(events, path, project.models, protocols);
    },
    answer: (id: string, answer: Answer) => writeAnswer(placeOf(id), answer),
    /** An answer waits there unread. */
    isAnswered: (id: string, person: string, path: string) => isAnswerWaiting(placeOf(id), person, path),
    refusal: (id: string, line: string) => refusalIn(placeOf(id), line),
  };
}

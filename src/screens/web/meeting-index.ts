/**
 * What the server offers of a folder of meetings: the list, live pages, reports, scenarios and
 * scripts.
 */

import { join } from "node:path";
import type { Hono } from "hono";
import { sortByPath } from "../../engine/transcript/path.ts";
import { type Io, redactSecrets } from "../../home/process/io.ts";
import { readBuiltText } from "../../scenario/files/package-files.ts";
import { listScenarios } from "../../scenario/loading/load.ts";
import { readRecord } from "../../showing/records.ts";
import { createSeatView } from "../../showing/watching/seat-view.ts";
import { sanitize } from "../../text/sanitize.ts";
import type { MeetingLine } from "../pages/list.tsx";
import type { RankingProgress } from "../pages/ranking-begun.tsx";
import { createMeetingPage, createReportPage, createStudyPage } from "../report-file.ts";
import { createMailbox, followMeeting, type Mailbox } from "./follow.ts";
import { createMeetingList } from "./list-lines.ts";
import type { RunningMeetings, ServedFolder } from "./running-meetings.ts";

const SCRIPTS: Readonly<Record<string, string>> = {
  "page.js": "screens/pages/assets/page.js",
  "live.js": "screens/web/client/live.js",
  "start.js": "screens/web/client/start.js",
};

type MeetingIndexSetup = {
  io: Io;
  folder: ServedFolder;
  person: string;
  runningMeetings: RunningMeetings | null;
};

export type MeetingIndex = ReturnType<typeof createMeetingIndex>;

/** What routes that change something are added with. `at`: the secret part of their addresses. */
export type RouteSetup = {
  app: Hono;
  at: string;
  index: MeetingIndex;
  runningMeetings: RunningMeetings;
};

export function createMeetingIndex({ io, folder, person, runningMeetings }: MeetingIndexSetup) {
  const { path, shown } = folder;
  const { list, find } = createMeetingList(io, path, person);
  const knows = async (id: string) => {
    const line = await find(id);
    return line !== null && line.of === undefined;
  };
  /** How far a ranking came that no process runs, if this server may continue it. */
  const findWhereRankingStopped = ({ of, status }: MeetingLine): string | null =>
    runningMeetings !== null && of === "ranking" && status.is === "suspended" ? status.why : null;
  const findProgress = (line: MeetingLine): RankingProgress | undefined => {
    const { of, status, failure = "" } = line;
    const isStopped = status.is === "suspended";
    if (of !== "ranking" || (!isStopped && status.is !== "held")) return;
    const isContinuable = findWhereRankingStopped(line) !== null;
    return { held: status.why ?? "", isStopped, isContinuable, failure };
  };
  const trays = new Map<string, Mailbox>();
  const openMailbox = (id: string) => {
    const mailbox = trays.get(id) ?? createMailbox(join(path, id));
    trays.set(id, mailbox);
    return mailbox;
  };
  return {
    io,
    path,
    shown,
    person,
    knows,
    openMailbox,
    list,
    follow: async (id: string) =>
      (await knows(id))
        ? followMeeting({
            id,
            path: join(path, id),
            shown: join(shown, id),
            person,
            runningMeetings,
            mailbox: openMailbox(id),
            stopped: io.stopSignal(),
          })
        : null,
    isGrowing: async (id: string) => {
      const line = await find(id);
      return line?.of !== undefined && line.status.is === "held";
    },
    /** A ranking that this server may continue. */
    stopped: async (id: string) => {
      const line = await find(id);
      const progress = line && findWhereRankingStopped(line);
      return line && progress ? { title: line.title, progress } : null;
    },
    report: async (id: string) => {
      const line = await find(id);
      if (!line) return null;
      if (line.of) return createStudyPage(join(path, id), "../../", findProgress(line));
      const { events, head } = await readRecord(join(path, id));
      return createReportPage(
        { events: createSeatView(person).events(sortByPath(events)), head },
        "../../",
      );
    },
    meetingOf: async (id: string, meeting: string) =>
      (await find(id))?.of === "ranking" ? createMeetingPage(join(path, id), meeting) : null,
    clean: (text: string) => redactSecrets(sanitize(text), io.env),
    async scenarios() {
      const sound = (await listScenarios(io)).filter(({ problems }) => problems.length === 0);
      return sound.map(({ name, title }) => ({ name, title: title ?? name }));
    },
    script: (name: string) =>
      Object.hasOwn(SCRIPTS, name) ? readBuiltText(SCRIPTS[name] ?? "") : null,
  };
}

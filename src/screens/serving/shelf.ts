import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inPathOrder } from "../../engine/transcript/path.ts";
import { type Io, withoutSecrets } from "../../home/process/io.ts";
import { builtFile } from "../../scenario/files/package-files.ts";
import { readRecord } from "../../showing/read-record.ts";
import { createSeatView } from "../../showing/watching/seat-view.ts";
import { sanitise } from "../../text/sanitise.ts";
import { reportFile } from "../report/report-file.ts";
import { studyFile } from "../report/study-file.ts";
import type { Shelf } from "../web/server.ts";
import { followMeeting } from "./follow-meeting.ts";
import type { Holdings, ServedFolder } from "./holdings.ts";
import { createMeetingList, studyLines } from "./meeting-lines.ts";
import { scenariosFor } from "./planning.ts";
import { createTray, type Tray } from "./tray.ts";

const ASSETS: Readonly<Record<string, string>> = {
  "page.css": "screens/pages/client/page.css",
  "page.js": "screens/pages/client/page.js",
  "live.js": "screens/web/client/live.js",
  "start.js": "screens/web/client/start.js",
};

type ShelfSetup = {
  readonly io: Io;
  readonly folder: ServedFolder;
  readonly person: string;
  readonly holdings: Holdings | null;
};

export function shelfOf({ io, folder, person, holdings }: ShelfSetup): Shelf & {
  readonly trayOf: (id: string) => Tray;
} {
  const { path, shown } = folder;
  const list = createMeetingList(path, person);
  const knows = async (id: string) => (await list()).some((line) => line.id === id);
  const trays = new Map<string, Tray>();
  const trayOf = (id: string) => {
    const tray = trays.get(id) ?? createTray();
    trays.set(id, tray);
    return tray;
  };
  return {
    folder: shown,
    list: async () => [...(await list()), ...(await studyLines(path))],
    knows,
    trayOf,
    follow: async (id) =>
      (await knows(id))
        ? followMeeting({
            id,
            path: join(path, id),
            shown: join(shown, id),
            person,
            holdings,
            tray: trayOf(id),
          })
        : null,
    report: async (id) => {
      const study = (await studyLines(path)).find((line) => line.id === id);
      if (study) return studyFile(join(path, id));
      if (!(await knows(id))) return null;
      const { events, head } = await readRecord(join(path, id));
      return reportFile({ events: createSeatView(person).events(inPathOrder(events)), head }, "../../");
    },
    clean: (text) => withoutSecrets(sanitise(text), io.env),
    scenarios: () => scenariosFor(io),
    asset: (name) => (Object.hasOwn(ASSETS, name) ? readFileSync(builtFile(ASSETS[name] ?? ""), "utf8") : null),
  };
}

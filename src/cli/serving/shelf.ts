import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "../../transcript/journal.ts";
import type { Shelf } from "../../web/server.ts";
import { reportFile } from "../report/report-file.ts";
import { followMeeting } from "./follow-meeting.ts";
import { createMeetingList } from "./meeting-lines.ts";

/** Style and scripts of the pages, and where they lie. */
const ASSETS: Readonly<Record<string, string>> = {
  "page.css": "../../pages/client/page.css",
  "page.js": "../../pages/client/page.js",
  "web.css": "../../web/client/web.css",
  "live.js": "../../web/client/live.js",
};

/** The meetings in a folder, of which names that it lists alone are known. */
export function shelfOf(shown: string, folder: string): Shelf {
  const list = createMeetingList(folder);
  const knows = async (id: string) => (await list()).some((line) => line.id === id);
  return {
    folder: shown,
    list,
    follow: async (id) => ((await knows(id)) ? followMeeting(id, join(folder, id)) : null),
    report: async (id) => ((await knows(id)) ? reportFile(readTranscript(join(folder, id)), []) : null),
    asset: (name) =>
      Object.hasOwn(ASSETS, name) ? readFileSync(new URL(ASSETS[name] ?? "", import.meta.url), "utf8") : null,
  };
}

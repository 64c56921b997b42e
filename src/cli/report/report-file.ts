import { readFileSync } from "node:fs";
import { type Assets, htmlFile } from "../../pages/html-file.tsx";
import { type Leavable, Report } from "../../pages/report.tsx";
import { createMeetingView } from "../../reports/meeting-view/meeting-view.ts";
import { inPathOrder } from "../../transcript/path.ts";
import { type Recorded, tableOf } from "../records/outputs.ts";
import { pageProcedureOf } from "../settings/protocols.ts";

/** One meeting as a page in one file. */
export function reportFile(recorded: Recorded, without: readonly Leavable[]): string {
  const { view, push } = createMeetingView(pageProcedureOf);
  for (const event of inPathOrder(recorded.events)) push(event);
  const table = tableOf(recorded);
  return htmlFile({ ...pageAssets(), title: table.scenario.title, body: Report({ view, table, without }) });
}

/** Style and script of a page: as a build has made them small, else as they are written. */
export function pageAssets(): Assets {
  return { style: asset("page.css"), script: asset("page.js") };
}

function asset(name: string): string {
  return readFileSync(new URL(`../../pages/client/${name}`, import.meta.url), "utf8").trim();
}

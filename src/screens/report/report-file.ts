import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { inPathOrder } from "../../engine/transcript/path.ts";
import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { writeWhole } from "../../home/process/write-file.ts";
import { type Recorded, tableOf } from "../../home/records/outputs.ts";
import { descriptionOf } from "../../home/settings/protocols.ts";
import { builtFile } from "../../scenario/files/package-files.ts";
import { comparable } from "../../showing/compare/several.ts";
import { createMeetingView, type MeetingView } from "../../showing/meeting-view.ts";
import { byStrength } from "../../showing/table/verdict-table.ts";
import { type Compared, Comparison } from "../pages/comparison.tsx";
import { type Assets, HTML_MARK, htmlFile } from "../pages/html.tsx";
import { Report } from "../pages/report.tsx";

export function reportFile(recorded: Recorded, home?: string): string {
  const view = viewOf(recorded);
  const table = tableOf(recorded);
  const body = Report({ view, table, home });
  return htmlFile({ ...pageAssets(), title: table.scenario.title, body });
}

export type ToCompare = { readonly recorded: Recorded; readonly report: string | null };

export function comparisonFile(meetings: readonly ToCompare[]): string {
  const known = new Map(meetings.map((each) => [tableOf(each.recorded), each]));
  const groups = comparable(byStrength([...known.keys()])).map((group) =>
    group.meetings.flatMap((table, index): Compared[] => {
      const of = known.get(table);
      if (!of) return [];
      return [{ view: viewOf(of.recorded), table, name: group.names[index] ?? "", report: of.report }];
    }),
  );
  const title = groups.map(([first]) => first?.table.scenario.title ?? "").join("; ");
  return htmlFile({ ...pageAssets(), title, body: Comparison({ groups }) });
}

function viewOf({ events }: Recorded): MeetingView {
  const { view, push } = createMeetingView(descriptionOf);
  for (const event of inPathOrder(events)) push(event);
  return view;
}

/** From a build the small ones, else as they are written. */
export function pageAssets(): Assets {
  return { style: asset("page.css"), script: asset("page.js") };
}

function asset(name: string): string {
  return readFileSync(builtFile(`screens/pages/client/${name}`), "utf8").trim();
}

/** Readable by its owner only. Replaces only a page that Boardroom wrote. */
export async function writePage(io: Pick<Io, "cwd">, file: string, html: string): Promise<void> {
  const beginning = await beginningOf(resolve(io.cwd, file));
  if (beginning !== null && beginning !== HTML_MARK)
    throw new BoardroomError("usage", {
      place: { file },
      message: "already exists and is not a page of Boardroom",
      remedy: "Name another file with --output.",
    });
  await writeWhole(io, file, html, { force: true });
}

async function beginningOf(path: string): Promise<string | null> {
  const file = await open(path, "r").catch(() => null);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HTML_MARK.length), 0, HTML_MARK.length, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } catch {
    return "";
  } finally {
    await file.close();
  }
}

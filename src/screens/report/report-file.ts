import { readFileSync } from "node:fs";
import { inPathOrder } from "../../engine/transcript/path.ts";
import { type Recorded, tableOf } from "../../home/records/outputs.ts";
import { tellingOf } from "../../home/settings/protocols.ts";
import { builtFile } from "../../scenario/files/package-files.ts";
import { comparable } from "../../showing/compare/cross-table.ts";
import type { CandidateRanking } from "../../showing/compare/ranking.ts";
import { createMeetingView, type MeetingView } from "../../showing/meeting-view.ts";
import { byStrength } from "../../showing/table/verdict-table.ts";
import type { Compared } from "../pages/compare/compared.ts";
import { Comparison } from "../pages/compare/comparison.tsx";
import { type Assets, htmlFile } from "../pages/html-file.tsx";
import { Report } from "../pages/report.tsx";

export function reportFile(recorded: Recorded, home?: string): string {
  const view = viewOf(recorded);
  const table = tableOf(recorded);
  const body = Report({ view, table, home });
  return htmlFile({ ...pageAssets(), title: table.scenario.title, body });
}

export type ToCompare = { readonly recorded: Recorded; readonly report: string | null };

type ComparedHow = {
  readonly ranking?: CandidateRanking | undefined;
};

export function comparisonFile(meetings: readonly ToCompare[], { ranking }: ComparedHow = {}): string {
  const known = new Map(meetings.map((each) => [tableOf(each.recorded), each]));
  const groups = comparable(byStrength([...known.keys()])).map((group) =>
    group.meetings.flatMap((table, index): Compared[] => {
      const of = known.get(table);
      if (!of) return [];
      return [{ view: viewOf(of.recorded), table, name: group.names[index] ?? "", report: of.report }];
    }),
  );
  const title = groups.map(([first]) => first?.table.scenario.title ?? "").join("; ");
  return htmlFile({ ...pageAssets(), title, body: Comparison({ groups, ranking }) });
}

function viewOf({ events }: Recorded): MeetingView {
  const { view, push } = createMeetingView(tellingOf);
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

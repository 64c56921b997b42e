import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { JOURNAL_FILE, STUDY_FILE } from "../engine/transcript/journal-file.ts";
import { sortByPath } from "../engine/transcript/path.ts";
import { BoardroomError } from "../errors.ts";
import { readBeginning, writeWhole } from "../files.ts";
import { draw, type Io, print } from "../home/process/io.ts";
import { buildTable, type Recorded } from "../home/records/outputs.ts";
import { findDescription } from "../home/settings/protocols.ts";
import {
  type CandidateRanking,
  rankingMarkdown,
  rankingOf,
  rankingText,
} from "../showing/compare/ranking.ts";
import { comparable, crossMarkdown } from "../showing/compare/several.ts";
import { createMeetingView, type MeetingView } from "../showing/meeting-view.ts";
import type { TextOptions } from "../showing/palette.ts";
import { readRecord } from "../showing/records.ts";
import { byStrength } from "../showing/verdict-table.ts";
import { reportOf } from "../studies/report/report.ts";
import { readStudy } from "../studies/results.ts";
import type { ResultRow } from "../studies/study.ts";
import { heading, line } from "../text/article.ts";
import { printMarkdown } from "../text/markdown.ts";
import { type Compared, Comparison } from "./pages/comparison.tsx";
import { HTML_MARK, htmlFile } from "./pages/html.tsx";
import { linkTo } from "./pages/link.ts";
import { RankingPage } from "./pages/ranking.tsx";
import { Report } from "./pages/report.tsx";
import { StudyPage } from "./pages/study-page.tsx";

export function reportFile(recorded: Recorded, home?: string): string {
  const view = viewOf(recorded);
  const table = buildTable(recorded);
  const body = Report({ view, table, home });
  return htmlFile({ title: table.scenario.title, body });
}

export type ToCompare = { recorded: Recorded; report: string | null };

export function comparisonFile(meetings: readonly ToCompare[]): string {
  const known = new Map(meetings.map((each) => [buildTable(each.recorded), each]));
  const groups = comparable(byStrength([...known.keys()])).map((group) =>
    group.meetings.flatMap((table, index): Compared[] => {
      const of = known.get(table);
      if (!of) return [];
      return [
        { view: viewOf(of.recorded), table, name: group.names[index] ?? "", report: of.report },
      ];
    }),
  );
  const title = groups.map(([first]) => first?.table.scenario.title ?? "").join("; ");
  return htmlFile({ title, body: Comparison({ groups }) });
}

function viewOf({ events }: Recorded): MeetingView {
  const { view, push } = createMeetingView(findDescription);
  for (const event of sortByPath(events)) push(event);
  return view;
}

/** Readable by its owner only. Replaces only a page that Boardroom wrote. */
export function writePage(io: Pick<Io, "cwd">, file: string, html: string): void {
  const path = resolve(io.cwd, file);
  if (existsSync(path) && readBeginning(path, HTML_MARK.length) !== HTML_MARK)
    throw new BoardroomError("usage", {
      place: { file },
      message: "already exists and is not a page of Boardroom",
      remedy: "Name another file with --output.",
    });
  writeWhole(path, html, { isReplaced: true });
}

export const RANKING_FILES: readonly string[] = ["candidates.md", "report.html"];

type ClosedOver = Pick<ResultRow, "arm" | "seed" | "path"> & { recorded: Recorded };

export async function describeRanking(io: Io, folder: string, style: TextOptions) {
  const closed = await closedIn(resolve(io.cwd, folder));
  const ranking = rankingFrom(closed);
  if (closed.length === 0) return { order: ranking.order, closed: 0 };
  draw(io.stdout, rankingText(ranking, style));
  const tables = closed.map(({ recorded }) => buildTable(recorded));
  const head = [
    heading(1, "Candidates"),
    ...(tables[0] ? [line(tables[0].scenario.question)] : []),
    ...rankingMarkdown(ranking),
  ];
  const [text, page] = RANKING_FILES.map((name) => join(folder, name)) as [string, string];
  writeWhole(resolve(io.cwd, text), `${printMarkdown(head)}\n${crossMarkdown(tables)}`, {
    isReplaced: true,
  });
  writePage(io, page, rankingFile(closed));
  writeMeetings(io, folder, closed);
  print(
    io.stderr,
    [text, page].map((file) => `  ${file}`),
  );
  return { order: ranking.order, closed: closed.length };
}

function writeMeetings(io: Io, folder: string, closed: readonly ClosedOver[]): void {
  for (const { path, recorded } of closed) {
    const file = join(folder, path, "report.html");
    if (!existsSync(resolve(io.cwd, file))) writePage(io, file, reportFile(recorded));
  }
}

export function isStudyFolder(folder: string): boolean {
  return existsSync(join(folder, STUDY_FILE));
}

type Links = { folder?: string; home?: string };

/** The page of a study, or of a ranking, which is a study too. `links`: where the page finds its folder and the list. */
export async function studyFile(folder: string, links: Links): Promise<string> {
  const record = readStudy(folder);
  if (record.study.ranking) return rankingFile(await closedIn(folder), links);
  const report = await reportOf(record);
  return htmlFile({ title: report.title, body: StudyPage({ report, home: links.home }) });
}

/** Writes the page of a study, and of a ranking also the reports that it links to. */
export async function writeStudy(io: Io, folder: string, file: string): Promise<void> {
  const path = resolve(io.cwd, folder);
  const shown = relative(dirname(resolve(io.cwd, file)), path);
  const inLink = linkTo(shown);
  writePage(io, file, await studyFile(path, { folder: inLink === "" ? "" : `${inLink}/` }));
  if (readStudy(path).study.ranking) writeMeetings(io, folder, await closedIn(path));
}

export async function meetingFile(folder: string, path: string): Promise<string | null> {
  const found = (await closedIn(folder)).find((each) => each.path === path);
  return found ? reportFile(found.recorded, "../".repeat(path.split("/").length + 2)) : null;
}

/** What a ranking comes to: its chip and its sentences. */
export async function readRanking(folder: string): Promise<readonly string[]> {
  const { chip, sentences } = rankingFrom(await closedIn(folder)).headline;
  return [chip, ...sentences];
}

function rankingFile(closed: readonly ClosedOver[], { folder = "", home }: Links = {}): string {
  const tables = closed.map(({ recorded }) => buildTable(recorded));
  const title = tables[0]?.scenario.title ?? "";
  const body = RankingPage({ tables, ranking: rankingFrom(closed), folder, home });
  return htmlFile({ title, body });
}

async function closedIn(folder: string): Promise<readonly ClosedOver[]> {
  const { study, rows } = readStudy(folder);
  const closed: ClosedOver[] = [];
  for await (const { arm, seed, status, path } of rows())
    if (status === "closed" && existsSync(join(folder, path, JOURNAL_FILE)))
      closed.push({ arm, seed, path, recorded: await readRecord(join(folder, path)) });
  const at = ({ arm }: ClosedOver) => study.arms.findIndex(({ name }) => name === arm);
  return closed.toSorted((a, b) => a.seed - b.seed || at(a) - at(b));
}

function rankingFrom(closed: readonly ClosedOver[]): CandidateRanking {
  const meetings = closed.map(({ arm, path, recorded }) => ({
    arm,
    path,
    table: buildTable(recorded),
    state: foldTranscript(recorded.events),
  }));
  const armsOf = (title: string | undefined) =>
    new Set(meetings.flatMap(({ arm, table }) => (table.subject?.title === title ? [arm] : [])));
  return rankingOf(
    meetings.map(({ arm, path, table, state }) => {
      const title = table.subject?.title;
      return {
        path,
        table,
        state,
        candidate: title !== undefined && armsOf(title).size === 1 ? title : arm,
      };
    }),
  );
}

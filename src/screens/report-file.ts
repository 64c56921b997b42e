/** Reads meetings, rankings and studies, and writes their pages as files. Commands and the web server call it. */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { isStudyFolder, JOURNAL_FILE } from "../engine/transcript/journal-file.ts";
import { sortByPath } from "../engine/transcript/path.ts";
import { formatAnswer } from "../engine/words/figures.ts";
import { readBeginning, writeWhole } from "../files.ts";
import { createUsageError, draw, type Io, print } from "../home/process/io.ts";
import { buildTable, type Recorded } from "../home/records/outputs.ts";
import { findDescription } from "../home/settings/protocols.ts";
import { answerByOptions } from "../showing/cast.ts";
import {
  type CandidateRanking,
  createRanking,
  createRankingArticle,
  createReasonsArticle,
} from "../showing/compare/ranking.ts";
import { crossMarkdown } from "../showing/compare/several.ts";
import { createMeetingView, type MeetingView } from "../showing/meeting-view.ts";
import type { TextOptions } from "../showing/palette.ts";
import { printTerminal } from "../showing/print-terminal.ts";
import { readRecord } from "../showing/records.ts";
import type { VerdictTable } from "../showing/verdict-schema.ts";
import { createReport } from "../studies/report/report.ts";
import { readStudy, type StudyRecord } from "../studies/results.ts";
import type { ResultRow } from "../studies/study.ts";
import { type Article, heading, line } from "../text/article.ts";
import { formatCommand } from "../text/command-line.ts";
import { printMarkdown } from "../text/markdown.ts";
import { HTML_MARK, printHtmlFile } from "./pages/html.tsx";
import { RankingPage, type RankingPageProps } from "./pages/ranking.tsx";
import { RankingBegun, type RankingProgress } from "./pages/ranking-begun.tsx";
import { Report } from "./pages/report.tsx";
import { StudyPage } from "./pages/study-page.tsx";

export function createReportPage(recorded: Recorded, home?: string): string {
  const view = createView(recorded);
  const table = buildTable(recorded);
  const answer = formatAnswer(answerByOptions(view.options, table.outcome));
  const body = Report({ view, table, home });
  return printHtmlFile({ title: `${answer}: ${table.scenario.question}`, body });
}

function createView({ events }: Recorded): MeetingView {
  const { view, push } = createMeetingView(findDescription);
  for (const event of sortByPath(events)) push(event);
  return view;
}

/** Readable by its owner only. Replaces only a page that Boardroom wrote. */
export function writePage(io: Io, file: string, html: string): void {
  const path = resolve(io.cwd, file);
  if (existsSync(path) && readBeginning(path, HTML_MARK.length) !== HTML_MARK)
    throw createUsageError(
      "already exists and is not a page of Boardroom",
      "Name another file with --output.",
      file,
    );
  writeWhole(path, html, { isReplaced: true });
}

export const RANKING_FILES: readonly string[] = ["candidates.md", "report.html"];

type ClosedOver = Pick<ResultRow, "arm" | "seed" | "path"> & { recorded: Recorded };

export type RankingRecord = {
  closed: readonly ClosedOver[];
  ranking: CandidateRanking;
  tables: readonly VerdictTable[];
  /** The result, and what it rests on. */
  result: Article;
  reasons: Article;
  /** `candidates.md`. */
  markdown: string;
};

/** Null if the folder has no ranking. */
export async function findRanking(folder: string): Promise<RankingRecord | null> {
  return isStudyFolder(folder) && readStudy(folder).study.ranking ? readRanked(folder) : null;
}

async function readRanked(folder: string): Promise<RankingRecord> {
  const closed = await readClosed(folder);
  const ranking = rankClosed(closed, readStudy(folder).study.arms);
  const tables = closed.map(({ recorded }) => buildTable(recorded));
  const result = createRankingArticle(ranking);
  const reasons = createReasonsArticle(ranking);
  const title = heading(1, "Candidates");
  const question = tables.slice(0, 1).map(({ scenario }) => line(scenario.question));
  const whole = printMarkdown([title, ...question, ...result, ...reasons]);
  return {
    closed,
    ranking,
    tables,
    result,
    reasons,
    markdown: `${whole}\n${crossMarkdown(tables)}`,
  };
}

/** Prints the result and writes the files of a ranking. */
export async function describeRanking(io: Io, folder: string, style: TextOptions) {
  const { tables, closed, ranking, result, markdown } = await readRanked(resolve(io.cwd, folder));
  if (closed.length === 0) return { order: ranking.order, closed: 0 };
  draw(io.stdout, printTerminal(result, style));
  const [text, page] = RANKING_FILES.map((name) => join(folder, name)) as [string, string];
  writeWhole(resolve(io.cwd, text), markdown, { isReplaced: true });
  writePage(io, page, createRankingPage({ tables, ranking }));
  print(io.stderr, [
    ...[text, page].map((file) => `  ${file}`),
    `Reasons and quotes: ${formatCommand(["show", folder])}`,
  ]);
  return { order: ranking.order, closed: closed.length };
}

/**
 * The page of a study or of a ranking.
 *
 * @param home Address of a server's list; without it the page has no links.
 * @param progress How far a ranking is that is not whole.
 */
export async function createStudyPage(
  folder: string,
  home?: string,
  progress?: RankingProgress,
): Promise<string> {
  const record = readStudy(folder);
  const { title, ranking, arms, seeds, scenarios } = record.study;
  const ranked = ranking ? await readRanked(folder) : null;
  if (ranked && ranked.closed.length > 0) return createRankingPage({ ...ranked, home, progress });
  if (ranking) {
    const question = scenarios[0]?.question ?? title;
    const meetings = arms.length * seeds.length;
    return printHtmlFile({ title, body: RankingBegun({ question, meetings, home, progress }) });
  }
  const report = await createReport(record);
  return printHtmlFile({ title: report.title, body: StudyPage({ report, home }) });
}

export async function createMeetingPage(folder: string, path: string): Promise<string | null> {
  const found = (await readClosed(folder)).find((each) => each.path === path);
  return found ? createReportPage(found.recorded, "../".repeat(path.split("/").length + 2)) : null;
}

function createRankingPage({ tables, ranking, home, progress }: RankingPageProps): string {
  const title = `${ranking.headline.chip}: ${tables[0]?.scenario.question}`;
  return printHtmlFile({ title, body: RankingPage({ tables, ranking, home, progress }) });
}

async function readClosed(folder: string): Promise<readonly ClosedOver[]> {
  const { study, rows } = readStudy(folder);
  const closed: ClosedOver[] = [];
  for await (const { arm, seed, status, path } of rows())
    if (status === "closed" && existsSync(join(folder, path, JOURNAL_FILE)))
      closed.push({ arm, seed, path, recorded: await readRecord(join(folder, path)) });
  const findArm = ({ arm }: ClosedOver) => study.arms.findIndex(({ name }) => name === arm);
  return closed.toSorted((a, b) => a.seed - b.seed || findArm(a) - findArm(b));
}

function rankClosed(
  closed: readonly ClosedOver[],
  arms: StudyRecord["study"]["arms"],
): CandidateRanking {
  const meetings = closed.map(({ arm, path, recorded }) => ({
    arm,
    path,
    table: buildTable(recorded),
    state: foldTranscript(recorded.events),
  }));
  const listArms = (title: string | undefined) =>
    new Set(meetings.flatMap(({ arm, table }) => (table.subject?.title === title ? [arm] : [])));
  const ranked = meetings.map(({ arm, path, table, state }) => {
    const title = table.subject?.title;
    const candidate = title !== undefined && listArms(title).size === 1 ? title : arm;
    return { path, table, state, candidate };
  });
  const unjudged = arms.flatMap(({ name }) =>
    closed.some(({ arm }) => arm === name) ? [] : [name],
  );
  return createRanking(ranked, unjudged);
}

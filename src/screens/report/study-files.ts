import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { draw, type Io, print } from "../../home/process/io.ts";
import { writeWhole } from "../../home/process/write-file.ts";
import { STUDY_FILE } from "../../home/records/find-transcripts.ts";
import { type Recorded, tableOf } from "../../home/records/outputs.ts";
import type { CandidateOrder } from "../../showing/compare/candidates.ts";
import {
  type CandidateRanking,
  placeInWords,
  rankingMarkdown,
  rankingOf,
  rankingText,
} from "../../showing/compare/ranking.ts";
import { crossMarkdown } from "../../showing/compare/several.ts";
import { readRecord } from "../../showing/files/records.ts";
import type { TextOptions } from "../../showing/palette.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { reportOf } from "../../studies/report/report.ts";
import { readStudy } from "../../studies/results.ts";
import type { ResultRow } from "../../studies/study.ts";
import { document, heading, line } from "../../text/markdown.ts";
import { htmlFile } from "../pages/html.tsx";
import { RankingPage } from "../pages/ranking.tsx";
import { StudyPage } from "../pages/study-page.tsx";
import { pageAssets, writePage } from "./report-file.ts";

const RANKING_FILES: readonly string[] = ["candidates.md", "report.html"];

type ClosedOver = Pick<ResultRow, "arm" | "seed"> & { readonly recorded: Recorded };

export async function describeRanking(io: Io, folder: string, style: TextOptions) {
  const closed = await closedIn(resolve(io.cwd, folder));
  const ranking = rankingFrom(closed);
  if (closed.length === 0) return { order: ranking.order, closed: 0 };
  draw(io.stdout, rankingText(ranking, style));
  const tables = closed.map(({ recorded }) => tableOf(recorded));
  const head = [
    heading(1, "Candidates"),
    ...(tables[0] ? [line(tables[0].scenario.question)] : []),
    ...rankingMarkdown(ranking),
  ];
  const [text, page] = RANKING_FILES.map((name) => join(folder, name)) as [string, string];
  await writeWhole(io, text, `${document(head)}\n${crossMarkdown(tables)}`, { force: true });
  await writePage(io, page, pageOf(tables, ranking));
  print(
    io.stderr,
    [text, page].map((file) => `  ${file}`),
  );
  return { order: ranking.order, closed: closed.length };
}

export function isStudyFolder(folder: string): boolean {
  return existsSync(join(folder, STUDY_FILE));
}

/** Transcripts that are read of each arm, for talk and evidence. */
const TRANSCRIPTS = 200;

/** The page of a study, or of a ranking, which is a study too. */
export async function studyFile(folder: string): Promise<string> {
  const record = readStudy(folder);
  if (record.study.ranking) {
    const closed = await closedIn(folder);
    return pageOf(
      closed.map(({ recorded }) => tableOf(recorded)),
      rankingFrom(closed),
    );
  }
  const report = await reportOf(record, { transcripts: TRANSCRIPTS });
  return htmlFile({ ...pageAssets(), title: report.title, body: StudyPage({ report }) });
}

/** What a ranking comes to: its chip and its sentences. */
export async function readRanking(folder: string): Promise<readonly string[]> {
  const { chip, sentences } = rankingFrom(await closedIn(folder)).headline;
  return [chip, ...sentences];
}

function pageOf(tables: readonly VerdictTable[], ranking: CandidateRanking): string {
  const title = tables[0]?.scenario.title ?? "";
  return htmlFile({ ...pageAssets(), title, body: RankingPage({ tables, ranking }) });
}

/** The meetings of a ranking that are closed and not erased, seed by seed. */
async function closedIn(folder: string): Promise<readonly ClosedOver[]> {
  const { study, rows } = readStudy(folder);
  const closed: ClosedOver[] = [];
  for await (const { arm, seed, status, path } of rows())
    if (status === "closed" && existsSync(join(folder, path, JOURNAL_FILE)))
      closed.push({ arm, seed, recorded: await readRecord(join(folder, path)) });
  const at = ({ arm }: ClosedOver) => study.arms.findIndex(({ name }) => name === arm);
  return closed.toSorted((a, b) => a.seed - b.seed || at(a) - at(b));
}

function rankingFrom(closed: readonly ClosedOver[]): CandidateRanking {
  const meetings = closed.map(({ arm, recorded }) => ({
    arm,
    table: tableOf(recorded),
    state: foldTranscript(recorded.events),
  }));
  const armsOf = (title: string | undefined) =>
    new Set(meetings.flatMap(({ arm, table }) => (table.subject?.title === title ? [arm] : [])));
  return rankingOf(
    meetings.map(({ arm, table, state }) => {
      const title = table.subject?.title;
      return { table, state, candidate: title !== undefined && armsOf(title).size === 1 ? title : arm };
    }),
  );
}

export function orderInLine({ ranked, unread }: CandidateOrder): string {
  const places = ranked.map((each) => `${placeInWords(each)} ${each.candidate}`);
  const without = unread.map(({ candidate }) => candidate);
  return [
    `Candidates: ${places.join(", ") || "none ranked"}`,
    ...(without.length > 0 ? [`not ranked: ${without.join(", ")}`] : []),
  ].join("; ");
}

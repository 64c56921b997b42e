import { existsSync } from "node:fs";
import { join } from "node:path";
import { STUDY_FILE } from "../../home/records/find-transcripts.ts";
import { reportOf } from "../../studies/report/report.ts";
import { readStudy } from "../../studies/results.ts";
import { htmlFile } from "../pages/html-file.tsx";
import { StudyPage } from "../pages/study/study-page.tsx";
import { rankingPage } from "./ranking-report.ts";
import { pageAssets } from "./report-file.ts";

/** Transcripts that are read of each arm, for talk and evidence. */
const TRANSCRIPTS = 200;

export function isStudyFolder(folder: string): boolean {
  return existsSync(join(folder, STUDY_FILE));
}

export async function studyFile(folder: string): Promise<string> {
  const record = readStudy(folder);
  if (record.study.ranking) return rankingPage(folder);
  const report = await reportOf(record, { transcripts: TRANSCRIPTS });
  return htmlFile({ ...pageAssets(), title: report.title, body: StudyPage({ report }) });
}

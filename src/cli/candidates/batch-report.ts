import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { crossMarkdown } from "../../reports/compare/cross-table.ts";
import {
  type CandidateRanking,
  type ComparedFinalists,
  rankingMarkdown,
  rankingOf,
} from "../../reports/compare/ranking.ts";
import { rankingWords } from "../../reports/compare/ranking-words.ts";
import { readRecord } from "../../reports/read-record.ts";
import { document, heading, line } from "../../text/markdown.ts";
import { foldTranscript } from "../../transcript/folding/fold.ts";
import { JOURNAL_FILE } from "../../transcript/journal-file.ts";
import { tableOf } from "../records/outputs.ts";
import { comparisonFile } from "../report/report-file.ts";
import { writePage } from "../report/write-page.ts";
import type { Io } from "../terminal/io.ts";
import { writeWhole } from "../terminal/write-file.ts";
import { type CandidateBatch, readBatch } from "./batch-file.ts";
import { meaningOfChoice } from "./comparison.ts";
import { type HeldBatch, heldOf, meetingsOf } from "./hold-all.ts";

/** Where the finalists' meeting lies in the folder of a batch. */
export function comparisonIn(folder: string): string {
  return join(folder, "comparison", "meeting");
}

/** What was held over the candidates of a folder, in order, with the finalists' comparison where there was one. */
export async function rankingIn(
  io: Pick<Io, "cwd">,
  folder: string,
  { batch, held }: BatchHeld,
): Promise<CandidateRanking> {
  return rankingOf(
    held.closed.map(({ candidate, recorded }) => ({
      candidate: candidate.name,
      table: tableOf(recorded),
    })),
    await comparedIn(io, folder, batch),
  );
}

type BatchHeld = {
  readonly batch: CandidateBatch;
  readonly held: Pick<HeldBatch, "closed">;
};

async function comparedIn(
  { cwd }: Pick<Io, "cwd">,
  folder: string,
  { candidates }: CandidateBatch,
): Promise<ComparedFinalists | null> {
  const path = resolve(cwd, comparisonIn(folder));
  if (!existsSync(join(path, JOURNAL_FILE))) return null;
  const recorded = await readRecord(path);
  if (recorded.events.at(-1)?.type !== "meeting.closed") return null;
  const table = tableOf(recorded);
  const { verdicts } = foldTranscript(recorded.events).scenario;
  const meaning = verdicts.find(({ id }) => id === table.outcome?.option)?.meaning;
  const chosen = candidates.find(({ name }) => meaning === meaningOfChoice(name))?.name ?? null;
  return { table, chosen };
}

/** Writes the table as Markdown and the report across all candidates; their paths. */
export async function writeBatchFiles(
  io: Pick<Io, "cwd">,
  folder: string,
  { held: { closed }, ranking }: Pick<BatchHeld, "held"> & { readonly ranking: CandidateRanking },
): Promise<readonly string[]> {
  if (closed.length === 0) return [];
  const tables = closed.map(({ recorded }) => tableOf(recorded));
  const text = join(folder, "candidates.md");
  const head = [
    heading(1, rankingWords.heading),
    ...(tables[0] ? [line(tables[0].scenario.question)] : []),
    ...rankingMarkdown(ranking),
  ];
  await writeWhole(io, text, `${document(head)}\n${crossMarkdown(tables)}`, { force: true });
  return [text, await writeBatchPage(io, join(folder, "report.html"), { closed, ranking })];
}

async function writeBatchPage(
  io: Pick<Io, "cwd">,
  page: string,
  { closed, ranking }: Pick<HeldBatch, "closed"> & { readonly ranking: CandidateRanking },
): Promise<string> {
  const meetings = closed.map(({ recorded }) => ({ recorded, report: null }));
  await writePage(io, page, comparisonFile(meetings, { ranking }));
  return page;
}

/** `boardroom report` of such a folder: the page over all its candidates; its path. */
export async function reportBatch(io: Pick<Io, "cwd">, folder: string, html?: string): Promise<string> {
  const batch = readBatch(io, folder);
  const held = await heldOf(io, meetingsOf(folder, batch));
  const ranking = await rankingIn(io, folder, { batch, held });
  return writeBatchPage(io, html ?? join(folder, "report.html"), { ...held, ranking });
}

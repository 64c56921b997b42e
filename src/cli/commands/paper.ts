import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { askModel } from "../../home/money/ask-model.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print, printText } from "../../home/process/io.ts";
import { writeWhole } from "../../home/process/write-file.ts";
import { type Recorded, tableOf } from "../../home/records/outputs.ts";
import { withOwnCode } from "../../home/settings/own-code.ts";
import { priorOf } from "../../home/settings/protocols.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { readRecord } from "../../showing/files/records.ts";
import { decisionPaper, PAPER_NAMES } from "../../showing/papers/papers.ts";
import {
  type DecisionRecord,
  type DraftedSummary,
  decisionRecord,
  draftedSummary,
  summaryRequest,
} from "../../showing/papers/record.ts";
import { verdictsCsv, verdictsJson } from "../../showing/table/renderers.ts";
import type { APPROVAL_FLAGS, CALL_FLAGS, SharedFlags } from "../terminal/flags.ts";

export const PAPERS = [...PAPER_NAMES, "json", "csv"] as const;
export type Paper = (typeof PAPERS)[number];

type PaperFlags = SharedFlags<
  "model" | "outputFile" | "force" | (typeof CALL_FLAGS)[number] | (typeof APPROVAL_FLAGS)[number]
>;

/** Writes a decision record of one meeting. Resolves with the exit code. */
export async function writePaper(io: Io, folder: string, paper: Paper, flags: PaperFlags): Promise<number> {
  const recorded = await readRecord(resolve(io.cwd, folder));
  const state = foldTranscript(recorded.events);
  const record = decisionRecord(recorded, state, tableOf(recorded), priorOf(state));
  const drafted =
    flags.model === undefined ? undefined : await draftedBy(io, flags.model, { recorded, record, flags });
  if (drafted === null) return EXIT.waiting;
  const text =
    paper === "json"
      ? verdictsJson([record.table])
      : paper === "csv"
        ? verdictsCsv([record.table])
        : decisionPaper(paper, record, drafted);
  if (flags.output === undefined) printText(io.stdout, text);
  else {
    await folderOf(io, flags.output);
    await writeWhole(io, flags.output, text, { force: flags.force });
    print(io.stderr, [`Written: ${flags.output}`]);
  }
  return EXIT.decided;
}

async function folderOf({ cwd }: Pick<Io, "cwd">, file: string): Promise<void> {
  await mkdir(dirname(resolve(cwd, file)), { recursive: true }).catch(() => {});
}

const MOST_OUTPUT = 3_000;
const USUAL = 600;

type ToSumUp = { readonly recorded: Recorded; readonly record: DecisionRecord; readonly flags: PaperFlags };

async function draftedBy(
  io: Io,
  spec: string,
  { recorded, record, flags }: ToSumUp,
): Promise<DraftedSummary | null> {
  const { outer } = await withOwnCode(io, await readSettings(io));
  const answered = await askModel(io, {
    ...{ spec, outer, flags, scenario: record.state.scenario, most: MOST_OUTPUT, expected: USUAL },
    request: summaryRequest(record, recorded.events, MOST_OUTPUT),
    wording: {
      ...{ does: "Drafting a summary", is: "summary", done: "drafted" },
      without: "Remove --model: the document then contains only what members said.",
    },
  });
  if (answered === null) return null;
  const drafted = draftedSummary(answered.answer.text, recorded.events, spec);
  const note = drafted
    ? drafted.dropped > 0
      ? `${drafted.dropped} drafted ${drafted.dropped === 1 ? "sentence was" : "sentences were"} dropped: no turn of this meeting supports what was drafted.`
      : null
    : `${spec} drafted nothing that can be read; the record is without a summary.`;
  if (note !== null) print(io.stderr, [note]);
  return drafted?.summary ?? { by: spec, sentences: [] };
}

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type CandidateOrder,
  candidateRows,
  orderInWords,
  orderMarkdown,
  rankCandidates,
} from "../../reports/compare/candidates.ts";
import { crossMarkdown, crossTable } from "../../reports/compare/cross-table.ts";
import { document, heading, line } from "../../text/markdown.ts";
import { wrap } from "../../text/wrap.ts";
import { readTranscript } from "../../transcript/journal.ts";
import { JOURNAL_FILE } from "../../transcript/journal-file.ts";
import { resume } from "../holding/go-on.ts";
import { type RunFlags, run } from "../holding/hold-new.ts";
import type { Prepared } from "../preparing/prepare.ts";
import { tableOf } from "../records/outputs.ts";
import { comparisonFile } from "../report/report-file.ts";
import { writePage } from "../report/write-page.ts";
import { shownAs } from "../settings/language.ts";
import { aligned } from "../terminal/aligned.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { draw, type Io, print } from "../terminal/io.ts";
import { styleOf, terminalWidth } from "../terminal/style.ts";
import { writeWhole } from "../terminal/write-file.ts";
import type { BatchCandidate, CandidateBatch } from "./batch-file.ts";
import { writeComparison } from "./comparison.ts";
import { type HeldBatch, holdAll, meetingsOf } from "./hold-all.ts";

type Concluded = {
  readonly folder: string;
  readonly batch: CandidateBatch;
  readonly prepared: Prepared;
  readonly flags: RunFlags;
  readonly atOnce?: number | undefined;
};

/** Meetings at a time where nobody says. */
const AT_ONCE = 4;
const FEWEST_FINALISTS = 2;
const MOST_FINALISTS = 4;

/** Holds what is not held yet, tells the order and writes it down; with --rank, has the finalists compared. */
export async function concludeBatch(io: Io, concluded: Concluded): Promise<number> {
  const { folder, batch, prepared, flags, atOnce = AT_ONCE } = concluded;
  const held = await holdAll(io, {
    meetings: meetingsOf(folder, batch),
    scenario: batch.scenario,
    flags: {
      ...flags,
      notify: "",
      approve: true,
      because: flags.because ?? "approved for all of them together",
    },
    atOnce,
  });
  const order = orderOf(held);
  const style = styleOf(io, shownAs(prepared.outer.stated, flags));
  const oneSeed = held.closed
    .filter(({ seed }) => seed === batch.seeds[0])
    .map(({ recorded }) => tableOf(recorded, style.words));
  const read = oneSeed.filter(
    ({ members }) => members.filter(({ final }) => final === null).length * 2 < members.length,
  );
  if (!flags.quiet && read.length > 1) draw(io.stdout, [crossTable(read, style), ""]);
  print(io.stdout, aligned(candidateRows(order), terminalWidth(io)));
  print(io.stdout, ["", ...orderInWords(order).flatMap((each) => wrap(each, style.width))]);
  const files = await written(io, folder, held, order);
  print(
    io.stderr,
    files.map((file) => `  ${file}`),
  );
  if (held.open.length > 0) return tellOpen(io, folder, held);
  return batch.rank ? compareFinalists(io, { ...concluded, order, held }) : codeOf(order);
}

function orderOf({ closed }: HeldBatch): CandidateOrder {
  return rankCandidates(
    closed.map(({ candidate, recorded }) => ({ candidate: candidate.name, table: tableOf(recorded) })),
  );
}

function codeOf({ ranked }: CandidateOrder): number {
  return ranked.length > 0 ? EXIT.decided : EXIT.undecided;
}

async function written(io: Io, folder: string, { closed }: HeldBatch, order: CandidateOrder) {
  if (closed.length === 0) return [];
  const tables = closed.map(({ recorded }) => tableOf(recorded));
  const [text, page] = [join(folder, "candidates.md"), join(folder, "report.html")];
  const head = [
    heading(1, "Candidates"),
    ...(tables[0] ? [line(tables[0].scenario.question)] : []),
    ...orderMarkdown(order),
  ];
  await writeWhole(io, text, `${document(head)}\n${crossMarkdown(tables)}`, { force: true });
  await writePage(io, page, comparisonFile(closed.map(({ recorded }) => ({ recorded, report: null }))));
  return [text, page];
}

function tellOpen(io: Io, folder: string, { open }: HeldBatch): number {
  print(io.stderr, [
    ...open.map(({ candidate, seed, why }) => `Not held to its end: ${candidate.name}, seed ${seed}: ${why}`),
    `Go on: boardroom resume ${folder}`,
  ]);
  return Math.max(...open.map(({ exitCode }) => exitCode));
}

/** The first, and those after it until one is shown to stand behind. */
function finalistsOf(
  { ranked, steps }: CandidateOrder,
  { candidates }: CandidateBatch,
): readonly BatchCandidate[] {
  const shown = steps.findIndex(({ rests }, at) => rests === "shown" && at + 1 >= FEWEST_FINALISTS);
  const count = Math.min(MOST_FINALISTS, shown === -1 ? ranked.length : shown + 1);
  return ranked
    .slice(0, count)
    .flatMap(({ candidate }) => candidates.find(({ name }) => name === candidate) ?? []);
}

type Ranked = Concluded & { readonly order: CandidateOrder; readonly held: HeldBatch };

async function compareFinalists(
  io: Io,
  { folder, batch, prepared, flags, order, held }: Ranked,
): Promise<number> {
  const finalists = finalistsOf(order, batch);
  if (finalists.length < FEWEST_FINALISTS) {
    print(io.stderr, ["No comparison: fewer than two candidates were read."]);
    return codeOf(order);
  }
  const [seed] = batch.seeds;
  const before = held.closed.filter((each) => each.seed === seed);
  const place = await writeComparison(io, {
    ...{ scenario: prepared.scenario, folder },
    finalists: finalists.flatMap((candidate) => {
      const found = before.find((each) => each.candidate === candidate);
      return found ? [{ candidate, recorded: found.recorded }] : [];
    }),
  });
  const out = join(place, "meeting");
  print(io.stderr, [
    `Comparison of ${finalists.map(({ name }) => name).join(", ")}, who see the verdicts on each as priors.`,
  ]);
  if (existsSync(resolve(io.cwd, out, JOURNAL_FILE))) {
    const last = readTranscript(resolve(io.cwd, out)).events.at(-1);
    return last?.type === "meeting.closed" ? resume(io, out, { quiet: true }) : resume(io, out, flags);
  }
  const { approve, because, quiet, maxDollars, language } = flags;
  return run(io, place, { approve, because, quiet, maxDollars, language, seed, out } as RunFlags);
}

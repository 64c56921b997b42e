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
import type { RunFlags } from "../holding/hold-new.ts";
import type { Prepared } from "../preparing/prepare.ts";
import { tableOf } from "../records/outputs.ts";
import { comparisonFile } from "../report/report-file.ts";
import { writePage } from "../report/write-page.ts";
import { shownAs } from "../settings/language.ts";
import { aligned } from "../terminal/aligned.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { draw, type Io, print } from "../terminal/io.ts";
import { notify, type UserNotice } from "../terminal/notify.ts";
import { styleOf, terminalWidth } from "../terminal/style.ts";
import { writeWhole } from "../terminal/write-file.ts";
import type { CandidateBatch } from "./batch-file.ts";
import { compareFinalists, FEWEST_FINALISTS, finalistsOf } from "./compare-finalists.ts";
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

/** Holds what is not held yet, tells the order and writes it down; with --rank, has the finalists compared. */
export async function concludeBatch(io: Io, concluded: Concluded): Promise<number> {
  const { folder, batch, prepared, atOnce = AT_ONCE } = concluded;
  const flags = underOneLeave(concluded.flags);
  const held = await holdAll(io, {
    meetings: meetingsOf(folder, batch),
    scenario: batch.scenario,
    flags,
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
  if (held.open.length > 0) {
    await notifyOf(io, concluded, {
      event: io.stopSignal().aborted ? "stopped" : "suspended",
      says: `${held.open.length} of ${meetingsOf(folder, batch).length} meetings are not held to their end`,
    });
    return tellOpen(io, folder, held);
  }
  const finalists = batch.rank ? finalistsOf(order, batch) : [];
  const isCompared = finalists.length >= FEWEST_FINALISTS;
  if (batch.rank && !isCompared) print(io.stderr, ["No comparison: fewer than two candidates were read."]);
  const code = isCompared
    ? await compareFinalists(io, {
        folder,
        finalists,
        held,
        scenario: prepared.scenario,
        flags,
        seed: batch.seeds[0],
      })
    : codeOf(order);
  await notifyOf(io, concluded, { event: "closed", says: orderInLine(order) });
  return code;
}

/** There was leave for all of it together, and whoever is told is told once, at the end. */
function underOneLeave(flags: RunFlags): RunFlags {
  return {
    ...flags,
    notify: "",
    approve: true,
    because: flags.because ?? "approved for all of them together",
    isFresh: true,
  };
}

async function notifyOf(
  io: Io,
  { folder, flags, prepared }: Concluded,
  notice: Pick<UserNotice, "event" | "says">,
): Promise<void> {
  const command = flags.notify ?? prepared.outer.notify;
  if (command) await notify(io, command, { ...notice, transcript: resolve(io.cwd, folder) });
}

/** `Candidates: 1 Ada Marsh, 2 Ben Ostrow; not ranked: Cleo Quay`. */
function orderInLine({ ranked, unread }: CandidateOrder): string {
  const places = ranked.map(({ candidate }, at) => `${at + 1} ${candidate}`);
  const without = unread.map(({ candidate }) => candidate);
  return [
    `Candidates: ${places.join(", ") || "none ranked"}`,
    ...(without.length > 0 ? [`not ranked: ${without.join(", ")}`] : []),
  ].join("; ");
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

import { resolve } from "node:path";
import { isSimulated } from "../../models/port/model-spec.ts";
import type { CandidateOrder } from "../../reports/compare/candidates.ts";
import { crossTable } from "../../reports/compare/cross-table.ts";
import { rankingText } from "../../reports/compare/ranking.ts";
import type { TextOptions } from "../../reports/palette.ts";
import type { RunFlags } from "../holding/hold-new.ts";
import type { Prepared } from "../preparing/prepare.ts";
import { tableOf } from "../records/outputs.ts";
import { EXIT } from "../terminal/exit-codes.ts";
import { draw, type Io, print } from "../terminal/io.ts";
import { nextLine } from "../terminal/next-command.ts";
import { notify, type UserNotice } from "../terminal/notify.ts";
import { styleOf } from "../terminal/style.ts";
import type { CandidateBatch } from "./batch-file.ts";
import { rankingIn, writeBatchFiles } from "./batch-report.ts";
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
  const style = styleOf(io, prepared.outer.stated);
  const oneSeed = held.closed
    .filter(({ seed }) => seed === batch.seeds[0])
    .map(({ recorded }) => tableOf(recorded));
  const read = oneSeed.filter(
    ({ members }) => members.filter(({ final }) => final === null).length * 2 < members.length,
  );
  if (!flags.quiet && !batch.rank && read.length > 1) draw(io.stdout, [crossTable(read, style), ""]);
  const tell = () => tellRanking(io, { folder, batch, held, style });
  if (held.open.length > 0) {
    await notifyOf(io, concluded, {
      event: io.stopSignal().aborted ? "stopped" : "suspended",
      says: `${held.open.length} of ${meetingsOf(folder, batch).length} meetings are not held to their end`,
    });
    await tell();
    return tellOpen(io, folder, held);
  }
  const { order } = await rankingIn(io, folder, { batch, held });
  // No script compares candidates, so simulated members hold no comparison.
  const isSimulatedBoard = prepared.scenario.members.some(({ model }) => isSimulated(model));
  const finalists = batch.rank && !isSimulatedBoard ? finalistsOf(order, batch) : [];
  const isCompared = finalists.length >= FEWEST_FINALISTS;
  if (batch.rank && !isCompared)
    print(io.stderr, [
      `No comparison: ${isSimulatedBoard ? NO_SCRIPT : "fewer than two candidates were read"}.`,
    ]);
  const [seed] = batch.seeds;
  const { scenario } = prepared;
  // What was held before is told whatever becomes of the comparison.
  const code = isCompared
    ? await compareFinalists(io, { folder, finalists, held, scenario, flags, seed }).finally(tell)
    : codeOf(order);
  if (!isCompared) await tell();
  print(io.stderr, [nextLine("report", folder, "--open")]);
  await notifyOf(io, concluded, { event: "closed", says: orderInLine(order) });
  return code;
}

type ToTell = Pick<Concluded, "folder" | "batch"> & { readonly held: HeldBatch; readonly style: TextOptions };

/** The ranked table with its reasons, last of all that is printed, and the files that hold it. */
async function tellRanking(io: Io, { folder, batch, held, style }: ToTell): Promise<void> {
  const ranking = await rankingIn(io, folder, { batch, held });
  draw(io.stdout, rankingText(ranking, style));
  const files = await writeBatchFiles(io, folder, { held, ranking });
  print(
    io.stderr,
    files.map((file) => `  ${file}`),
  );
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

function codeOf({ ranked }: CandidateOrder): number {
  return ranked.length > 0 ? EXIT.decided : EXIT.undecided;
}

function tellOpen(io: Io, folder: string, { open }: HeldBatch): number {
  print(io.stderr, [
    ...open.map(({ candidate, seed, why }) => `Not held to its end: ${candidate.name}, seed ${seed}: ${why}`),
    `Go on: boardroom resume ${folder}`,
  ]);
  return Math.max(...open.map(({ exitCode }) => exitCode));
}

const NO_SCRIPT = "simulated members have no script that compares candidates";

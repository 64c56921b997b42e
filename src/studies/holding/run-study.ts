import { resolve } from "node:path";
import { systemClocks } from "../../engine/meeting/contract/clocks.ts";
import { leaveFor, tierOf, unknownPrice } from "../../engine/meeting/money/approval.ts";
import { BoardroomError } from "../../errors.ts";
import { type ApprovalFlags, approvalFor } from "../../home/money/approval.ts";
import { cores } from "../../home/process/child-process.ts";
import { EXIT, exitCodeOfSignal } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { createLiveRegion } from "../../home/process/live-region.ts";
import { WHOEVER } from "../../home/settings/flag-values.ts";
import type { CallFlags } from "../../home/settings/models.ts";
import { isSimulated } from "../../models/port/model-spec.ts";
import { dollarsInWords } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";
import { type OnDatabaseFlags, requireDatabase } from "../cluster-here/held-by-workers.ts";
import { openStudy, type StudyToHold } from "../opening/open-study.ts";
import { planLines, planOf, type StudyPlan, timeInWords } from "../opening/plan.ts";
import { requireNoAgents, requireReachable } from "../opening/reachable.ts";
import { jobsOf, keyOf, type ResultRow, type Shard } from "../study.ts";
import { runStudy, type StudyEnded } from "./jobs.ts";
import { executorOf, type HeldBefore, type StudyLeave, type StudyWork } from "./study-executor.ts";
import { openFolder, type StudyFolder } from "./study-folder.ts";

export type StudyRunFlags = ApprovalFlags &
  CallFlags & {
    readonly output?: string;
    readonly model?: string;
    readonly shard?: Shard;
    readonly retryFailed?: boolean;
    readonly processes?: number;
  } & OnDatabaseFlags;

export async function runStudyCommand(io: Io, path: string | undefined, flags: StudyRunFlags): Promise<number> {
  await requireDatabase(io, flags);
  const held = await holdStudy(io, await openStudy(io, path, flags), flags);
  return held === null ? EXIT.waiting : conclude(io, held);
}

/** Null without leave; stderr says why. */
export async function holdStudy(
  io: Io,
  opened: StudyToHold,
  flags: StudyRunFlags,
): Promise<StudyConcluded | null> {
  const { study } = opened;
  if (flags.on === undefined) await requireReachable(io, opened);
  else requireNoAgents(opened);
  const shown = flags.output ?? `study-${study.name}`;
  const folder = openFolder(resolve(io.cwd, shown), study, flags.shard);
  try {
    if (flags.retryFailed) folder.dropFailed();
    const before = await countKnown(folder, opened, flags.shard);
    if (folder.stopped) return { shown, before, ended: { ...NOTHING, stopped: folder.stopped } };
    const places = placesOf(opened, flags);
    const plan = planOf(opened, opened.outer.models, { left: before.left, places });
    if (before.left > 0 || before.held === 0) print(io.stderr, planLines(plan));
    if (before.left === 0) return { shown, before, ended: NOTHING };
    const leave = await leaveToHold(io, opened, plan, flags);
    if (leave === null) return null;
    const ended = await hold(io, { opened, folder, shown, flags, before, places, leave, plan });
    return { shown, before, ended };
  } finally {
    folder.close();
  }
}

async function countKnown(
  folder: StudyFolder,
  opened: StudyToHold,
  shard: Shard | undefined,
): Promise<HeldBefore> {
  const done = new Set<string>();
  let [failed, dollars] = [0, 0];
  for await (const row of folder.rows()) {
    done.add(keyOf(row));
    if (row.status === "failed") failed += 1;
    dollars += row.dollars ?? 0;
  }
  let [held, left] = [0, 0];
  for (const { key } of jobsOf(opened, shard)) done.has(keyOf(key)) ? held++ : left++;
  return { held, failed, left, dollars };
}

/** For simulated members as many as cores; for models as the study says, or 25. */
function placesOf({ study, cells }: StudyToHold, { processes }: StudyRunFlags): number {
  const isFree = cells.every(({ matter }) => matter.members.every(({ model }) => isSimulated(model)));
  const { concurrency } = study.limits;
  return processes ?? concurrency ?? (isFree ? cores() : 25);
}

async function leaveToHold(
  io: Io,
  { study }: StudyToHold,
  plan: StudyPlan,
  flags: StudyRunFlags,
): Promise<StudyLeave | null> {
  const by = flags.as ?? WHOEVER;
  const upTo =
    study.limits.dollars ?? (plan.dollars === null ? Number.POSITIVE_INFINITY : leaveFor(plan.dollars));
  const { dollars, unpriced } = plan;
  const tier = plan.isSimulated ? "low" : tierOf(dollars, unpriced.models.length > 0);
  const price =
    dollars === null
      ? unknownPrice(unpriced.models, unpriced.tokens)
      : `all together are expected to cost $${dollars.toFixed(2)}`;
  const says = `These meetings need your approval: ${price}`;
  const words = { says, ask: "Run them? [y/N] ", nothing: "No meeting was run." };
  const answer = await approvalFor(io, { tier, ...words }, flags);
  return answer && { by, because: answer.because ?? flags.because, upTo };
}

type Work = StudyWork & { readonly flags: StudyRunFlags };

async function hold(io: Io, work: Work): Promise<StudyEnded> {
  const { opened, folder, flags, before } = work;
  const { executor, spent } = executorOf(io, work);
  const progress = studyProgress({
    io,
    left: before.left,
    before: before.held,
    clock: systemClocks.clock,
    spent,
  });
  const ended = await runStudy({
    ...{ opened, executor, signal: io.stopSignal(), retriesFailed: false, known: folder.rows() },
    ...(flags.shard && { shard: flags.shard }),
    onRow: (row) => {
      folder.add(row);
      progress.row(row);
    },
  });
  progress.end();
  if (ended.stopped) folder.end(ended.stopped);
  return ended;
}

export function shardValue(text: string): Shard {
  const [, nth, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { nth: Number(nth), of: Number(of) };
  if (shard.nth >= 1 && shard.nth <= shard.of) return shard;
  throw new BoardroomError("usage", {
    message: `--shard takes a part such as 3/8, found ${JSON.stringify(text)}`,
    remedy: "The third of eight parts, each held somewhere else.",
  });
}

type StudyProgress = { row(row: ResultRow): void; end(): void };

type ProgressSetup = {
  readonly io: Io;
  readonly left: number;
  readonly before: number;
  readonly clock: () => number;
  readonly spent: () => number;
};

const BAR = 24;

/** At a terminal a line that renews itself, elsewhere one at every tenth. */
function studyProgress({ io, left, before, clock, spent }: ProgressSetup): StudyProgress {
  const region = io.isTTY ? createLiveRegion(io.stderr, 1) : null;
  const begun = clock();
  let [held, failed, shownAt, tenth] = [0, 0, Number.NEGATIVE_INFINITY, 0];

  function line(): string {
    const seconds = (clock() - begun) / 1000;
    const rate = seconds > 0 ? held / seconds : 0;
    const all = before + left;
    const full = Math.round((BAR * (before + held)) / Math.max(1, all));
    return [
      `${"#".repeat(full)}${"-".repeat(BAR - full)} ${groupThousands(before + held)} of ${groupThousands(all)}`,
      ...(rate > 0 ? [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second`] : []),
      ...(spent() > 0 ? [`${dollarsInWords(spent())} spent`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(rate > 0 && held < left ? [`${timeInWords((left - held) / rate)} left`] : []),
    ].join(", ");
  }

  return {
    row(row) {
      held += 1;
      if (row.status === "failed") failed += 1;
      if (region) {
        if (clock() - shownAt < 200) return;
        shownAt = clock();
        region.show([line()]);
      } else if (Math.floor((10 * held) / left) > tenth && held < left) {
        tenth = Math.floor((10 * held) / left);
        print(io.stderr, [line()]);
      }
    },
    end() {
      region?.clear();
      if (held > 0) print(io.stderr, [line()]);
    },
  };
}

const NOTHING: StudyEnded = { held: 0, failed: 0, stopped: null, broken: null, waiting: [] };

export type StudyConcluded = {
  readonly shown: string;
  readonly before: HeldBefore;
  readonly ended: StudyEnded;
};

/** Gives the exit code. `again`: the flag that holds failed meetings again. */
export function conclude(io: Io, { shown, before, ended }: StudyConcluded, again = "--retry-failed"): number {
  const { stopped, broken, waiting } = ended;
  const signal = io.stopSignal();
  const failed = before.failed + ended.failed;
  print(io.stderr, [
    ...(stopped ? [`Known within ±${stopped.within} after seed ${stopped.seed}: ${stopped.rule}.`] : []),
    ...(broken !== null ? [`The study stopped: ${broken}. The same command continues.`] : []),
    ...(failed > 0
      ? [
          `${failed} ${failed === 1 ? "meeting" : "meetings"} failed; ${again} runs them again. The results give the reason.`,
        ]
      : []),
    ...waitingLines(waiting),
    `Results: ${shown}`,
  ]);
  if (signal.aborted && !stopped) return exitCodeOfSignal(String(signal.reason));
  if (broken !== null) return EXIT.suspended;
  if (waiting.length > 0) return EXIT.waiting;
  return failed > 0 ? EXIT.undecided : EXIT.decided;
}

const MOST_WAITING = 5;

function waitingLines(waiting: readonly string[]): readonly string[] {
  if (waiting.length === 0) return [];
  const more = waiting.length - MOST_WAITING;
  return [
    waiting.length === 1 ? "A meeting waits for a person:" : `${waiting.length} meetings wait for people:`,
    ...waiting.slice(0, MOST_WAITING).map((each) => `  ${each}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    "The same command takes in what has ended then.",
  ];
}

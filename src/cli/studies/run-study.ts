import { resolve } from "node:path";
import { BoardroomError } from "../../errors.ts";
import { systemClocks } from "../../meeting/contract/clocks.ts";
import { openMeeting } from "../../meeting/engine/open-meeting.ts";
import { type Approvals, appraise, approvalsOf, tierOf } from "../../meeting/money/approval.ts";
import { leaveFor } from "../../meeting/money/leave.ts";
import { requirePrices } from "../../meeting/money/require-limits.ts";
import { isSimulated } from "../../models/port/model-spec.ts";
import { jobsOf, type Shard, type StudyJob } from "../../studies/cell.ts";
import type { Executor } from "../../studies/executor.ts";
import { keyOf } from "../../studies/result-row.ts";
import { runStudy, type StudyEnded } from "../../studies/running/run-study.ts";
import { heldByWorkers, type OnDatabaseFlags, requireDatabase } from "../cluster/held-by-workers.ts";
import { askLeave, type LeaveFlags } from "../money/ask-leave.ts";
import { moneyPorts, wallClock } from "../money/money.ts";
import { ownParts } from "../settings/code-digest.ts";
import { WHOEVER } from "../settings/flag-values.ts";
import { type CallFlags, modelPorts, withPatience } from "../settings/models.ts";
import { cores } from "../terminal/child-process.ts";
import { EXIT, exitCodeOfSignal } from "../terminal/exit-codes.ts";
import { type Io, print } from "../terminal/io.ts";
import { holdOne } from "./hold-one.ts";
import { openStudy, type ReadStudy } from "./open-study.ts";
import { planLines, planOf, type StudyPlan } from "./plan-lines.ts";
import { heldInProcesses } from "./processes.ts";
import { studyPurse } from "./purse.ts";
import { requireReachable } from "./reachable.ts";
import { openFolder, type StudyFolder } from "./study-folder.ts";
import { studyProgress } from "./study-progress.ts";
import { heldTogether, sharedThrottles } from "./together.ts";

export type StudyRunFlags = LeaveFlags &
  CallFlags & {
    readonly out?: string;
    readonly shard?: Shard;
    readonly retryFailed?: boolean;
    readonly processes?: number;
  } & OnDatabaseFlags;

/** `boardroom study run`: holds what is missing of a study; resolves with the exit code. */
export async function runStudyCommand(io: Io, path: string | undefined, flags: StudyRunFlags): Promise<number> {
  await requireDatabase(io, flags);
  const opened = await openStudy(io, path);
  const { study } = opened;
  if (flags.on === undefined) requireReachable(io, opened);
  const shown = flags.out ?? `study-${study.name}`;
  const folder = openFolder(resolve(io.cwd, shown), study, flags.shard);
  try {
    if (flags.retryFailed) folder.dropFailed();
    const before = await countKnown(folder, opened, flags.shard);
    if (folder.stopped) return conclude(io, shown, { ...NOTHING, stopped: folder.stopped }, before);
    const places = placesOf(opened, flags);
    const plan = planOf(opened, opened.outer.models, { left: before.left, places });
    if (before.left > 0 || before.held === 0) print(io.stderr, planLines(plan));
    if (before.left === 0) return conclude(io, shown, NOTHING, before);
    const leave = await leaveToHold(io, opened, plan, flags);
    if (leave === null) return EXIT.waiting;
    return await hold(io, { opened, folder, shown, flags, before, places, leave, plan });
  } finally {
    folder.close();
  }
}

type HeldBefore = {
  readonly held: number;
  readonly failed: number;
  readonly left: number;
  readonly dollars: number;
};

/** What earlier runs have held of what this one is to hold. */
async function countKnown(
  folder: StudyFolder,
  opened: ReadStudy,
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

/** Meetings under way at once: as many as cores for simulated members, as the study says or 25 for models. */
function placesOf({ study, cells }: ReadStudy, { processes }: StudyRunFlags): number {
  const isFree = cells.every(({ matter }) => matter.members.every(({ model }) => isSimulated(model)));
  const { concurrency } = study.limits;
  return processes ?? concurrency ?? (isFree ? cores() : 25);
}

type StudyLeave = { readonly by: string; readonly because?: string | undefined; readonly upTo: number };

/** Leave for all meetings together, from a dollar on; null where there is none, and stderr says why. */
async function leaveToHold(
  io: Io,
  { study }: ReadStudy,
  plan: StudyPlan,
  flags: StudyRunFlags,
): Promise<StudyLeave | null> {
  const by = flags.as ?? WHOEVER;
  const upTo =
    study.limits.dollars ?? (plan.dollars === null ? Number.POSITIVE_INFINITY : leaveFor(plan.dollars));
  if (plan.isSimulated || plan.dollars === null) return { by, because: flags.because, upTo };
  const tier = tierOf(plan.dollars);
  if (tier === "low") return { by, because: flags.because, upTo };
  print(io.stderr, [`This study needs your approval: it is expected to cost $${plan.dollars.toFixed(2)}.`]);
  const answer = await askLeave(io, tier, flags, { ask: "Hold it? [y/N] ", nothing: "Nothing was held." });
  return answer && { by, because: answer.because, upTo };
}

type Work = {
  readonly opened: ReadStudy;
  readonly folder: StudyFolder;
  readonly shown: string;
  readonly flags: StudyRunFlags;
  readonly before: HeldBefore;
  readonly places: number;
  readonly leave: StudyLeave;
  readonly plan: StudyPlan;
};

async function hold(io: Io, work: Work): Promise<number> {
  const { opened, folder, shown, flags, before } = work;
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
  return conclude(io, shown, ended, before, io.stopSignal());
}

function executorOf(
  io: Io,
  { opened, folder, shown, flags, places, leave, plan, before }: Work,
): { readonly executor: Executor; readonly spent: () => number } {
  const { outer, cells, study } = opened;
  const durability = outer.stated.durability ?? "normal";
  const approvals = approvalsFor(io, opened, leave);
  const models = modelPorts(io, { ...outer, models: withPatience(outer.models, flags) });
  if (flags.on !== undefined) {
    if (study.limits.dollars !== null) requireKnownPrices(opened);
    return heldByWorkers(io, {
      ...{ flags, study, folder: folder.folder },
      upTo: plan.isSimulated ? Number.POSITIVE_INFINITY : leave.upTo,
      most: outer.budget,
      codeOf: ({ cell: { protocol, matter } }) => ownParts(opened.parts, { protocol, options: matter.options }),
      open: (job) =>
        openMeeting({
          ...models,
          ...{ scenario: job.cell.matter, protocol: job.cell.protocol, seed: job.key.seed },
          approvals: approvals(job),
        }),
    });
  }
  const isBuiltIn = cells.every(({ protocol }) => protocol.builtIn);
  const count = Math.min(places, before.left);
  if (plan.isSimulated && isBuiltIn && io.startChild && count > 1 && before.left >= WORTH_A_PROCESS) {
    const start = io.startChild;
    const executor = heldInProcesses({
      start: () => start(["study", "hold"]),
      count,
      ...{ folder: folder.folder, shown, durability },
    });
    return { executor, spent: () => 0 };
  }
  const money = moneyPorts(io, outer, { out: folder.folder });
  const purse = studyPurse(
    plan.isSimulated ? undefined : money.sharedBudget,
    plan.isSimulated ? Number.POSITIVE_INFINITY : leave.upTo,
    before.dollars,
  );
  if (study.limits.dollars !== null) requireKnownPrices(opened);
  const throttle = sharedThrottles(typeof models.throttle === "function" ? undefined : models.throttle);
  const executor = heldTogether(plan.isSimulated ? 1 : count, (job, drain) =>
    holdOne({
      ...{
        key: job.key,
        path: job.path,
        cell: job.cell,
        folder: folder.folder,
        shown,
        durability,
        approvals: approvals(job),
      },
      // What all meetings may spend together was agreed to before the first of them.
      ports: { ...models, throttle, sharedBudget: purse, consent: async () => true, drain },
    }),
  );
  return { executor, spent: () => purse.spent };
}

/** The leave that was given for the study, as each of its meetings records it. */
function approvalsFor(
  io: Io,
  { outer, study }: ReadStudy,
  { by, because }: StudyLeave,
): (job: StudyJob) => Approvals | undefined {
  const at = wallClock(io);
  return ({ key, cell }) => {
    const { binding, estimate, isFree } = appraise(
      { ...cell.matter, seed: key.seed },
      cell.protocol,
      outer.models,
    );
    if (isFree) return undefined;
    return approvalsOf({
      id: `study ${study.name}`,
      by,
      at: at(),
      ...(because && { because }),
      binding,
      estimate,
    });
  };
}

/** Fewer meetings than this are over before processes have started. */
const WORTH_A_PROCESS = 24;

function requireKnownPrices({ cells, outer }: ReadStudy): void {
  for (const { matter } of cells) {
    const specs = matter.members.map(({ id, model }) => [id, { spec: model }] as const);
    requirePrices(
      { ...matter.limits, dollars: matter.limits.dollars ?? 1 },
      new Map(specs),
      outer.models.prices,
    );
  }
}

const NOTHING: StudyEnded = { held: 0, failed: 0, stopped: null, broken: null, waiting: [] };

/** Commands that are written out; of more it is said how many there are. */
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

function conclude(io: Io, shown: string, ended: StudyEnded, before: HeldBefore, signal?: AbortSignal): number {
  const { stopped, broken, waiting } = ended;
  const failed = before.failed + ended.failed;
  print(io.stderr, [
    ...(stopped ? [`Known within ±${stopped.within} after seed ${stopped.seed}: ${stopped.rule}.`] : []),
    ...(broken !== null ? [`The study stopped: ${broken}. The same command goes on.`] : []),
    ...(failed > 0
      ? [
          `${failed} ${failed === 1 ? "meeting" : "meetings"} failed; --retry-failed holds them again. Why stands in the results, as "reason".`,
        ]
      : []),
    ...waitingLines(waiting),
    `Results: ${shown}`,
  ]);
  if (signal?.aborted && !stopped) return exitCodeOfSignal(String(signal.reason));
  if (broken !== null) return EXIT.suspended;
  if (waiting.length > 0) return EXIT.waiting;
  return failed > 0 ? EXIT.undecided : EXIT.decided;
}

/** `3/8`. */
export function shardValue(text: string): Shard {
  const [, nth, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { nth: Number(nth), of: Number(of) };
  if (shard.nth >= 1 && shard.nth <= shard.of) return shard;
  throw new BoardroomError("usage", {
    message: `--shard takes a part such as 3/8, found ${JSON.stringify(text)}`,
    remedy: "The third of eight parts, each held somewhere else.",
  });
}

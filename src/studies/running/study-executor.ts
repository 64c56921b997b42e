// Chooses where the meetings of a study run: in this process, in several, or on workers.

import { join } from "node:path";
import { type Approvals, appraise, createApprovals } from "../../engine/money/approval.ts";
import { requirePrices } from "../../engine/money/budget.ts";
import type { Io } from "../../home/process/io.ts";
import { listUsedDigests } from "../../home/settings/own-code.ts";
import { createModelPorts, type ModelPorts } from "../../home/settings/settings.ts";
import { createWallClock, limitBudget } from "../../home/spending/money.ts";
import { lookUpKey } from "../../lists.ts";
import {
  createThrottle,
  type Throttle,
  type ThrottleOptions,
} from "../../models/calls/throttle.ts";
import { openSource } from "../../run/run.ts";
import { type OnDatabaseFlags, runByWorkers } from "../cluster/by-workers.ts";
import type { StudyToRun } from "../opening/open-study.ts";
import type { StudyPlan } from "../opening/plan.ts";
import type { StudyFolder } from "../results.ts";
import type { Executor, StudyJob } from "../study.ts";
import type { BatchCalls } from "./batch-calls.ts";
import { runInProcesses } from "./processes.ts";
import { type RunOne, runOne, syncResult } from "./run-one.ts";

export type StudyApproval = {
  by: string;
  because?: string | undefined;
  upTo: number;
};

/** What the folder has: keys of its meetings, and how many are left. */
export type RunBefore = {
  done: ReadonlySet<string>;
  failed: number;
  left: number;
  dollars: number;
};

export type StudyWork = {
  opened: StudyToRun;
  folder: StudyFolder;
  shown: string;
  flags: OnDatabaseFlags;
  before: RunBefore;
  places: number;
  approval: StudyApproval;
  plan: StudyPlan;
  /** Sends the calls to batch endpoints. */
  batches?: BatchCalls | undefined;
};

type StudyRunner = { executor: Executor; spent: () => number };

/** Workers of a database if asked for; else processes where meetings are many and free, else this one. */
export function chooseExecutor(io: Io, work: StudyWork): StudyRunner {
  const { opened, flags, places, plan, before } = work;
  const { project, study } = opened;
  const approvals = plan.isSimulated
    ? () => undefined
    : createMeetingApprovals(io, opened, work.approval);
  const models = createModelPorts(io, project);
  if (study.limits.dollars !== null) requireKnownPrices(opened);
  if (flags.on !== undefined) return handToWorkers(io, work, { approvals, models });
  const isBuiltIn = opened.cells.every(({ protocol }) => protocol.builtIn);
  const count = Math.min(places, before.left);
  const start = io.startChild;
  if (plan.isSimulated && isBuiltIn && start && count > 1 && before.left >= WORTH_A_PROCESS) {
    const executor = runInProcesses({
      start: () => start("studies/running/study-process.ts"),
      count,
      folder: work.folder.folder,
      shown: work.shown,
      isDeferred: work.plan.isSimulated,
    });
    return { executor, spent: () => 0 };
  }
  return runHere(io, work, { approvals, models, count: plan.isSimulated ? 1 : count });
}

type With = {
  approvals: (job: StudyJob) => Approvals | undefined;
  models: ModelPorts;
};

function handToWorkers(io: Io, work: StudyWork, { approvals, models }: With): StudyRunner {
  const { study, parts } = work.opened;
  return runByWorkers(io, {
    flags: work.flags,
    study,
    folder: work.folder.folder,
    upTo: findLimit(work),
    findCode: ({ cell: { protocol, input } }) =>
      listUsedDigests(parts, { protocol, options: input.options }),
    open: (job) =>
      openSource(
        {
          is: "new",
          scenario: job.cell.input,
          protocol: job.cell.protocol,
          seed: job.key.seed,
          approvals: approvals(job),
        },
        models,
      ),
  });
}

function runHere(
  io: Io,
  work: StudyWork,
  { approvals, models, count }: With & { count: number },
): StudyRunner {
  const { folder, shown, before } = work;
  const sharedBudget = limitBudget(io.budget, {
    whose: "the budget of this study",
    most: findLimit(work),
    spent: before.dollars,
  });
  const shared = work.batches?.ports ?? { throttle: createSharedThrottles(models.throttle) };
  // Simulated meetings cost nothing to hold again, so the next one runs while the disk writes one.
  const isDeferred = work.plan.isSimulated;
  const executor = runTogether(
    count,
    (job, drain) =>
      runOne({
        key: job.key,
        path: job.path,
        cell: job.cell,
        folder: folder.folder,
        shown,
        isDeferred,
        approvals: approvals(job),
        // The sum for all meetings was agreed to before the first of them.
        ports: {
          ...models,
          ...shared,
          createModel: (seat, scenario) =>
            work.batches?.createModel(seat.model, job.path) ?? models.createModel(seat, scenario),
          sharedBudget,
          consent: async () => true,
          drain,
        },
      }),
    async (job, result) =>
      isDeferred ? syncResult(result, join(folder.folder, job.path)) : result,
  );
  return { executor, spent: () => sharedBudget.spent };
}

function findLimit({ plan, approval }: StudyWork): number {
  return plan.isSimulated ? Number.POSITIVE_INFINITY : approval.upTo;
}

function createMeetingApprovals(
  io: Io,
  { project, study }: StudyToRun,
  { by, because }: StudyApproval,
): With["approvals"] {
  const at = createWallClock(io);
  return ({ key, cell }) => {
    const { binding, estimate, isFree } = appraise(
      { ...cell.input, seed: key.seed },
      cell.protocol,
      project.models,
    );
    if (isFree) return undefined;
    return createApprovals({
      id: `study ${study.name}`,
      by,
      at: at(),
      because,
      binding,
      estimate,
    });
  };
}

/** Fewer meetings are over before processes have started. */
const WORTH_A_PROCESS = 24;

function requireKnownPrices({ cells, project }: StudyToRun): void {
  for (const { input } of cells) {
    const specs = input.members.map(({ id, model }) => [id, { spec: model }] as const);
    requirePrices(
      { ...input.limits, dollars: input.limits.dollars ?? 1 },
      new Map(specs),
      project.models.prices,
    );
  }
}

function runTogether(
  places: number,
  run: (job: StudyJob, drain: AbortSignal) => Promise<RunOne>,
  keep: (job: StudyJob, result: RunOne) => Promise<RunOne>,
): Executor {
  return {
    async run(jobs, onResult, signal) {
      const left = jobs[Symbol.iterator]();
      let kept = Promise.resolve();
      const runJobs = async (): Promise<void> => {
        while (!signal.aborted) {
          const { value: job, done } = left.next();
          if (done) return;
          const keeping = keep(job, await run(job, signal));
          kept = Promise.all([kept, keeping]).then(([, result]) => onResult({ job, ...result }));
          // Lets signals and the progress line have their turn between two meetings.
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      await Promise.all(Array.from({ length: places }, runJobs));
      await kept;
    },
  };
}

function createSharedThrottles(
  options: Readonly<Record<string, ThrottleOptions>>,
): (provider: string) => Throttle {
  const throttles = new Map<string, Throttle>();
  return (provider) => {
    const throttle = throttles.get(provider) ?? createThrottle(lookUpKey(options, provider));
    throttles.set(provider, throttle);
    return throttle;
  };
}

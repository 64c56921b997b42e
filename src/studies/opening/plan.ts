// Says before a study runs how many meetings it has, what they cost, how long they take, and which
// differences they can show.

import { planMeeting, sumPlanCosts } from "../../engine/money/plan.ts";
import { words } from "../../engine/words/words.ts";
import { countCores } from "../../home/process/child-process.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { dropMissing } from "../../lists.ts";
import { isProgram, isSimulated } from "../../models/contract/model-spec.ts";
import type { KnownModels } from "../../models/registry/capabilities-for.ts";
import { isPaid } from "../../models/registry/providers.ts";
import { formatDollars, nameUnknownCost } from "../../showing/words.ts";
import { alignColumns } from "../../text/aligned.ts";
import { formatCount, groupThousands } from "../../text/plain.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { applyArm } from "../arms.ts";
import { LEAST_QUESTIONS } from "../report/figures.ts";
import { findLeastDifference } from "../statistics.ts";
import { type Arm, listJobs, type OpenedStudy, type Study } from "../study.ts";
import { type ChangedLine, swapWords } from "../swap.ts";
import { toBatchStudy } from "./batch-study.ts";
import { openStudy, type ReadStudy } from "./open-study.ts";

type ArmPlan = {
  arm: string;
  meetings: number;
  calls: number;
  tokens: number;
  /** Null if a price is unknown. */
  dollars: { expected: number; high: number } | null;
};

export type StudyPlan = {
  arms: readonly ArmPlan[];
  meetings: number;
  dollars: number | null;
  /** Models of paid providers whose price is unknown, and their tokens at most. */
  unpriced: { models: readonly string[]; tokens: number };
  /** Null if batches decide it. */
  seconds: number | null;
  isSimulated: boolean;
  /** Programs among the models, which a plan pays. */
  programs: readonly string[];
};

const SECONDS = { model: 8, simulated: 0.0012 };

export function planStudy(
  { cells }: OpenedStudy,
  known: KnownModels,
  { left, places }: { left: number; places: number | null },
): StudyPlan {
  // Meetings left are counted evenly over the arms. Which seeds each arm lacks changes the sum little.
  const each = left / Math.max(1, cells.length);
  const unpriced = { models: new Set<string>(), tokens: 0 };
  const programs = new Set<string>();
  let isFree = true;
  const arms = [...new Set(cells.map(({ arm }) => arm))].map((arm): ArmPlan => {
    const own = cells.filter((cell) => cell.arm === arm);
    const plans = own.flatMap(({ input, protocol }) => planMeeting(input, protocol, known));
    isFree &&= plans.every(({ model }) => isSimulated(model));
    for (const { model } of plans) if (isProgram(model)) programs.add(model);
    for (const { model, cost, input, output } of plans)
      if (cost === null && isPaid(model, known)) {
        unpriced.models.add(model);
        unpriced.tokens += Math.round(each * (input.high + output.high));
      }
    const sum = (of: (plan: (typeof plans)[number]) => number) => each * addUp(plans, of);
    return {
      arm,
      meetings: each * own.length,
      calls: sum(({ calls }) => calls.expected),
      tokens: sum(({ input, output }) => input.expected + output.expected),
      dollars:
        sumPlanCosts(plans) === null
          ? null
          : {
              expected: sum(({ cost }) => cost?.expected ?? 0),
              high: sum(({ cost }) => cost?.high ?? 0),
            },
    };
  });
  const calls = addUp(arms, (arm) => arm.calls);
  return {
    arms,
    meetings: left,
    dollars: arms.some(({ dollars }) => dollars === null)
      ? null
      : addUp(arms, ({ dollars }) => dollars?.expected ?? 0),
    unpriced: { ...unpriced, models: [...unpriced.models] },
    seconds: places && (calls * (isFree ? SECONDS.simulated : SECONDS.model)) / Math.max(1, places),
    isSimulated: isFree,
    programs: [...programs],
  };
}

function addUp<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}

export function formatPlan({
  arms,
  meetings,
  dollars,
  seconds,
  isSimulated: isFree,
  programs,
}: StudyPlan): string[] {
  const unknown = nameUnknownCost(programs[0] ?? "");
  const createRow = (name: string, cost: number | null, ...counts: number[]) => [
    name,
    ...counts.map((count) => groupThousands(Math.round(count))),
    cost === null ? unknown : formatDollars(cost),
  ];
  const rows = arms.map((arm) =>
    createRow(arm.arm, arm.dollars?.expected ?? null, arm.meetings, arm.calls, arm.tokens),
  );
  const [calls, tokens] = [addUp(arms, (arm) => arm.calls), addUp(arms, (arm) => arm.tokens)];
  const high = formatDollars(addUp(arms, (arm) => arm.dollars?.high ?? 0));
  const most = dollars === null ? `Cost: ${unknown}.` : `At most ${high}.`;
  const note = `${programs.join(", ")}: ${words.table.byPlan}. ${words.table.programSettings}`;
  const time =
    seconds === null
      ? "Each step of a meeting is a batch, which can take 24 hours."
      : `Expected time: about ${formatSeconds(seconds)}.`;
  const lines = dropMissing([
    ["ARM", "MEETINGS", "CALLS", "TOKENS", "DOLLARS"],
    ...rows,
    arms.length > 1 && createRow("all", dollars, meetings, calls, tokens),
  ]);
  return dropMissing([
    ...alignColumns(lines),
    `These are expected figures. ${time}${isFree ? "" : ` ${most}`}`,
    programs.length > 0 && note,
  ]);
}

export function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

export async function checkStudy(io: Io, path: string, model?: string): Promise<number> {
  const opened = await openStudy(io, path, { model });
  const { study } = opened;
  let left = 0;
  for (const _ of listJobs(opened)) left += 1;
  const places = study.limits.concurrency ?? countCores();
  const plan = planStudy(opened, opened.project.models, { left, places });
  const pairs = study.compare.map((pair) => pair.join(" and "));
  const lines = dropMissing([
    `Study      ${study.name}: ${study.title}`,
    `Scenarios  ${study.scenarios.map(({ name }) => name).join(", ")}`,
    `Subjects   ${study.subjects.join(", ")}`,
    `Seeds      ${groupThousands(study.seeds.length)}`,
    pairs.length > 0 && `Compared   ${pairs.join("; ")}`,
    "",
    ...formatPlan(plan),
    ...formatBatchPrice(opened, left),
    ...formatPower(study),
    ...formatSwaps(opened),
  ]);
  print(io.stdout, lines);
  return EXIT.decided;
}

/** A study of one question compares its seeds, and a study of several its questions. */
function formatPower({ scenarios, subjects, seeds }: Study): string[] {
  const questions = scenarios.length * subjects.length;
  if (questions > 1 && questions < LEAST_QUESTIONS)
    return [`Two arms are not tested with ${questions} questions: this takes ${LEAST_QUESTIONS}.`];
  const [pairs, unit] = questions > 1 ? [questions, "question"] : [seeds.length, "seed"];
  const [least, twice] = [pairs, 2 * pairs].map(findLeastDifference);
  const doubled = twice ? `, ${formatCount(2 * pairs, unit)} ${twice.toFixed(2)}` : "";
  if (!least)
    return [
      `${formatCount(pairs, unit)} cannot show a difference${doubled && `;${doubled.slice(1)} at best`}.`,
    ];
  return [
    `${formatCount(pairs, unit)} find a difference of ${least.toFixed(2)} at best with power 0.8${doubled}.`,
  ];
}

function formatBatchPrice(opened: ReadStudy, left: number): string[] {
  const batched = toBatchStudy(opened);
  const dollars =
    batched && planStudy(batched, batched.project.models, { left, places: null }).dollars;
  return dollars === null ? [] : [`With study run --batch: ${formatDollars(dollars)}.`];
}

function formatSwaps(opened: ReadStudy): string[] {
  const arms = opened.study.arms.filter(({ changes }) => changes.swap);
  return arms.flatMap((arm) => {
    const changed = listSwappedLines(opened, arm);
    return [
      "",
      `Arm ${arm.name} changes ${formatCount(changed.size, "line")}:`,
      ...[...changed].flatMap(([place, { before, after }]) => [
        `  ${place}`,
        `  - ${sanitizeLine(before)}`,
        `  + ${sanitizeLine(after)}`,
      ]),
    ];
  });
}

/** By document and line. Several scenarios may share a document. */
function listSwappedLines({ matters }: ReadStudy, { changes }: Arm): Map<string, ChangedLine> {
  const { swap = {}, ...rest } = changes;
  const swapped = matters
    .filter(({ arm }) => arm.changes === changes)
    .flatMap(({ scenario, parts }) => swapWords(applyArm(scenario, rest, parts), swap).changed);
  return new Map(swapped.map((each) => [`${each.document}:${each.line}`, each]));
}

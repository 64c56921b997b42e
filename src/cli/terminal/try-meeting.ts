// Runs the meeting of `boardroom doctor --try` after approval of its price, and prints its figures next to those that `check`
// expects. `run/try-model.ts` measures them.

import type { ModelPlan } from "../../engine/money/plan.ts";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { getTerminalWidth, type Io, print } from "../../home/process/io.ts";
import { loadCustomCode } from "../../home/settings/own-code.ts";
import { createModelRegistry, type ProjectSettings } from "../../home/settings/settings.ts";
import type { ApprovalFlags } from "../../home/spending/approvals.ts";
import {
  approveCalls,
  requireLanguageModel,
  requireServer,
} from "../../home/spending/ask-model.ts";
import { isProgram } from "../../models/contract/model-spec.ts";
import { isPaid } from "../../models/registry/providers.ts";
import { holdTrial, planTrial, type Trial, type TrialFigures } from "../../run/try-model.ts";
import { formatDollars, formatPrice, nameUnknownCost } from "../../showing/words.ts";
import { alignColumns } from "../../text/aligned.ts";
import { groupThousands } from "../../text/plain.ts";
import { wrap } from "../../text/wrap.ts";

type TrialFlags = ApprovalFlags & { maxDollars: number };

/** Resolves with the exit code: 4 if the meeting could not end. */
export async function tryMeeting(
  io: Io,
  settings: ProjectSettings,
  spec: string,
  { maxDollars, ...flags }: TrialFlags,
): Promise<number> {
  requireLanguageModel(spec);
  const { project } = await loadCustomCode(io, settings);
  const trial = planTrial(spec, project);
  // An unknown provider or a missing key is found before anything is asked.
  createModelRegistry(io, project.models, project.factories).create(trial);
  requirePrice(trial, project, maxDollars);
  const { input, output, calls, cost } = trial.plan;
  await requireServer(io, { spec, project, is: "trial", tokens: input.expected / calls.expected });
  const expected = cost === null ? null : `expected ${formatDollars(cost.expected)}`;
  const price = formatPrice(expected, [trial.plan]);
  const most = cost === null ? "" : `, at most ${formatDollars(maxDollars)}`;
  print(io.stderr, [
    `Trying ${spec}: a meeting of two members, about ${calls.expected} calls, ${groupThousands(input.expected)} tokens in and ${groupThousands(output.expected)} out; ${price}${most}`,
  ]);
  const isFree = cost === null ? !isPaid(spec, project.models) : cost.high === 0;
  // The user agrees to each trial that costs anything.
  const tier = isFree ? "low" : "standard";
  const asked = { tier, is: "trial", done: "run", price: `it calls ${spec}` } as const;
  if (!(await approveCalls(io, asked, flags))) return EXIT.waiting;
  const figures = await holdTrial(io, project, trial, maxDollars);
  print(io.stdout, formatFigures(trial.plan, figures, getTerminalWidth(io)));
  return figures.result.status === "closed" ? EXIT.decided : EXIT.suspended;
}

function requirePrice({ spec, plan }: Trial, { models }: ProjectSettings, most: number): void {
  if (plan.cost === null && isPaid(spec, models))
    throw new BoardroomError("unknown-price", {
      spec,
      message: `the price of ${spec} is unknown, so a trial cannot stay within $${most}`,
      remedy: `Give its price in boardroom.yaml (prices: ${JSON.stringify(spec)}: {input: ..., output: ...}).`,
    });
  if (plan.cost === null || plan.cost.expected <= most) return;
  const needed = (Math.ceil(plan.cost.expected * 130) / 100).toFixed(2);
  throw new BoardroomError("usage", {
    spec,
    message: `a trial of ${spec} is expected to cost ${formatDollars(plan.cost.expected)}, more than the limit of $${most}`,
    remedy: `Name a cheaper model of the provider, or allow more: --max-dollars ${needed}`,
  });
}

function formatFigures(plan: ModelPlan, figures: TrialFigures, width = 100): string[] {
  const { calls, replies, tokens, second, priced, billed, firstTokens, leftOut } = figures;
  const count = (counted: number | undefined) =>
    counted === undefined ? "not reported" : groupThousands(counted);
  const showDollars = (cost: number | null) =>
    cost === null ? nameUnknownCost(plan.model) : formatDollars(cost);
  const cached = second && `${formatShare(second.cached, second.input)} of ${count(second.input)}`;
  const rows = [
    ["", "MEASURED", "EXPECTED BY CHECK"],
    ["Calls", String(calls), String(plan.calls.expected)],
    ["Valid first replies", `${replies.valid} of ${replies.asked}`, "all"],
    ["Tokens in", count(tokens?.input), groupThousands(plan.input.expected)],
    ["Tokens out", count(tokens?.output), groupThousands(plan.output.expected)],
    ["Second prompt from the cache", cached ?? "not reported", ""],
    ["Dollars by the tokens", showDollars(priced), showDollars(plan.cost?.expected ?? null)],
    ["Dollars billed", billed === null ? "not reported" : formatDollars(billed), ""],
    ["Seconds to the first token", formatSeconds(firstTokens), ""],
    ["Refused parameters", leftOut.join(", ") || "nothing", ""],
  ];
  return [
    ...alignColumns(rows, width),
    ...listFindings(plan.model, figures).flatMap((finding) => wrap(finding, width)),
  ];
}

function formatShare(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`;
}

function formatSeconds(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) return "none came";
  const [least = middle] = sorted;
  const most = sorted.at(-1) ?? middle;
  return `${middle.toFixed(1)} (${least.toFixed(1)} to ${most.toFixed(1)})`;
}

/** A bill this much above the price of the tokens is named. */
const BILL_OFF = 1.1;

function listFindings(spec: string, figures: TrialFigures): string[] {
  const { result, tokens, priced, billed } = figures;
  const findings: string[] = [];
  if (result.status !== "closed") findings.push(`The trial ended early: ${result.reason}.`);
  if (tokens === null && !isProgram(spec))
    findings.push("The server does not report its tokens, so each call counts as its dearest.");
  if (tokens?.cached === 0 && (priced ?? 0) > 0)
    findings.push(
      "Nothing was read from a cache, which check counts on: a long debate costs several times as much as check says.",
    );
  if (billed !== null && priced !== null && billed > BILL_OFF * priced)
    findings.push(
      `The provider bills ${formatDollars(billed)} for tokens of ${formatDollars(priced)}. Put its real price into boardroom.yaml (prices:).`,
    );
  return findings;
}

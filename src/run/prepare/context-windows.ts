// Compares the longest prompt of a meeting with the context windows of its models. `check` prints
// the plan, and `run` refuses what does not fit.

import { type ContextNeed, listSeats, measureContextNeed } from "../../engine/money/plan.ts";
import { openNames } from "../../engine/perspective/names.ts";
import { BoardroomError, type Problem } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { findMissingPrograms } from "../../home/settings/programs.ts";
import {
  askServer,
  findServedModel,
  type GivenWindow,
  type ServedModel,
} from "../../home/spending/model-server.ts";
import { dropMissing } from "../../lists.ts";
import { SHORTEST_HIDDEN } from "../../models/contract/mask.ts";
import { OLLAMA_WINDOW } from "../../models/local/ollama-models.ts";
import { readKey } from "../../models/registry/providers.ts";
import { groupThousands } from "../../text/plain.ts";
import type { Prepared } from "./prepare.ts";

type WindowInput = Pick<Prepared, "scenario" | "protocol" | "project">;

type ContextPlan = {
  lines: readonly string[];
  warnings: readonly string[];
  problems: readonly Problem[];
};

/** Calls no model. Windows of hosted models are not compared: they refuse a prompt that is too long. */
export async function planContextWindows(io: Io, input: WindowInput): Promise<ContextPlan> {
  const { scenario, protocol, project } = input;
  const seats = listSeats(scenario, protocol);
  const seated = [...new Set(seats.flatMap(({ model, fallback = model }) => [model, fallback]))];
  const plans = await Promise.all(
    seated.flatMap((spec) => {
      const model = findServedModel(io, project, spec);
      return model ? [planModel(io, input, model)] : [];
    }),
  );
  return {
    lines: plans.flatMap(({ lines }) => lines),
    warnings: [...new Set(plans.flatMap(({ warnings }) => warnings))],
    problems: [
      ...plans.flatMap(({ problems }) => problems),
      ...findMissingPrograms(io, project.models, seated),
    ],
  };
}

/** Throws what is wrong before anything is spent. */
export async function requireLargeEnoughWindows(
  io: Io,
  input: WindowInput,
): Promise<readonly string[]> {
  const { lines, warnings, problems } = await planContextWindows(io, input);
  if (problems.length > 0) throw new BoardroomError("model-unfit", problems);
  return [...warnings.map((warning) => `warning: ${warning}`), ...lines];
}

/** A short key, such as a placeholder, is a part of ordinary words and cannot be hidden in replies. */
function warnOfShortKey({ env }: Io, { provider }: ServedModel): readonly string[] {
  const { length } = readKey(provider, env);
  if (length === 0 || length >= SHORTEST_HIDDEN) return [];
  const fault = `${provider.keyVariable} has fewer than ${SHORTEST_HIDDEN} characters`;
  return [`${fault}: if a server repeats it, it is not hidden`];
}

async function planModel(io: Io, input: WindowInput, model: ServedModel): Promise<ContextPlan> {
  const given = await askServer(io, input.project, model);
  const exposed = warnOfShortKey(io, model);
  if (given === null) return { lines: [], warnings: exposed, problems: [] };
  if ("message" in given)
    return { lines: [], warnings: [], problems: [{ ...given, spec: model.spec }] };
  const need = computeNeed(input);
  const { spec } = model;
  const fits = given.window === null || need.total <= given.window;
  if (given.isKnown && !fits)
    return { lines: [], warnings: [], problems: [describeSmallWindow(model, need, given)] };
  const line = `Context: ${describeNeed(need)}; ${spec} ${describeWindow(given)}`;
  if (given.isKnown) return { lines: [line], warnings: exposed, problems: [] };
  if (given.isLoading) {
    const { host } = new URL(model.provider.baseUrl);
    const loading = `${spec} is still loading at ${host}: its calls wait for it`;
    return { lines: [line], warnings: [...exposed, loading], problems: [] };
  }
  const cut = fits ? "" : "A prompt that the server cuts is a failed call. ";
  const assumed = groupThousands(OLLAMA_WINDOW);
  const unknown = `${spec} does not report its context window, and ${assumed} tokens are assumed. ${cut}State it as providers.${model.provider.name}.capabilities.contextWindow in boardroom.yaml`;
  return { lines: [line], warnings: [...exposed, unknown], problems: [] };
}

function describeNeed({ total, layers, debate, reply }: ContextNeed): string {
  const parts = [
    `${groupThousands(layers)} rules and documents`,
    `${groupThousands(debate)} debate at its limit`,
    `${groupThousands(reply)} reply`,
  ];
  return `a member needs up to ${groupThousands(total)} tokens (${parts.join(", ")})`;
}

function describeWindow({ window, isKnown }: GivenWindow): string {
  if (window === null) return "opens a window of that size";
  return `${isKnown ? "gives" : "is assumed to give"} ${groupThousands(window)}`;
}

function computeNeed({ scenario, protocol }: WindowInput): ContextNeed {
  const bound = protocol.bind(scenario);
  return measureContextNeed({
    scenario,
    seats: listSeats(scenario, protocol),
    names: openNames(scenario.members),
    rules: bound.getRules(),
    plan: bound.plan(),
  });
}

function describeSmallWindow(
  { spec, provider }: ServedModel,
  need: ContextNeed,
  { window }: GivenWindow,
): Problem {
  const remedies = dropMissing([
    `${ENLARGE[provider.name] ?? "Give the model a larger context window"}`,
    "run a shorter meeting with --max-messages",
  ]);
  return {
    spec,
    message: `${spec} has a context window of ${groupThousands(window ?? 0)} tokens, and a member needs up to ${groupThousands(need.total)}`,
    remedy: `${remedies.join("; or ")}.`,
  };
}

const ENLARGE: Readonly<Record<string, string>> = {
  ollama: "Take a model with a longer context",
  lmstudio: "Load it with a larger one: lms load MODEL --context-length TOKENS",
  llamacpp: "Start the server with a larger one: llama-server --ctx-size TOKENS",
  vllm: "Start the server with a larger one: vllm serve MODEL --max-model-len TOKENS",
};

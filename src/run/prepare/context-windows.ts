import { type ContextNeed, contextNeed, seatsOf } from "../../engine/meeting/money/plan.ts";
import { openNames } from "../../engine/perspective/names.ts";
import { BoardroomError, type Problem } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { originOf } from "../../models/local/ask-json.ts";
import { recogniseServer, SERVER_NAMES } from "../../models/local/local-server.ts";
import { OLLAMA_WINDOW, ollamaFacts, ollamaModels } from "../../models/local/ollama-models.ts";
import { type Provider, providersOf } from "../../models/registry/providers.ts";
import { suggestion } from "../../scenario/files/nearest.ts";
import { groupThousands } from "../../text/plain.ts";
import type { Prepared } from "./prepare.ts";

type ContextMatter = Pick<Prepared, "scenario" | "protocol" | "outer">;

type ContextPlan = {
  readonly lines: readonly string[];
  readonly warnings: readonly string[];
  readonly problems: readonly Problem[];
};

/** Calls no model. Hosted models are not asked: they refuse a prompt that is too long. */
export async function planContext(io: Io, matter: ContextMatter): Promise<ContextPlan> {
  const { scenario, protocol, outer } = matter;
  const providers = providersOf(outer.models, io.env);
  const seats = seatsOf(scenario, protocol);
  const seated = [...new Set(seats.flatMap(({ model, fallback = model }) => [model, fallback]))];
  const plans = await Promise.all(
    seated.flatMap((spec) => {
      const [name = "", ...id] = spec.split(":");
      const provider = providers.find((each) => each.name === name);
      if (!provider || provider.counts === undefined || provider.invalid) return [];
      return [planOf(io, matter, { spec, id: id.join(":"), provider })];
    }),
  );
  return {
    lines: plans.flatMap(({ lines }) => lines),
    warnings: plans.flatMap(({ warnings }) => warnings),
    problems: plans.flatMap(({ problems }) => problems),
  };
}

/** Throws what is wrong before anything is spent. */
export async function requireContext(io: Io, matter: ContextMatter): Promise<readonly string[]> {
  const { lines, warnings, problems } = await planContext(io, matter);
  if (problems.length > 0) throw new BoardroomError("model-unfit", problems);
  return [...warnings.map((warning) => `warning: ${warning}`), ...lines];
}

type OwnModel = { readonly spec: string; readonly id: string; readonly provider: Provider };

async function planOf(io: Io, matter: ContextMatter, model: OwnModel): Promise<ContextPlan> {
  const given = await givenTo(io, model);
  if ("message" in given) return { lines: [], warnings: [], problems: [{ ...given, spec: model.spec }] };
  const need = needOf(matter);
  const { spec } = model;
  const { summarise } = matter.scenario.prompt;
  const fits = given.window === null || need.total <= given.window;
  const isSummarised = !fits && summarise === true && need.summarised <= (given.window ?? 0);
  if (given.isKnown && !fits && !isSummarised)
    return { lines: [], warnings: [], problems: [tooSmall(model, need, given)] };
  const { layers, debate, reply } = need;
  const parts = [
    `${groupThousands(layers)} rules and documents`,
    `${groupThousands(debate)} debate at its limit`,
    `${groupThousands(reply)} reply`,
  ].join(", ");
  const gives =
    given.window === null
      ? "opens a window of that size"
      : `${given.isKnown ? "gives" : "is assumed to give"} ${groupThousands(given.window)}`;
  return {
    lines: [
      `Context: a member needs up to ${groupThousands(need.total)} tokens (${parts}); ${spec} ${gives}${isSummarised ? ", so old messages are summarised" : ""}`,
    ],
    warnings: given.isKnown
      ? []
      : [
          `${spec} does not report its context window, and ${groupThousands(OLLAMA_WINDOW)} tokens are assumed. ${fits || isSummarised ? "" : "A prompt that the server cuts is a failed call. "}State it as providers.${model.provider.name}.capabilities.contextWindow in boardroom.yaml`,
        ],
    problems: [],
  };
}

function needOf({ scenario, protocol }: ContextMatter): ContextNeed {
  const bound = protocol.bind(scenario);
  return contextNeed({
    scenario,
    seats: seatsOf(scenario, protocol),
    names: openNames(scenario.members),
    house: bound.house(),
    plan: bound.plan(),
  });
}

/** Tokens; with `window: null` the server opens a window of any size. */
type GivenWindow = { readonly window: number | null; readonly isKnown: boolean };

async function givenTo(io: Io, { id, provider }: OwnModel): Promise<GivenWindow | Problem> {
  const stated = provider.settings.capabilities?.contextWindow;
  if (typeof stated === "number") return { window: stated, isKnown: true };
  const { name, keyVariable } = provider;
  const apiKey = keyVariable === null ? "" : (io.env[keyVariable]?.trim() ?? "");
  const access = { fetch: io.fetch, apiKey };
  const origin = originOf(provider.baseUrl);
  const server = await recogniseServer(origin, access);
  const from = new URL(origin).host;
  if (server === null) return silent(provider, from);
  if (provider.speaks === "ollama") {
    if (server === "other" || server.provider !== "ollama")
      return {
        message: `no Ollama answers at ${from}, but ${whatIs(server)}`,
        remedy: addressRemedy(provider),
      };
    const facts = await ollamaFacts(origin, id, access);
    if (!facts.isThere)
      return unknownModel(
        "Ollama",
        id,
        (await ollamaModels(origin, access)).map((each) => each.id),
      );
    return { window: facts.most, isKnown: true };
  }
  if (server === "other") {
    if (LOCAL.has(name))
      return {
        message: `no ${SERVER_NAMES[name as "vllm"]} answers at ${from}, but another server`,
        remedy: addressRemedy(provider),
      };
    return { window: OLLAMA_WINDOW, isKnown: false };
  }
  const known = server.models.find((model) => model.id === id);
  const only = server.provider === "llamacpp" && server.models.length === 1 ? server.models[0] : undefined;
  const model = known ?? only;
  if (!model)
    return unknownModel(
      SERVER_NAMES[server.provider],
      id,
      server.models.map((each) => each.id),
    );
  return { window: model.window ?? OLLAMA_WINDOW, isKnown: model.window !== null };
}

const LOCAL: ReadonlySet<string> = new Set(Object.keys(SERVER_NAMES));

function whatIs(server: Exclude<Awaited<ReturnType<typeof recogniseServer>>, null>): string {
  return server === "other" ? "another server" : SERVER_NAMES[server.provider];
}

function silent({ name, addressVariable }: Provider, host: string): Problem {
  const who = LOCAL.has(name) ? SERVER_NAMES[name as "vllm"] : "server";
  return {
    message: `no ${who} answers at ${host}`,
    remedy: `${name === "ollama" ? "Start it with `ollama serve`" : "Start it"}, ${addressVariable ? `set ${addressVariable.name} if it has another address, ` : ""}or let --model auto find a model.`,
  };
}

function addressRemedy({ addressVariable, name }: Provider): string {
  return `Set ${addressVariable?.name ?? `providers.${name}.baseUrl`} to its address, or let --model auto find a model.`;
}

function unknownModel(server: string, id: string, known: readonly string[]): Problem {
  const pull = server === "Ollama" ? ` To download it: ollama pull ${id}` : "";
  return {
    message: `${server} has no model ${JSON.stringify(id)}`,
    remedy: `${suggestion(id, known, "Models")}${pull}`,
  };
}

function tooSmall({ spec, provider }: OwnModel, need: ContextNeed, { window }: GivenWindow): Problem {
  const remedies = [
    `${ENLARGE[provider.name] ?? "Give the model a larger context window"}`,
    "run a shorter meeting with --max-messages",
    ...(need.summarised <= (window ?? 0)
      ? ["allow summaries of old messages: prompt.summarise: true in scenario.yaml"]
      : []),
  ];
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

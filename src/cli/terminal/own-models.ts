import { callerSeat, NO_MATTER } from "../../home/money/ask-model.ts";
import type { Io } from "../../home/process/io.ts";
import { addressToSet } from "../../home/settings/auto-model.ts";
import { type ProjectSettings, registryOf } from "../../home/settings/settings.ts";
import { singleRequest } from "../../models/contract/layout.ts";
import { originOf, parseJson, textAt } from "../../models/local/ask-json.ts";
import { SERVER_NAMES } from "../../models/local/local-server.ts";
import {
  type AskedAddress,
  askAddresses,
  chatModels,
  type FoundModel,
} from "../../models/registry/find-models.ts";
import { type Provider, providersOf } from "../../models/registry/providers.ts";
import { aligned } from "../../text/aligned.ts";
import { groupThousands } from "../../text/plain.ts";

type Looking = {
  readonly outer: ProjectSettings;
  readonly timeoutMs: number;
  readonly width: number | undefined;
};

export async function ownModelLines(io: Io, { outer, timeoutMs, width }: Looking): Promise<readonly string[]> {
  const providers = providersOf(outer.models, io.env);
  const asked = await askAddresses(providers, { fetch: io.fetch, timeoutMs: io.findMs });
  const found = chatModels(asked);
  const remarks = asked.flatMap(emptyLine);
  if (found.length === 0)
    return [`No model found on this machine; asked ${asked.map(nameAndPlace).join(", ")}.`, ...remarks];
  const rows = await Promise.all(
    found.map(async (each) => [
      each.spec,
      each.model.isLoaded ? "loaded" : "not loaded",
      each.model.window === null ? "unknown" : groupThousands(each.model.window),
      await enforcement(io, outer, each, timeoutMs),
      commandFor(each, providers),
    ]),
  );
  return [
    ...aligned([["ON THIS MACHINE", "STATE", "CONTEXT", "JSON", "TO USE IT"], ...rows], width),
    ...remarks,
  ];
}

function commandFor(found: FoundModel, providers: readonly Provider[]): string {
  const variable = addressToSet(found, providers);
  return `${variable === null ? "" : `${variable} `}boardroom run hiring --model ${found.spec}`;
}

function nameAndPlace({ provider, origin }: AskedAddress): string {
  return `${SERVER_NAMES[provider.name as "vllm"]} at ${new URL(origin).host}`;
}

function emptyLine({ origin, found }: AskedAddress): readonly string[] {
  if (found === null) return [];
  const { host } = new URL(origin);
  if (found === "other") return [`${host} answers, but is no known model server.`];
  const hosted = found.models.filter(({ isHosted }) => isHosted).map(({ id }) => id);
  return [
    ...(found.models.length === 0 ? [`${SERVER_NAMES[found.provider]} at ${host} has no model.`] : []),
    ...(hosted.length > 0
      ? [
          `Not on this machine: ${SERVER_NAMES[found.provider]} passes ${hosted.join(", ")} on to a host elsewhere.`,
        ]
      : []),
  ];
}

/** A model gives this word only if the server holds it to the schema. */
const WORD = "kestrel-47";
const SCHEMA = {
  type: "object",
  properties: { word: { type: "string", enum: [WORD] } },
  required: ["word"],
  additionalProperties: false,
};

/** Only a model in memory is tried: nothing is loaded for it. */
async function enforcement(
  io: Io,
  outer: ProjectSettings,
  { spec, model, server }: FoundModel,
  timeoutMs: number,
): Promise<string> {
  if (!model.isLoaded) return "not tried";
  const { provider, origin } = server;
  const own = outer.models.providers?.[provider];
  // Another window than it has now would load the model anew.
  const capabilities = { ...own?.capabilities, structuredOutput: true, contextWindow: model.window };
  const moved = originOf(own?.baseUrl ?? "") === origin ? own?.baseUrl : `${origin}/v1`;
  const providers = { ...outer.models.providers, [provider]: { ...own, baseUrl: moved, capabilities } };
  const registry = registryOf(io, { ...outer.models, providers });
  const request = singleRequest({
    shared: "You answer in one word, and never in JSON.",
    cue: "What color is snow?",
    json: { name: "word", schema: SCHEMA },
    maxOutputTokens: 60,
    cacheKey: "doctor",
  });
  const asked = registry.create({ spec, seat: callerSeat(spec, "caller"), scenario: NO_MATTER });
  const signal = AbortSignal.timeout(timeoutMs);
  const reply = await asked.generate(request, { signal });
  if (signal.aborted) return "no answer in time";
  if (registry.endpoint(spec).learned?.takesConstraints === false) return "JSON refused";
  if (reply.type === "failure") return `failed (${reply.kind})`;
  return textAt(parseJson(reply.text), "word") === WORD ? "JSON enforced" : "JSON not enforced";
}

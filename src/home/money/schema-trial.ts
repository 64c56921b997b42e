import { singleRequest } from "../../models/contract/layout.ts";
import { originOf, textAt } from "../../models/local/ask-json.ts";
import type { FoundModel } from "../../models/registry/find-models.ts";
import { jsonOf } from "../../text/json-in.ts";
import type { Io } from "../process/io.ts";
import { type ProjectSettings, registryOf } from "../settings/settings.ts";
import { callerSeat, NO_MATTER } from "./ask-model.ts";

/** A model gives this word only if the server holds it to the schema. */
const WORD = "kestrel-47";
const SCHEMA = {
  type: "object",
  properties: { word: { type: "string", enum: [WORD] } },
  required: ["word"],
  additionalProperties: false,
};

/** One short call to a server on this machine. Only a model in memory is tried: nothing is loaded for it. */
export async function tryTheSchema(
  io: Io,
  project: Pick<ProjectSettings, "models">,
  { spec, model, server }: FoundModel,
  timeoutMs: number,
): Promise<string> {
  if (!model.isLoaded) return "not tried";
  const { origin } = server;
  const [provider = ""] = spec.split(":");
  const own = project.models.providers?.[provider];
  const capabilities = { ...own?.capabilities, structuredOutput: true, contextWindow: model.window };
  const moved = originOf(own?.baseUrl ?? "") === origin ? own?.baseUrl : `${origin}/v1`;
  const providers = { ...project.models.providers, [provider]: { ...own, baseUrl: moved, capabilities } };
  const registry = registryOf(io, { ...project.models, providers });
  const request = singleRequest({
    shared: "You answer in one word, and never in JSON.",
    instruction: "What color is snow?",
    json: { name: "word", schema: SCHEMA },
    maxOutputTokens: 60,
    cacheKey: "doctor",
  });
  const asked = registry.create({ spec, seat: callerSeat(spec), scenario: NO_MATTER });
  const signal = AbortSignal.timeout(timeoutMs);
  const reply = await asked.generate(request, { signal });
  if (signal.aborted) return "no answer in time";
  if (registry.endpoint(spec).learned?.takesConstraints === false) return "JSON refused";
  if (reply.type === "failure") return `failed (${reply.kind})`;
  return textAt(jsonOf(reply.text), "word") === WORD ? "JSON enforced" : "JSON not enforced";
}

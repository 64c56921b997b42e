import { convertPrompt as toOpenAi } from "../openai/convert-prompt.ts";
import type { Capabilities } from "../port/capabilities.ts";
import type { ModelRequest } from "../port/model.ts";
import { estimateInput, leastInput } from "../pricing/estimate.ts";

/** Ollama loads a model anew when the window's size changes, so it is asked for in steps. */
const STEP = 2_048;
const SMALLEST = 4_096;
const REPLY = 1_000;

export function convertPrompt(
  request: ModelRequest,
  { id, capabilities }: { readonly id: string; readonly capabilities: Capabilities },
) {
  const taken = { ...capabilities, contentParts: false, caching: "none", grammar: "none" } as const;
  const { messages, response_format, temperature } = toOpenAi(request, { model: id, capabilities: taken });
  const format = response_format?.type === "json_schema" ? response_format.json_schema.schema : undefined;
  return {
    model: id,
    messages,
    stream: true,
    ...(format && { format }),
    options: {
      num_ctx: windowFor(request, capabilities),
      num_predict: request.maxOutputTokens,
      ...(typeof temperature === "number" && { temperature }),
    },
  };
}

function windowFor(request: ModelRequest, { contextWindow }: Capabilities): number {
  if (contextWindow !== null) return contextWindow;
  const { window, maxOutputTokens } = request;
  const tokens = window
    ? Math.max(window, leastInput(request) + REPLY)
    : estimateInput(request) + maxOutputTokens;
  return Math.max(SMALLEST, Math.ceil(tokens / STEP) * STEP);
}

// How a model is named: `provider:id`, or one word for those without a provider.

import { BoardroomError } from "../../errors.ts";

/** A model as it is asked for, taken apart. */
export type ModelSpec = {
  spec: string;
  provider: string;
  /** The provider's own name of the model; may hold colons and slashes. */
  id: string;
};

const ALONE: ReadonlySet<string> = new Set(["simulated", "scripted", "recorded"]);

export function parseModelSpec(text: string): ModelSpec {
  const spec = text.trim();
  if (ALONE.has(spec)) return { spec, provider: spec, id: spec };
  const colon = spec.indexOf(":");
  const provider = colon < 0 ? spec : spec.slice(0, colon).trim();
  const id = colon < 0 ? "" : spec.slice(colon + 1).trim();
  if (provider === "simulated")
    throw new BoardroomError("unknown-model", {
      spec,
      message: `simulated member of kind ${JSON.stringify(id)} not found`,
      remedy: "Write simulated alone.",
    });
  if (provider !== "" && id !== "") return { spec, provider, id };
  throw new BoardroomError("unknown-model", {
    spec,
    message: `invalid model "${text}": expected provider:model`,
    remedy:
      "Examples: anthropic:claude-sonnet-5-5, openai:gpt-6-sol, ollama:llama3.3, simulated, human:Ada for a person",
  });
}

export function isSimulated(spec: string): boolean {
  return spec.trim() === "simulated";
}

/** A program on this computer that answers for a member: `program:NAME` or `program:NAME/MODEL`. */
export function isProgram(spec: string): boolean {
  return spec.startsWith("program:");
}

export function findSharedModel(seats: readonly { model: string }[]): string | null {
  const [first, ...rest] = seats.map(({ model }) => model);
  const isOne = first !== undefined && rest.length > 0 && rest.every((model) => model === first);
  return isOne && !isWithoutLanguageModel(first) ? first : null;
}

/** Simulated members, people, and seats that need no words. */
export function isWithoutLanguageModel(spec: string): boolean {
  return NO_LANGUAGE_MODEL.test(spec);
}

const NO_LANGUAGE_MODEL = /^(?:simulated|scripted|recorded|template|human|agent)(?::|$)/;

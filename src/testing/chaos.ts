import { drawFrom } from "../engine/routing/draw.ts";
import { failure } from "../models/port/failure.ts";
import type { GenerateOptions, Model, ModelReply, ModelRequest } from "../models/port/model.ts";
import { streamText } from "../models/port/stream-text.ts";

/** What can go wrong with a call. */
export const FAULTS = [
  "rate-limited",
  "overloaded",
  "timeout",
  "dropped",
  "malformed",
  "empty",
  "refused",
  "cut-off",
  "garbled",
] as const;
export type Fault = (typeof FAULTS)[number];

/** Share of the calls that each fault hits, 0 to 1; together at most 1. */
export type FaultRates = Readonly<Partial<Record<Fault, number>>>;

export type ChaosOptions = {
  readonly rates: number | FaultRates;
  /** Tells two wrappers of one meeting apart. Default empty. */
  readonly seed?: string | undefined;
};

/** Any model, with faults that follow from the request's chance and the seed. A stall is a timeout at once. */
export function faultyModel(model: Model, { rates, seed = "" }: ChaosOptions): Model {
  const each = ratesOf(rates);
  return {
    ...model,
    async generate(request, options) {
      const draw = (purpose: string) => drawFrom(seed, request.chance, purpose);
      const fault = options.signal.aborted ? null : faultAt(each, draw("fault"));
      return fault === null
        ? await model.generate(request, options)
        : await strike(fault, { model, request, options, draw: draw("detail") });
    },
  };
}

function ratesOf(rates: number | FaultRates): readonly (readonly [Fault, number])[] {
  if (typeof rates !== "number") return FAULTS.map((fault) => [fault, rates[fault] ?? 0]);
  return FAULTS.map((fault) => [fault, rates / FAULTS.length]);
}

function faultAt(rates: readonly (readonly [Fault, number])[], draw: number): Fault | null {
  let left = draw;
  for (const [fault, rate] of rates) {
    if (left < rate) return fault;
    left -= rate;
  }
  return null;
}

type Struck = {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly options: GenerateOptions;
  readonly draw: number;
};

async function strike(fault: Fault, struck: Struck): Promise<ModelReply> {
  switch (fault) {
    case "rate-limited":
      return failure(fault, "Injected: 429, come back in 2 seconds.", { status: 429, retryAfterMs: 2_000 });
    case "overloaded":
      return failure(fault, "Injected: 529, overloaded.", { status: 529 });
    case "timeout":
      return failure(fault, "Injected: nothing arrived.");
    case "malformed":
      return failure(fault, "Injected: the stream is no JSON.");
    case "empty":
      return failure(fault, "Injected: a reply without text.");
    case "refused":
      return failure(fault, "Injected: the model would rather not.");
    case "dropped":
      return await changed(struck, (text) =>
        failure("dropped", "Injected: the connection was reset.", {
          partialText: brokenOff(text, struck.draw),
        }),
      );
    case "cut-off":
      return await changed(struck, (text, reply) => ({
        ...reply,
        text: brokenOff(text, struck.draw),
        stop: "length",
      }));
    case "garbled":
      return await changed(struck, (text, reply) => ({ ...reply, text: garbled(text, struck.draw) }));
    default:
      return fault satisfies never;
  }
}

type AnsweredReply = Extract<ModelReply, { type: "answer" }>;

async function changed(
  { model, request, options }: Struck,
  change: (text: string, reply: AnsweredReply) => ModelReply,
): Promise<ModelReply> {
  const reply = await model.generate(request, { signal: options.signal });
  return reply.type === "answer" ? await streamText(change(reply.text, reply), options) : reply;
}

function brokenOff(text: string, draw: number): string {
  return text.slice(0, Math.max(1, Math.floor(text.length * draw)));
}

function garbled(text: string, draw: number): string {
  const tags = [...text.matchAll(/<\/?\w+/g)];
  const hit = tags[Math.floor(tags.length * draw)];
  return hit === undefined ? `{${text}` : text.slice(0, hit.index) + text.slice(hit.index + 1);
}

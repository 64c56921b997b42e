import { drawFrom } from "boardroom/extend";
import { createFailure, streamText } from "../../src/models/contract/failure.ts";
import type { Model, ModelAnswer, ModelReply } from "../../src/models/contract/model.ts";

const FAILURES = {
  "rate-limited": ["429, come back in 2 seconds", { status: 429, retryAfterMs: 2_000 }],
  overloaded: ["529, overloaded", { status: 529 }],
  timeout: ["nothing arrived", {}],
  malformed: ["the stream is no JSON", {}],
  empty: ["a reply without text", {}],
  refused: ["the model refused", {}],
} as const;

/** Damages to a reply. `draw`, in [0, 1), is the position of the damage. */
const DAMAGES = {
  dropped: ({ text }: ModelAnswer, draw: number): ModelReply =>
    createFailure("dropped", "Injected: the connection was reset.", {
      partialText: brokenOff(text, draw),
    }),
  "cut-off": (reply: ModelAnswer, draw: number): ModelReply => ({
    ...reply,
    text: brokenOff(reply.text, draw),
    stop: "length",
  }),
  garbled: (reply: ModelAnswer, draw: number): ModelReply => ({
    ...reply,
    text: garbled(reply.text, draw),
  }),
};

export type Fault = keyof typeof FAILURES | keyof typeof DAMAGES;
/** What can go wrong with a call. */
export const FAULTS = [...Object.keys(FAILURES), ...Object.keys(DAMAGES)] as Fault[];

/** Share of the calls that each fault hits, 0 to 1; together at most 1. */
export type FaultRates = Readonly<Partial<Record<Fault, number>>>;

export type ChaosOptions = {
  rates: number | FaultRates;
  /** Distinguishes two wrappers of one meeting. Default empty. */
  seed?: string | undefined;
};

/** Any model, with faults that follow from the request's chance and the seed. A stall is a timeout at once. */
export function faultyModel(model: Model, { rates, seed = "" }: ChaosOptions): Model {
  const rateOf = (fault: Fault) =>
    typeof rates === "number" ? rates / FAULTS.length : (rates[fault] ?? 0);
  return {
    ...model,
    async generate(request, options) {
      let left = drawFrom(seed, request.chance, "fault");
      const fault = options.signal.aborted
        ? undefined
        : FAULTS.find((each) => {
            left -= rateOf(each);
            return left < 0;
          });
      if (fault === undefined) return await model.generate(request, options);
      if (fault in FAILURES) {
        const kind = fault as keyof typeof FAILURES;
        const [why, more] = FAILURES[kind];
        return createFailure(kind, `Injected: ${why}.`, more);
      }
      const reply = await model.generate(request, { signal: options.signal });
      if (reply.type !== "answer") return reply;
      const damage = DAMAGES[fault as keyof typeof DAMAGES];
      return await streamText(damage(reply, drawFrom(seed, request.chance, "detail")), options);
    },
  };
}

function brokenOff(text: string, draw: number): string {
  return text.slice(0, Math.max(1, Math.floor(text.length * draw)));
}

function garbled(text: string, draw: number): string {
  const tags = [...text.matchAll(/<\/?\w+/g)];
  const hit = tags[Math.floor(tags.length * draw)];
  return hit === undefined ? `{${text}` : text.slice(0, hit.index) + text.slice(hit.index + 1);
}

/**
 * Events of model calls: the chosen speaker, and the answers and failures of calls with their cost.
 * The price of a call is computed in models/pricing/; here it is only counted.
 */

import { z } from "zod";
import { isProgram } from "../../models/contract/model-spec.ts";
import { words } from "../words/words.ts";
import { defineEvent } from "./event.ts";
import { count, digest, type EventOf, seatId, usageSchema } from "./event-fields.ts";
import { getMember, type MutableState, type Spending } from "./state.ts";

const dollars = z.number().nullable().describe("Dollars; null if the price is unknown");
const callFacts = {
  latencyMs: z.number().describe("Milliseconds of the call"),
  heldMs: z.number().optional().describe("Milliseconds that its provider's limits held it back"),
  requestId: z.string().optional().describe("The provider's id of the request"),
  unreported: z
    .string()
    .optional()
    .describe("Why the provider's counts of tokens do not count; said once a model"),
  estimate: z
    .object({
      input: count.describe("Tokens"),
      output: count.describe("Limit of tokens"),
      cost: dollars,
    })
    .optional()
    .describe("At most"),
};
const purpose = z.enum(["turn", "repair", "continuation"]).describe("Why the model was called");

const calledFields = {
  speaker: seatId,
  purpose,
  asked: z.string().describe("The model asked for"),
};

const answeredFields = {
  ...calledFields,
  answered: z.string().describe("The model that answered"),
  request: digest.describe("Digest of the request"),
  text: z.string().describe("The reply"),
  stop: z.enum(["end", "length", "repeat"]).describe("Why the reply ended"),
  usage: usageSchema.nullable().describe("Tokens as the provider reported them, or null"),
  cost: dollars,
  ...callFacts,
};

const failedFields = {
  ...calledFields,
  request: digest.describe("Digest of the request"),
  kind: z.string().describe("Kind of failure"),
  message: z.string().describe("The provider's words"),
  partial: z.string().describe("What was streamed before it failed"),
  stop: z.literal("length").optional().describe("Cut at the output limit before any text"),
  begun: z.literal(true).optional().describe("The answer had begun, so the call is charged"),
  retryInMs: z.number().nullable().describe("Milliseconds; null if there is no next attempt"),
  usage: usageSchema.optional().describe("Tokens as the provider reported them"),
  cost: dollars.optional(),
  ...callFacts,
};

export const CALL_EVENTS = {
  "speaker.selected": defineEvent({
    fields: {
      selector: z.string().describe("Name of the selector"),
      speaker: seatId,
      weights: z
        .array(z.object({ seat: seatId, weight: z.number().describe("0: could not be chosen") }))
        .describe("Every member"),
      draw: z.number().nullable().describe("Random number from 0 to 1, or null if none was needed"),
      why: z.string().describe("Why, in words"),
    },
    showTo: "all",
    comesAgain: true,
    fold(state, { speaker }) {
      if (speaker === state.requestedSpeaker) state.requestedSpeaker = null;
    },
    describe: null,
    isShown: false,
  }),

  "call.answered": defineEvent({
    fields: answeredFields,
    showTo: "all",
    fold(state, answered) {
      const member = getMember(state, answered.speaker);
      member.lastReply = answered.text;
      const { seat } = member;
      member.hasFallenBack ||= answered.asked === seat.fallback && answered.asked !== seat.model;
      if (answered.purpose === "repair") member.isRepairing = true;
      addSpending(state, answered.speaker, computeSpending(answered));
    },
    describe: ({ asked, unreported }) =>
      unreported === undefined
        ? null
        : { text: words.event.unreported(asked, unreported), tone: "warning" },
    isShown: ({ unreported }) => unreported !== undefined,
  }),

  "call.failed": defineEvent({
    fields: failedFields,
    showTo: "all",
    fold: (state, failed) => addSpending(state, failed.speaker, computeSpending(failed)),
    describe({ speaker, kind, message, retryInMs }, { getName }) {
      const seconds = retryInMs === null ? null : (retryInMs / 1000).toFixed(1);
      return {
        text: words.event.callFailed(getName(speaker), kind, message, seconds),
        tone: "warning",
      };
    },
  }),

  "impersonation.attempted": defineEvent({
    fields: { speaker: seatId, as: seatId.describe("Seat id it wrote as") },
    showTo: "all",
    comesAgain: true,
    describe: ({ speaker, as }, { getName }) => ({
      text: words.event.posed(getName(speaker), getName(as)),
      tone: "warning",
    }),
  }),
};

type Call = EventOf<typeof answeredFields> | EventOf<typeof failedFields>;

/** A call without usage is charged its estimate: the whole of it, or of a broken stream its input and what was streamed. */
export function computeSpending(call: Call): Spending {
  const { usage, estimate } = call;
  const isAnswer = "answered" in call;
  const isGuessed = !usage && (isAnswer || call.begun === true || call.partial !== "");
  const input = usage ? usage.uncached + usage.cacheRead + usage.cacheWrite : 0;
  const output = usage?.output ?? 0;
  const cost = computeCost(call);
  const estimatedTokens = estimate ? estimate.input + estimate.output : 0;
  return {
    calls: isAnswer ? 1 : 0,
    failedCalls: isAnswer ? 0 : 1,
    input,
    estimatedInput: estimate?.input ?? 0,
    cacheRead: usage?.cacheRead ?? 0,
    output,
    cost,
    byPlan: isProgram(call.asked) ? 1 : 0,
    chargedTokens: isGuessed ? estimatedTokens : input + output,
    chargedDollars: (isGuessed ? estimate?.cost : cost) ?? 0,
    ms: call.latencyMs,
  };
}

/** A failed call without usage is free, unless the price of its model is unknown. */
function computeCost(call: Call): number | null {
  if (isProgram(call.asked)) return 0;
  if ("answered" in call) return call.cost;
  if (call.usage) return call.cost ?? null;
  return call.estimate?.cost === null ? null : 0;
}

function addSpending(state: MutableState, speaker: string, spent: Spending): void {
  for (const spender of [state, getMember(state, speaker)])
    spender.spending = sumSpendings(spender.spending, spent);
}

/** The cost is unknown once a part of it is. */
function sumSpendings(before: Spending, spent: Spending): Spending {
  const added: Record<keyof Spending, number | null> = { ...before };
  for (const name of Object.keys(before) as (keyof Spending)[]) {
    const [amount, more] = [before[name], spent[name]];
    added[name] = amount === null || more === null ? null : amount + more;
  }
  return added as Spending;
}

export type ShownCost = { cost: number | null; byPlan?: number | undefined };

/** With `byPlan`, a cost of null is not unknown: a plan paid all calls. */
export function readCost({ cost, byPlan }: Spending): ShownCost {
  if (cost === null || byPlan === 0) return { cost };
  return { cost: cost === 0 ? null : cost, byPlan };
}

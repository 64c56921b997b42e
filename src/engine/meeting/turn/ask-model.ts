import { knownOf } from "../../../lists.ts";
import type { Model, Sampling } from "../../../models/port/model.ts";
import type { Seat } from "../../../scenario/schema/scenario.ts";
import type { Prompt } from "../../perspective/prompts.ts";
import { MESSAGE_GRAMMAR } from "../../scaffold/grammar.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { Cue } from "../contract/floor.ts";
import { type CallPurpose, type CallResult, createCaller } from "./call.ts";
import { replySchema } from "./reply-schema.ts";
import { type Effect, outputLimit } from "./runtime.ts";

export type TurnAsker = (
  purpose: CallPurpose,
  exchange?: { reply: string; problem: string },
) => Promise<CallResult>;

/** Repairs and continuations keep the turn's own view. */
export function createAsker<Reply>(effect: Effect, speaker: string, cue: Cue<Reply>): TurnAsker {
  const { runtime, fold } = effect;
  const model = knownOf(runtime.models, speaker);
  const { seat } = memberOf(fold.state, speaker);
  const { sampling } = seat;
  const json = cue.reply && { name: cue.kind.replaceAll("-", "_"), schema: replySchema(cue.reply) };
  const fixed = {
    ...(json ? { json } : { grammar: MESSAGE_GRAMMAR }),
    maxOutputTokens: outputLimit(runtime, model, cue.ballot !== undefined),
    sampling: { ...usualSampling(seat.kind, model), ...sampling },
    ...(!model.deterministic && { window: runtime.window() }),
    cacheKey: `${fold.state.origin}:${speaker}`,
    seed: runtime.openedWith,
    occasion: { kind: cue.kind, data: cue.data ?? {} },
  };
  const call = createCaller(effect);
  let prompt: Prompt | null = null;
  return (purpose, exchange) => {
    if (prompt === null || purpose === "turn") prompt = runtime.prompts(fold.state, speaker, cue);
    const told = exchange && { ...exchange, problem: runtime.names.mask(exchange.problem) };
    return call({
      speaker,
      purpose,
      request: { ...prompt, ...fixed, exchange: told },
      isClosing: cue.ballot === "closing",
      isShown: cue.ballot === undefined && cue.audience !== "record",
      mayFail: cue.mayFail ?? false,
    });
  };
}

/** For members who debate; others draw as their provider has it. */
const DEFAULT_TEMPERATURE = 0.8;

function usualSampling(kind: Seat["kind"], { capabilities }: Model): Sampling {
  return kind === "member" && capabilities.sampling ? { temperature: DEFAULT_TEMPERATURE } : {};
}

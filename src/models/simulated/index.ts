import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { LOCAL_CAPABILITIES } from "../port/capabilities.ts";
import { cancelled } from "../port/failure.ts";
import type { Model, ModelAnswer, ModelFailure, Usage } from "../port/model.ts";
import { streamText } from "../port/stream-text.ts";
import { answerTurn } from "./at-any-table.ts";
import type { SimulatedTurn } from "./behaviour.ts";
import { chanceOf } from "./chance.ts";
import { openMemory } from "./memory.ts";
import { tongueOf } from "./tongue.ts";
import { voiceOf } from "./voice.ts";

const NO_USAGE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/**
 * A member without a language model: it argues from the scenario's casebook, in its persona's manner. One instance
 * serves one seat in one meeting. The same request always gets the same reply, from a fresh instance too.
 */
export function createSimulatedModel(input: {
  readonly seat: Seat;
  readonly scenario: Scenario;
  readonly id?: string;
  readonly spec?: string;
}): Model {
  const { seat, scenario, id = "simulated", spec = "simulated" } = input;
  const memory = openMemory(seat, scenario);
  const voice = voiceOf(seat.persona);
  return {
    spec,
    provider: "simulated",
    id,
    deterministic: true,
    capabilities: LOCAL_CAPABILITIES,
    async generate(request, { signal, onText }) {
      if (signal.aborted) return cancelled();
      const turn: SimulatedTurn = {
        ...{ seat, scenario, request, data: request.occasion?.data ?? {} },
        mind: () => memory.recall(request),
        chance: (purpose) => chanceOf(request.chance, purpose),
        own: (purpose) => chanceOf(`${request.seed ?? ""}|${seat.persona.id}`, purpose),
        tongue: (mind, chance) => tongueOf(mind, voice, chance),
      };
      const text = answerTurn(turn);
      if (text === null) return unable(request.json?.name ?? "this");
      const reply: ModelAnswer = { type: "answer", text, stop: "end", usage: NO_USAGE, model: id };
      return await streamText(reply, { signal, onText });
    },
  };
}

/** A simulated member does not guess: what it cannot know leaves it absent. */
function unable(name: string): ModelFailure {
  return {
    type: "failure",
    kind: "refused",
    message: `A simulated member has no answer to ${name}: its protocol gives it no behaviour for this cue, and the JSON asked for holds more than verdict, grounds and confidence.`,
    retryable: false,
    partialText: "",
  };
}

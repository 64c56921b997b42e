import type { Scenario, Seat } from "../../scenario/scenario.ts";
import { LOCAL_CAPABILITIES } from "../capabilities.ts";
import { cancelled } from "../failure.ts";
import type { Model, ModelAnswer, Usage } from "../model.ts";
import { streamText } from "../stream-text.ts";
import { answerCue } from "./cues.ts";
import { openMemory } from "./memory.ts";
import { voiceOf } from "./voice.ts";

const NO_USAGE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/**
 * A member without a language model: it argues from the documents it is sent, in its persona's manner. One instance
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
      const text = answerCue({ seat, scenario, request, memory, voice });
      const reply: ModelAnswer = { type: "answer", text, stop: "end", usage: NO_USAGE, model: id };
      return await streamText(reply, { signal, onText });
    },
  };
}

import type { Ports } from "../../engine/meeting/turn/runtime.ts";
import type { Prompt } from "../../engine/perspective/prompts.ts";
import type { Model } from "../../models/port/model.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { type Pacing, pacedModel } from "../../showing/watching/pacing.ts";

export type WatchedModels = ReturnType<typeof watchedModels>;

export function watchedModels(createModel: Ports["createModel"], pacing: Pacing) {
  const prompts = new Map<string, Prompt>();
  const models: Model[] = [];
  return {
    create(seat: Seat, scenario: Scenario): Model {
      const model = keepingPrompts(createModel(seat, scenario), (prompt) => prompts.set(seat.id, prompt));
      models.push(model);
      return model.deterministic ? pacedModel(model, pacing) : model;
    },
    promptOf: (seat: string) => prompts.get(seat) ?? null,
    arePaced: () => models.every(({ deterministic }) => deterministic === true),
  };
}

function keepingPrompts(model: Model, keep: (prompt: Prompt) => void): Model {
  return {
    ...model,
    generate(request, options) {
      const { shared, individual, cue } = request;
      const turns = request.turns.map(({ role, parts }) => ({ role, parts: [...parts] }));
      keep({ shared, individual, turns, cue });
      return model.generate(request, options);
    },
  };
}

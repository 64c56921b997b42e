import { isSimulated } from "../../../models/port/model-spec.ts";
import type { PromptSettings, Scenario, Seat } from "../../../scenario/schema/scenario.ts";
import { holderIn } from "../../../scenario/schema/seat-holder.ts";
import type { Protocol } from "./protocol.ts";

type SettledPrompt = PromptSettings & Required<Pick<PromptSettings, "visibility" | "scaffold">>;

/** With a language model, the verdict comes last and a board hides others' verdicts until a member's own. Simulated boards keep their old defaults. */
export function settledPrompt(
  { prompt }: Pick<Scenario, "prompt">,
  { untilVerdict }: Pick<Protocol, "untilVerdict">,
  hasLanguageModel: boolean,
): SettledPrompt {
  const { view, visibility, scaffold, ...rest } = prompt;
  const hides = hasLanguageModel && untilVerdict === true && view !== "shared" && rest.control !== "stances";
  return {
    view,
    visibility: visibility ?? (hides ? "until-verdict" : "open"),
    scaffold: scaffold ?? (hasLanguageModel ? "verdict-last" : "verdict-first"),
    ...rest,
  };
}

export function withSettledPrompt(scenario: Scenario, protocol: Protocol): Scenario {
  const seats = [...scenario.members, ...protocol.bind(scenario).agents()];
  return { ...scenario, prompt: settledPrompt(scenario, protocol, seats.some(hasLanguageModel)) };
}

/** Nobody knows what an agent from outside is, so it counts as a language model. */
function hasLanguageModel({ model }: Seat): boolean {
  return model !== "template" && holderIn(model)?.is !== "human" && !isSimulated(model);
}

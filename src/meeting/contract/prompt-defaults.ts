import { isSimulated } from "../../models/port/model-spec.ts";
import type { PromptSettings, Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { holderIn } from "../../scenario/schema/seat-holder.ts";
import type { Protocol } from "./protocol.ts";

/** Prompt settings with nothing left open, as the opening records them. */
type SettledPrompt = PromptSettings & Required<Pick<PromptSettings, "visibility" | "scaffold">>;

/**
 * Fills in what a scenario leaves open. With a language model at the table the verdict is written last, and a board
 * hides others' verdicts until a member has stated its own. Simulated boards keep what they have always had.
 */
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

/** A scenario with its prompt settings filled in, by the models that its seats name. */
export function withSettledPrompt(scenario: Scenario, protocol: Protocol): Scenario {
  const seats = [...scenario.members, ...protocol.bind(scenario).agents()];
  return { ...scenario, prompt: settledPrompt(scenario, protocol, seats.some(hasLanguageModel)) };
}

/** What an agent from outside is nobody knows: it counts as a language model. */
function hasLanguageModel({ model }: Seat): boolean {
  return model !== "template" && holderIn(model)?.is !== "human" && !isSimulated(model);
}

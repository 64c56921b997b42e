import { agentModel, agentSeat } from "../../meeting/people/process-agents.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { ARBITER, BY_RULE, CHECKER, CLASSIFIER } from "./agents.ts";
import type { ChamberOptions } from "./options.ts";

/** The arbiter, the classifier unless answers are compared by rule, and a checker where a person may bring claims. */
export function chamberAgents({ arbiter, classifier, founder }: ChamberOptions, { members }: Scenario): Seat[] {
  const arbiterModel = arbiter.model ?? agentModel(members);
  const classifierModel = classifier.model ?? arbiterModel;
  return [
    agentSeat(ARBITER, arbiterModel),
    ...(classifierModel === BY_RULE ? [] : [agentSeat(CLASSIFIER, classifierModel)]),
    ...(founder?.modes.includes("verifier") ? [agentSeat(CHECKER, arbiterModel)] : []),
  ];
}

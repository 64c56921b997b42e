import { agentModel, agentSeat } from "../../engine/meeting/people/process-agents.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import { ARBITER, BY_RULE, CHECKER, CLASSIFIER } from "./agents.ts";
import type { ChamberOptions } from "./options.ts";

export function chamberAgents({ arbiter, classifier, founder }: ChamberOptions, { members }: Scenario): Seat[] {
  const arbiterModel = arbiter.model ?? agentModel(members);
  const classifierModel = classifier.model ?? arbiterModel;
  return [
    agentSeat(ARBITER, arbiterModel),
    ...(classifierModel === BY_RULE ? [] : [agentSeat(CLASSIFIER, classifierModel)]),
    ...(founder?.modes.includes("verifier") ? [agentSeat(CHECKER, arbiterModel)] : []),
  ];
}

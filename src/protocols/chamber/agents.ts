import { agentModel, agentSeat } from "../../meeting/people/process-agents.ts";
import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { ChamberOptions } from "./options.ts";

export const ARBITER = {
  id: "arbiter",
  name: "Arbiter",
  title: "Arbiter",
  manner: "Plain and exact: what all say, where they truly differ, and what follows.",
} as const;

export const CLASSIFIER = {
  id: "classifier",
  name: "Classifier",
  title: "Classifier",
  manner: "Two booleans and the points at issue.",
} as const;

export const CHECKER = {
  id: "checker",
  name: "Checker",
  title: "Checker of claims",
  manner: "States what the documents hold on a claim, with its place, and nothing else.",
} as const;

/** In place of a classifier's model: answers are compared by rule. */
export const BY_RULE = "none";

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

import { NONE, type Scenario, type Side } from "../../scenario/schema/scenario.ts";
import type { BallotCount } from "./facts.ts";
import type { TrialOptions } from "./options.ts";

type BurdenName = TrialOptions["burden"];

const STANDARDS: Readonly<Record<BurdenName, string>> = {
  "reasonable-doubt":
    "The burden of proof lies on the accusing side alone, and it must prove its case beyond reasonable doubt. A doubt is reasonable when it rests on reason and on the evidence, or on what is missing from it. If such a doubt is left to you, you vote {against}.",
  "clear-and-convincing":
    "The burden of proof lies on the accusing side alone: its case must be clear and convincing, highly and substantially more likely true than not. If it is not, you vote {against}.",
  preponderance:
    "The burden of proof lies on the accusing side: its case must be more likely true than not, by however little. If the scales stand even, you vote {against}.",
  none: "Neither side carries a burden: vote for what the evidence persuades you of.",
};

export function chargeWords(scenario: Scenario, trial: TrialOptions): string {
  return [
    "The charge to the jury.",
    standardWords(scenario, trial),
    "What you decide on is the evidence in the documents, and nothing from outside. What the accused has not said proves nothing.",
    neededWords(scenario, trial),
    "Ballots are secret. The first is held now, before anybody speaks. Listen to one another, change your vote when you are persuaded, and never merely to be done.",
  ].join(" ");
}

export function reminderWords(scenario: Scenario, trial: TrialOptions, isFirst: boolean): string {
  const occasion = isFirst
    ? "First ballot, secret, before anybody has spoken."
    : "Secret ballot. Vote as you now hold, whoever the majority are; if this ballot makes a verdict, your vote stands.";
  return `${occasion} ${standardWords(scenario, trial)}`;
}

export type After = "verdict" | "poll" | "talk" | "hung" | "end";

const AFTER: Readonly<Record<After, string>> = {
  verdict: "The jury has a verdict.",
  poll: "All that are needed agree; the jury is polled once more.",
  talk: "There is no verdict yet; the jury goes on.",
  hung: "The jury is hung.",
  end: "There is no verdict, and the jury ends here.",
};

export function countWords(scenario: Scenario, count: BallotCount, after: After, isTold: boolean): string {
  if (!isTold) return AFTER[after];
  const parts = [
    `${count.for} ${namesOf(scenario, "for")}`,
    `${count.against} ${namesOf(scenario, "against")}`,
  ];
  const others = count.neutral + count.none;
  const undecided = others > 0 ? `, ${others} undecided` : "";
  return `The count: ${parts.join(", ")}${undecided}; ${count.needed} are needed. ${AFTER[after]}`;
}

function standardWords(scenario: Scenario, { burden }: TrialOptions): string {
  const standard = STANDARDS[burden].replace("{against}", namesOf(scenario, "against"));
  return burden === "none" ? standard : `${standard} ${NONE} is for who cannot vote at all, not for doubt.`;
}

function neededWords(scenario: Scenario, { needed }: TrialOptions): string {
  return needed === "unanimity"
    ? "A verdict, either way, is the verdict of all of you. If you cannot agree, the jury is hung."
    : `A verdict, either way, needs ${needed} of your ${scenario.members.length} votes. If they are not found, the jury is hung.`;
}

function namesOf({ verdicts }: Scenario, side: Side): string {
  return verdicts
    .filter((option) => option.side === side)
    .map(({ id }) => id)
    .join(" or ");
}

/**
 * Counts final stances: who dissents and how much, what the outcome is, and whether the answers
 * differ enough for a cross-examination. The rules here decide; the arbiter only reads.
 */

import { z } from "zod";
import {
  acceptValue,
  acceptYesNo,
  createInstruction,
  defineForm,
} from "../../engine/form/reply-form.ts";
import { applyTurnout } from "../../engine/meeting/decide.ts";
import { isAbove, isAtLeast, isBelow } from "../../engine/protocol/compare.ts";
import type { Instruction } from "../../engine/protocol/floor.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import type { Outcome } from "../../engine/transcript/events.ts";
import { dropMissing } from "../../lists.ts";
import { findSide, NONE, type Scenario } from "../../scenario/schema/scenario.ts";
import { toPlainId } from "../../text/plain.ts";
import { isPosition, UNCLEAR } from "./answers.ts";
import * as facts from "./facts.ts";
import { type DivergenceData, toAnswerData } from "./instruction-data.ts";
import type { Labels } from "./labels.ts";

export type Final = {
  panelist: string;
  stance: string;
  confidence: number | null;
};

export function listAnswered(answers: readonly facts.PanelAnswer[]): readonly facts.PanelAnswer[] {
  return answers.filter(({ status }) => status !== "absent");
}

export function listMissing(answers: readonly facts.PanelAnswer[]): string[] {
  return answers.filter(({ status }) => status === "absent").map(({ panelist }) => panelist);
}

export function listFinals(
  answers: readonly facts.PanelAnswer[],
  replies: readonly facts.CrossReply[],
): Final[] {
  return listAnswered(answers).map(({ panelist, stance, confidence }) => {
    const reply = replies.find((each) => each.panelist === panelist);
    return {
      panelist,
      stance: reply?.finalStance ?? stance ?? UNCLEAR,
      confidence: reply ? reply.finalConfidence : confidence,
    };
  });
}

/** All panelists if no stance leads. A panelist without a verdict does not dissent. */
export function listDissenters(finals: readonly Final[]): readonly Final[] {
  const counts = countStances(finals);
  const most = Math.max(0, ...counts.values());
  const leading = [...counts].filter(([, count]) => count === most).map(([stance]) => stance);
  if (counts.size < 2) return [];
  return dropAbstentions(finals).filter(
    ({ stance }) => leading.length > 1 || stance !== leading[0],
  );
}

/** high: a dissenter at least half sure, or three stances. A dissenter without a confidence counts as sure. */
export function rateDissent(finals: readonly Final[]): facts.Arbitrated["dissent"] {
  if (countStances(finals).size < 2) {
    return isWide(measureSpread(finals.map(({ confidence }) => confidence))) ? "medium" : "low";
  }
  const dissenters = listDissenters(finals);
  const isSlight = dissenters.every(
    ({ confidence }) => confidence !== null && isBelow(confidence, 0.5),
  );
  return countStances(finals).size < 3 && dissenters.length === 1 && isSlight ? "medium" : "high";
}

/** Out of 10: 8 with little dissent is enough to continue; below 5, or with much dissent, is not. */
export function chooseAction(
  confidence: number | null,
  dissent: facts.Arbitrated["dissent"],
): facts.Arbitrated["action"] {
  if (confidence === null || isBelow(confidence, 5) || dissent === "high")
    return "require_further_investigation";
  return isAtLeast(confidence, 8) && dissent === "low" ? "proceed" : "proceed_with_caveats";
}

/** A reading needs more than half of the panel and no high dissent. `isAccepted`: a person saw it and goes with the majority. */
export function createOutcome(
  { verdicts }: Pick<Scenario, "verdicts">,
  finals: readonly Final[],
  arbitrated: Pick<facts.Arbitrated, "text" | "outcome" | "dissent">,
  { isAccepted = false, seated = finals.length }: { isAccepted?: boolean; seated?: number } = {},
): Outcome {
  const outcome = readOutcome(verdicts, finals, arbitrated, isAccepted);
  const voted = finals.filter(({ stance }) => isPosition(stance)).length;
  const abstained = finals.length - dropAbstentions(finals).length;
  return outcome.status === "need-more-data"
    ? outcome
    : applyTurnout(outcome, { seated, voted, abstained });
}

function readOutcome(
  verdicts: Scenario["verdicts"],
  finals: readonly Final[],
  arbitrated: Pick<facts.Arbitrated, "text" | "outcome" | "dissent">,
  isAccepted: boolean,
): Outcome {
  const votes = countVotes(verdicts, finals);
  const [first = 0, second = 0] = Object.values(votes).sort((a, b) => b - a);
  const conclude = (status: Outcome["status"], option: string | null, reason: string): Outcome => {
    const side = findSide(verdicts, option);
    return {
      status,
      side,
      option,
      rule: "arbitrated panel",
      votes,
      margin: first - second,
      reason,
    };
  };
  const concludeWithoutConsensus = (reason: string) => conclude("no-consensus", null, reason);
  const { outcome: option } = arbitrated;
  const holders = finals.filter(({ stance }) => stance === option).length;
  const stances = `${holders} of ${finals.length} panelists hold ${toPlainId(option)}`;
  if (arbitrated.text === null)
    return concludeWithoutConsensus("the arbiter gave no synthesis; founder review recommended");
  if (option === facts.NO_CONSENSUS)
    return concludeWithoutConsensus("no consensus; founder review recommended");
  if (option === facts.NEED_MORE_DATA && holders > 0) {
    return conclude("need-more-data", option, stances);
  }
  if (holders * 2 <= finals.length) {
    return concludeWithoutConsensus(
      `no consensus: the arbiter reads ${toPlainId(option)}, and ${stances}; founder review recommended`,
    );
  }
  if (arbitrated.dissent === "high" && !isAccepted) {
    return concludeWithoutConsensus(
      `no consensus: ${stances}, but dissent is high; founder review recommended`,
    );
  }
  return conclude("decided", option, stances);
}

export function countVotes(
  verdicts: Scenario["verdicts"],
  finals: readonly Final[],
): Record<string, number> {
  const named = verdicts.map(({ id }) => [id, finals.filter(({ stance }) => stance === id).length]);
  const unclear = finals.filter(({ stance }) => !isPosition(stance)).length;
  return Object.fromEntries([...named, ["NO_VERDICT", unclear]]);
}

function dropAbstentions(finals: readonly Final[]): readonly Final[] {
  return finals.filter(({ stance }) => stance !== NONE);
}

function countStances(finals: readonly Final[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { stance } of dropAbstentions(finals))
    counts.set(stance, (counts.get(stance) ?? 0) + 1);
  return counts;
}

type Reason = facts.Divergence["reasons"][number];

export type DivergenceReading = {
  differentFacts: boolean;
  meaningfulDifference: boolean;
  topics: readonly string[];
};

/** Confidences further apart than this, of 1, differ. */
const WIDE = 0.3;

/** Any of four triggers. Without the classifier's reading stances and confidences alone decide. */
export function listReasonsToCross(
  answers: readonly facts.PanelAnswer[],
  reading: DivergenceReading | null,
): Reason[] {
  return dropMissing<Reason>([
    ...findStanceReason(answers),
    ...findConfidenceReason(answers),
    reading?.differentFacts && { kind: "facts", detail: "the answers rely on different facts" },
    reading?.meaningfulDifference && { kind: "meaning", detail: "the answers differ in meaning" },
  ]);
}

function measureSpread(confidences: readonly (number | null)[]): number {
  const stated = confidences.filter((each) => each !== null);
  return stated.length < 2 ? 0 : Math.max(...stated) - Math.min(...stated);
}

function isWide(spread: number): boolean {
  return isAbove(spread, WIDE);
}

function findStanceReason(answers: readonly facts.PanelAnswer[]): Reason[] {
  const given = answers.map(({ stance }) => stance ?? UNCLEAR).filter((stance) => stance !== NONE);
  const stances = [...new Set(given)].map(toPlainId);
  return stances.length > 1
    ? [{ kind: "stance", detail: `the stances differ: ${stances.join(", ")}` }]
    : [];
}

function findConfidenceReason(answers: readonly facts.PanelAnswer[]): Reason[] {
  const spread = measureSpread(answers.map(({ confidence }) => confidence));
  const points = Math.round(spread * 100);
  return isWide(spread)
    ? [{ kind: "confidence", detail: `the confidences are ${points} points apart` }]
    : [];
}

const classifierForm = defineForm("divergence", {
  topics: acceptValue(z.array(z.string().max(200)).max(12), '["a point at issue"]'),
  different_facts: acceptYesNo(),
  meaningful_difference: acceptYesNo(),
});
type ClassifierReply = z.infer<typeof classifierForm.reply>;

/** The classifier judges how answers differ, not which is right. */
export function askClassifier(
  answers: readonly facts.PanelAnswer[],
  labels: Labels,
): Instruction<ClassifierReply> {
  return {
    ...createInstruction(classifierForm, [
      "Several panelists have answered this question independently. Describe how their answers differ. Do not judge which answer is right.",
      ...labels.order.map((id) =>
        labels.render(facts.getByPanelist(answers, id), labels.getLabel(id)),
      ),
      "different_facts: true if they rely on different key facts. meaningful_difference: true if someone who acts on one answer would act differently on another. topics: the points of disagreement, in a few words each.",
    ]),
    data: {
      answers: answers.map((each) => toAnswerData(each, labels.getName(each.panelist))),
    } satisfies DivergenceData,
    withoutDocuments: true,
    isLast: true,
    isNeeded: true,
  };
}

export function renderPointsAtIssue({ reasons, topics }: facts.Divergence): string {
  const lines = [...reasons.map(({ detail }) => detail), ...topics];
  return lines.map((line) => `- ${escapeText(line)}`).join("\n");
}

import { z } from "zod";
import { above, below } from "../../engine/meeting/contract/compare.ts";
import type { Cue } from "../../engine/meeting/contract/floor.ts";
import { asking, field, form, yesNo } from "../../engine/meeting/form/reply-form.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import { NONE } from "../../scenario/schema/scenario.ts";
import { UNCLEAR } from "./answers.ts";
import { answerData, type DivergenceData } from "./cue-data.ts";
import { type Divergence, ofPanelist, type PanelAnswer } from "./facts.ts";
import { answerBlock, type Labels } from "./labels.ts";

type Reason = Divergence["reasons"][number];

export type DivergenceReading = {
  readonly differentFacts: boolean;
  readonly meaningfulDifference: boolean;
  readonly topics: readonly string[];
};

/** Confidences further apart than this, of 1, differ. */
const WIDE = 0.3;
const COMMON = 0.34;

/** Any of four triggers. Without the classifier's reading stances and confidences alone decide. */
export function reasonsToCross(answers: readonly PanelAnswer[], reading: DivergenceReading | null): Reason[] {
  return [
    ...stanceReason(answers),
    ...confidenceReason(answers),
    ...(reading?.differentFacts
      ? [{ kind: "facts" as const, detail: "the answers rely on different facts" }]
      : []),
    ...(reading?.meaningfulDifference
      ? [{ kind: "meaning" as const, detail: "the answers differ in meaning" }]
      : []),
  ];
}

export function readByRule(answers: readonly PanelAnswer[]): DivergenceReading {
  const keys = answers.map(({ evidence }) => new Set(evidence.map(evidenceKey)));
  const differs = keys.some((one, index) =>
    keys.slice(index + 1).some((other) => one.size > 0 && other.size > 0 && below(overlap(one, other), COMMON)),
  );
  return { differentFacts: differs, meaningfulDifference: false, topics: [] };
}

export function spreadOf(confidences: readonly (number | null)[]): number {
  const told = confidences.filter((each) => each !== null);
  return told.length < 2 ? 0 : Math.max(...told) - Math.min(...told);
}

export function isWide(spread: number): boolean {
  return above(spread, WIDE);
}

function stanceReason(answers: readonly PanelAnswer[]): Reason[] {
  const held = answers.map(({ stance }) => stance ?? UNCLEAR).filter((stance) => stance !== NONE);
  const stances = [...new Set(held)];
  return stances.length > 1 ? [{ kind: "stance", detail: `the stances differ: ${stances.join(", ")}` }] : [];
}

function confidenceReason(answers: readonly PanelAnswer[]): Reason[] {
  const spread = spreadOf(answers.map(({ confidence }) => confidence));
  const points = Math.round(spread * 100);
  return isWide(spread) ? [{ kind: "confidence", detail: `the confidences are ${points} points apart` }] : [];
}

function evidenceKey({ ref, quote, says }: PanelAnswer["evidence"][number]): string {
  const text = [ref, quote, says].find((each) => each.trim() !== "") ?? "";
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

/** Jaccard: what two sets share, of all that either has. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((key) => other.has(key)).length;
  return shared / (one.size + other.size - shared);
}

const classifierForm = form("divergence", {
  topics: field(z.array(z.string().max(200)).max(12), '["a point at issue"]'),
  different_facts: yesNo(),
  meaningful_difference: yesNo(),
});
type ClassifierReply = z.infer<typeof classifierForm.reply>;

/** The classifier judges how answers differ, not which is right. */
export function classifierCue(answers: readonly PanelAnswer[], labels: Labels): Cue<ClassifierReply> {
  return {
    ...asking(classifierForm, [
      "Several panelists have answered this question independently. Describe how their answers differ. Do not judge which answer is right.",
      ...labels.order.map((id) => answerBlock(ofPanelist(answers, id), labels.labelOf(id), labels.hide)),
      "different_facts: true if they rely on different key facts. meaningful_difference: true if someone who acts on one answer would act differently on another. topics: the points of disagreement, in a few words each.",
    ]),
    data: {
      answers: answers.map((each) => answerData(each, labels.nameOf(each.panelist))),
    } satisfies DivergenceData,
    withoutDocuments: true,
    mayFail: true,
  };
}

export function pointsAtIssue({ reasons, topics }: Pick<Divergence, "reasons" | "topics">): string {
  const lines = [...reasons.map(({ detail }) => detail), ...topics];
  return lines.map((line) => `- ${escapeText(line)}`).join("\n");
}

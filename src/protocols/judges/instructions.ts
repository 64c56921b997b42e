/**
 * What judges and the chair are asked, and the JSON that they reply with.
 */

import { z } from "zod";
import * as f from "../../engine/form/reply-form.ts";
import {
  type AskedRequirements,
  createRequirementsPart,
  listVoteIds,
  readConfidence,
  readStance,
} from "../../engine/meeting/ballot.ts";
import { describeNoneRule } from "../../engine/perspective/meeting-rules.ts";
import { readRecorded } from "../../engine/protocol/facts.ts";
import type { Instruction, Stance } from "../../engine/protocol/floor.ts";
import { shuffle } from "../../engine/routing/select.ts";
import { escapeAttribute, escapeText } from "../../engine/scaffold/fields.ts";
import { namePosition } from "../../engine/scaffold/message.ts";
import { getMember, type MeetingState } from "../../engine/transcript/state.ts";
import { dropMissing, getLast, requireNonEmpty } from "../../lists.ts";
import { checkCitation } from "../../scenario/documents/citations.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import { answerSchema } from "./options.ts";
import type { Judged } from "./report.ts";

type JudgeAnswer = z.infer<typeof answerSchema>;

/** The same bytes in every iteration. */
export function askJudge(scenario: Scenario, judge: string): Instruction<JudgeAnswer> {
  const { verdicts, criteria } = scenario;
  const ids = verdicts.map(({ id }) => id).join(", ");
  const seat = scenario.members.find(({ id }) => id === judge);
  const answers = seat ? createRequirementsPart(scenario, seat) : null;
  return {
    ...f.createInstruction(defineJudgeForm(scenario, answers), [
      "Several judges answer this question independently. No judge sees another answer.",
      "First list your findings on both sides, then weigh them, then decide.",
      ...(answers?.lines ?? []),
      criteria.length > 0 && "Grade each criterion from 1, poor, to 5, excellent.",
      `Verdicts: ${ids}. ${describeNoneRule("verdict", "analysis")}`,
      "Confidence: a number from 0 (a guess) to 1 (certain).",
    ]),
    ballot: "closing",
    isLast: true,
  };
}

function defineJudgeForm({ verdicts, criteria }: Scenario, answers: AskedRequirements | null) {
  const grades = criteria.map(
    ({ id }) => [id, f.acceptValue(z.int().min(1).max(5), "(a number from 1 to 5)")] as const,
  );
  const parts = {
    ...(answers && { requirements: answers.part }),
    findings: f.list(f.acceptFinding(f.acceptPlace()), 20),
    analysis: f.requireText("how you weigh what you found"),
    ...(criteria.length > 0 && { grades: f.group(Object.fromEntries(grades)) }),
    verdict: f.acceptOption(listVoteIds(verdicts), "one of the verdicts"),
    wouldChange: f.allowNull(f.acceptText("what fact would change it")),
    confidence: f.acceptConfidence(),
  };
  const toStance = ({ verdict, analysis, wouldChange, confidence }: JudgeAnswer) =>
    readStance({
      verdict,
      reasoning: analysis,
      wouldChange,
      confidence: readConfidence(confidence),
    });
  return { ...f.defineForm("judge", parts as f.Parts), stance: toStance } as unknown as f.ReplyForm<
    JudgeAnswer,
    Stance
  >;
}

export type Synthesis = z.infer<ReturnType<typeof defineChairForm>["reply"]>;

function defineChairForm({ verdicts }: Scenario) {
  const ids = listVoteIds(verdicts);
  return f.defineForm("synthesis", {
    synthesis: f.requireText("the answers in summary"),
    agreed: f.list(f.acceptText("what they agree on")),
    disputed: f.list(f.acceptText("points on which they differ")),
    recommendation: f.acceptOption(ids, `one of ${ids.join(", ")}`),
  });
}

export type SynthesisData = {
  answers: readonly {
    judge: string;
    verdict: string | null;
    findings: readonly { ref: string; says: string }[];
  }[];
};

/** Shows the answers of one iteration only, in a drawn order. */
export function askChair(
  state: MeetingState,
  judges: Readonly<Record<string, Judged>>,
): Instruction<Synthesis> {
  const { scenario, seed } = state;
  const answered = Object.entries(judges).flatMap(([id, { status }]) =>
    status === "ok" ? [id] : [],
  );
  const order = shuffle(answered, seed, "chair's order");
  return {
    ...f.createInstruction(defineChairForm(scenario), [
      `The judges have answered independently. Combine their answers to this question: ${escapeText(scenario.question)}`,
      "Name points of agreement, differences and the most important findings. If a single judge has a view, keep it and name that judge. Do not add findings. Base the recommendation on the answers alone.",
      ...order.map((id) => renderAnswer(state, id)),
    ]),
    data: { answers: order.map((id) => readAnswer(state, id)) } satisfies SynthesisData,
    isLast: true,
    isNeeded: true,
  };
}

function readAnswer(state: MeetingState, id: string): SynthesisData["answers"][number] {
  const { seat, ballots } = getMember(state, id);
  const { verdict, reply } = getLast(requireNonEmpty(ballots, `ballot of ${id}`));
  const findings = readRecorded(answerSchema, reply).findings.map(({ ref, says }) => ({
    ref,
    says,
  }));
  return { judge: seat.persona.name, verdict, findings };
}

function renderAnswer(state: MeetingState, id: string): string {
  const member = getMember(state, id);
  const ballot = getLast(requireNonEmpty(member.ballots, `ballot of ${id}`));
  const { analysis, findings, grades } = readRecorded(answerSchema, ballot.reply);
  const graded = Object.entries(grades ?? {}).map(
    ([name, grade]) => `${escapeText(name)} ${grade}`,
  );
  const lines = dropMissing([
    `verdict: ${namePosition(ballot)}`,
    grades && `grades: ${graded.join(", ")}`,
    `analysis: ${escapeText(analysis)}`,
    ...findings.map(({ says, ...place }) => {
      const isFound = checkCitation(place, state.documents).found !== "absent";
      return `finding: ${escapeText(place.ref)}${isFound ? "" : " (not found there)"}: ${escapeText(says)}`;
    }),
  ]);
  return `<Answer judge="${escapeAttribute(member.seat.persona.name)}">\n${lines.join("\n")}\n</Answer>`;
}

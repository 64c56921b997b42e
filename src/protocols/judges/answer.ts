import { z } from "zod";
import type { Cue } from "../../engine/meeting/contract/floor.ts";
import { rankingOf, stanceIn, unitOrNull, verdictIds } from "../../engine/meeting/decision/ballot.ts";
import { needsRanking } from "../../engine/meeting/decision/decide.ts";
import { noneRule } from "../../engine/perspective/house.ts";
import type { Criterion, Scenario } from "../../scenario/schema/scenario.ts";
import type { JudgesOptions } from "./options.ts";

export const answerSchema = z.object({
  analysis: z.string().trim().min(1),
  findings: z.array(z.object({ ref: z.string(), quote: z.string(), says: z.string() })),
  grades: z.record(z.string(), z.int()).optional(),
  ranking: z.array(z.string()).optional(),
  verdict: z.string(),
  wouldChange: z.string().nullish(),
  confidence: z.union([z.number(), z.string()]).nullish(),
});
type JudgeAnswer = z.infer<typeof answerSchema>;

/** The same bytes in every iteration. */
export function judgeCue(scenario: Scenario, options: JudgesOptions, judge: string): Cue<JudgeAnswer> {
  const asked: AnswerForm = {
    ranks: needsRanking(scenario.decision),
    reports: options.confidence[judge] !== "none",
  };
  return {
    kind: "judge",
    text: textOf(scenario, asked),
    reply: replyOf(scenario, asked) as unknown as z.ZodType<JudgeAnswer>,
    stance: ({ verdict, analysis, wouldChange, confidence }) =>
      stanceIn({
        verdict,
        reasoning: analysis,
        wouldChange,
        confidence: asked.reports ? unitOrNull(confidence) : null,
      }),
    audience: "record",
    ballot: "closing",
  };
}

type AnswerForm = { readonly ranks: boolean; readonly reports: boolean };

function replyOf({ verdicts, criteria }: Scenario, { ranks, reports }: AnswerForm) {
  const graded = Object.fromEntries(criteria.map(({ id }) => [id, z.int().min(1).max(5)]));
  return z.object({
    analysis: answerSchema.shape.analysis,
    findings: answerSchema.shape.findings.max(20),
    ...(criteria.length > 0 && { grades: z.object(graded) }),
    ...(ranks && { ranking: rankingOf(verdicts) }),
    verdict: z.enum(verdictIds(verdicts)),
    wouldChange: answerSchema.shape.wouldChange,
    ...(reports && { confidence: answerSchema.shape.confidence }),
  });
}

function textOf({ verdicts, criteria }: Scenario, { ranks, reports }: AnswerForm): string {
  const ids = verdicts.map(({ id }) => id).join(", ");
  const form = [
    '"analysis": "what you found and how you weigh it"',
    '"findings": [{"ref": "name-of-document#Lfrom-Lto", "quote": "the words that stand there", "says": "what they show"}]',
    ...(criteria.length > 0 ? [`"grades": {${criteria.map(gradeOf).join(", ")}}`] : []),
    ...(ranks ? ['"ranking": ["every option, best first"]'] : []),
    '"verdict": "one of the options"',
    '"wouldChange": "what fact would change it"',
    ...(reports ? ['"confidence": (a number from 0 to 1)'] : []),
  ];
  return [
    "Judge the matter alone. Nobody has spoken and nobody will hear you; others judge it too, and neither you nor they learn of one another's answers.",
    "Read the documents, look for what speaks for and against, and only then decide.",
    ...(criteria.length > 0 ? ["Grade each criterion from 1, poor, to 5, excellent."] : []),
    `The options: ${ids}.`,
    `${noneRule("verdict", "analysis")}${ranks ? " It is the whole ranking then." : ""}`,
    ...(reports
      ? ["Say how sure you are that your verdict is right: a number from 0, a guess, to 1, certain."]
      : []),
    `Reply with JSON: {${form.join(", ")}}.`,
  ].join("\n");
}

function gradeOf({ id }: Criterion): string {
  return `"${id}": (a number from 1 to 5)`;
}

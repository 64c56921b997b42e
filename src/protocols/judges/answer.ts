import { z } from "zod";
import type { Cue, Stance } from "../../engine/meeting/contract/floor.ts";
import { rankingOf, stanceIn, unitOrNull, verdictIds } from "../../engine/meeting/decision/ballot.ts";
import { needsRanking } from "../../engine/meeting/decision/decide.ts";
import {
  asking,
  field,
  filledWords,
  finding,
  form,
  group,
  list,
  option,
  orNull,
  type Parts,
  place,
  type ReplyForm,
  sure,
  words,
} from "../../engine/meeting/form/reply-form.ts";
import { noneRule } from "../../engine/perspective/house.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
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
  const { verdicts, criteria } = scenario;
  const ranks = needsRanking(scenario.decision);
  const reports = options.confidence[judge] !== "none";
  const ids = verdicts.map(({ id }) => id).join(", ");
  return {
    ...asking(judgeForm(scenario, { ranks, reports }), [
      "Several judges answer this question independently. No judge sees another answer.",
      "Read the documents, weigh the evidence on both sides, then decide.",
      ...(criteria.length > 0 ? ["Grade each criterion from 1, poor, to 5, excellent."] : []),
      `The options: ${ids}.`,
      `${noneRule("verdict", "analysis")}${ranks ? " Then rank nothing else." : ""}`,
      ...(reports
        ? ["State your confidence that your verdict is right: a number from 0 (a guess) to 1 (certain)."]
        : []),
    ]),
    ballot: "closing",
  };
}

type Asked = { readonly ranks: boolean; readonly reports: boolean };

function judgeForm({ verdicts, criteria }: Scenario, { ranks, reports }: Asked) {
  const grades = criteria.map(
    ({ id }) => [id, field(z.int().min(1).max(5), "(a number from 1 to 5)")] as const,
  );
  const parts = {
    analysis: filledWords("what you found and how you weigh it"),
    findings: list(finding(place()), 20),
    ...(criteria.length > 0 && { grades: group(Object.fromEntries(grades)) }),
    ...(ranks && { ranking: field(rankingOf(verdicts), '["every option, best first"]') }),
    verdict: option(verdictIds(verdicts), "one of the options"),
    wouldChange: orNull(words("what fact would change it")),
    ...(reports && { confidence: sure() }),
  };
  const position = ({ verdict, analysis, wouldChange, confidence }: JudgeAnswer) =>
    stanceIn({
      verdict,
      reasoning: analysis,
      wouldChange,
      confidence: reports ? unitOrNull(confidence) : null,
    });
  return { ...form("judge", parts as Parts), stance: position } as unknown as ReplyForm<JudgeAnswer, Stance>;
}

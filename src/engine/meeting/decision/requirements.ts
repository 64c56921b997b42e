import { z } from "zod";
import { NONE, type Scenario } from "../../../scenario/schema/scenario.ts";
import { escapeText } from "../../scaffold/fields.ts";
import type { MemberState } from "../../transcript/state.ts";
import { hasLanguageModel } from "../contract/protocol.ts";
import {
  asking,
  field,
  filledWords,
  form,
  group,
  list,
  option,
  orNull,
  type Parts,
  place,
  sure,
  words,
} from "../form/reply-form.ts";
import { needsRanking } from "./decide.ts";
import { movedByField, type RankedReply, rankedStance, rankingOf, verdictIds } from "./stance.ts";

const ANSWERS = ["met", "not-met", "not-found"] as const;

const answerSchema = z.object({
  id: z.string(),
  answer: z.enum(ANSWERS),
  ref: z.string(),
  quote: z.string(),
});

/** What a ballot says of one requirement. */
type RequirementAnswer = Readonly<z.infer<typeof answerSchema>>;

type Reply = Omit<RankedReply, "ranking" | "confidence"> & {
  readonly verdict?: string;
  readonly ranking?: readonly string[];
  readonly confidence?: unknown;
};

/** A language model answers once, in its first ballot: the closing one leaves out members who withdrew. */
export function asksRequirements({ requirements = [] }: Scenario, member: MemberState): boolean {
  return requirements.length > 0 && hasLanguageModel(member.seat) && requirementAnswers(member).length === 0;
}

/** A ballot that first answers each requirement. Answers that do not fit never cost the vote. */
export function requirementsBallot(scenario: Scenario, occasion: string) {
  const { verdicts, decision, requirements: asked = [] } = scenario;
  const answer = group({
    id: option(
      asked.map(({ id }) => id),
      "id of the requirement",
    ),
    answer: option(ANSWERS),
    ref: place(),
    quote: words("exact words of the whole line, empty if not found"),
  });
  const answers = list(answer, asked.length);
  const parts = {
    requirements: field(answers.schema.catch([]), answers.sample),
    reasoning: filledWords("your reasons"),
    ...(needsRanking(decision)
      ? { ranking: field(rankingOf(verdicts), '["every option, best first"]') }
      : { verdict: option(verdictIds(verdicts), "one of the options") }),
    wouldChange: orNull(words("what would change your verdict")),
    confidence: sure(),
    movedBy: field(movedByField, '{"message": "id of the message", "passage": "exact words from it"}'),
  };
  const lines = [
    occasion,
    "First answer each requirement from the documents alone: met, not-met if a line contradicts it, not-found if no line speaks of it. Quote the line for met and not-met.",
    ...asked.map(({ id, text }) => `- ${id}: ${escapeText(text.replaceAll(/\s+/g, " "))}`),
    `Then vote. Use the verdict ${NONE} if the documents are not enough to decide. Leave movedBy out unless a message changed your verdict.`,
  ];
  const position = ({ verdict, ranking, ...grounds }: Reply) =>
    rankedStance({ ...grounds, verdict: verdict ?? ranking?.[0] ?? NONE });
  return { ...asking(form("ballot", parts as Parts), lines), stance: position };
}

export function requirementAnswers({ ballots }: Pick<MemberState, "ballots">): readonly RequirementAnswer[] {
  for (const { reply } of ballots) {
    const read = repliedSchema.safeParse(reply);
    if (read.success && read.data.requirements.length > 0) return read.data.requirements;
  }
  return [];
}

const repliedSchema = z.object({ requirements: z.array(answerSchema) });

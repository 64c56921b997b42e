import type { VerdictOption } from "../../../scenario/schema/scenario.ts";
import { marked } from "./lexicon.ts";

/** The question a document is read for, and what can be answered. */
export type DecisionAsked = {
  readonly question: string;
  readonly verdicts: readonly Pick<VerdictOption, "id" | "side" | "meaning">[];
};

/** `ends`: to be for it is to be against the thing; `keeps`: the other way round; `unclear`: nobody can tell. */
export type Ending = "ends" | "keeps" | "unclear" | "neither";

const BEGINNING =
  /^(?:(?:should|shall|must|do|ought|can|will) (?:we|i|they|you|(?:the|our) \p{L}+)(?: now| finally| really| to)*|is it time to|(?:is it|would it be) (?:right|wise|better) to|do we (?:want|need|have) to) (.+)$/iu;

/** Whether a question asks to end something, by its verb and by what its options stand for. */
export function endingOf({ question, verdicts }: DecisionAsked): Ending {
  const asked = BEGINNING.exec(question.trim().replace(/[?.!\s]+$/, ""))?.[1];
  if (asked === undefined) return marked(question, "ends-something") ? "unclear" : "neither";
  const [verb] = /^(?:(?:shut|give|wind|turn|pull|phase) (?:\p{L}+ )?(?:down|up|out)|\p{L}+)/iu.exec(asked) ?? [
    "",
  ];
  if (!marked(verb, "ends-something")) return marked(verb, "keeps-something") ? "keeps" : "neither";
  if (marked(asked, "ends-otherwise")) return "neither";
  // What would come in its place has merits of its own.
  if (/\b(?:or|and|instead|for|with|by|in favou?r)\b/i.test(asked)) return "unclear";
  const of = (side: VerdictOption["side"]) =>
    verdicts
      .filter((each) => each.side === side)
      .map(({ id, meaning }) => `${id.replaceAll(/[_-]/g, " ")} ${meaning ?? ""}`);
  const [pro, con] = [of("for"), of("against")];
  if (pro.length === 0 || con.length === 0) return "unclear";
  const isKept = (texts: readonly string[]) => texts.some((text) => marked(text, "keeps-something"));
  if (!isKept(pro)) return "ends";
  return isKept(con) ? "unclear" : "keeps";
}

import type { StatementJudgement } from "./judgement.ts";
import { marked } from "./lexicon.ts";
import { judgeRow } from "./rows.ts";
import { A_PLAN, judge } from "./sign.ts";
import type { Passage } from "./statements.ts";
import { is, type Token, tokensOf } from "./tokens.ts";
import { type ProposalSetting, weighInProposal, weighPair } from "./weigh-proposal.ts";

/** A part of a passage that is weighed by itself. */
export type Unit = { readonly passage: Passage; readonly text: string; readonly judgement: StatementJudgement };

export type UnitSetting = {
  readonly isOfPerson: boolean;
  readonly names: readonly string[];
  /** What the document proposes, and where the passage stands in it; null where it proposes nothing. */
  readonly inProposal: ProposalSetting | null;
};

const DATES =
  /^\s*(?:(?:\p{L}{3,9}\.? |\d{1,2}[/.])?(?:19|20)\d\d)(?:\s*(?:-|–|—|to|until)\s*(?:(?:\p{L}{3,9}\.? |\d{1,2}[/.])?(?:(?:19|20)?\d\d)|present|now|today|date|current|ongoing)?)?\s*[:,|]?\s*/iu;
const EMPLOYER =
  /^(?:the\s+)?(?:\p{Lu}[\p{L}&'’-]*\s+(?:(?:and|of|the|&)\s+)?){1,5}(?:is|was|are|were|has been|ranks|makes|runs|employs|operates|serves|provides|offers|builds|sells)\s+(?:an?|the|one|among|part|our|some|\d)\b/u;
/** The clauses of a passage that can stand alone, each judged: its parts at semicolons. */
export function unitsOf(passage: Passage, setting: UnitSetting): Unit[] {
  const { inProposal } = setting;
  if (passage.form === "row") {
    const row = judgeRow(passage, inProposal?.proposal ?? null);
    return [{ passage, text: passage.text, judgement: row }];
  }
  if (passage.form === "history") return historyOf(passage, setting);
  if (setting.isOfPerson && isDescription(passage.text, setting)) return [];
  const pair = inProposal && weighPair(passage.text, inProposal);
  if (pair) return [{ passage, text: passage.text, judgement: pair }];
  return passage.text
    .split(/;\s+(?![^;]{0,24}\bit (?:was|is)\b|(?:but|not|never|no longer|since|without|yet|however)\b)/)
    .flatMap((text) => (inProposal ? sentencesIn(text) : [text]))
    .filter((text) => /\p{L}{2}/u.test(text))
    .map((text): Unit => {
      const judgement = judgeText(text, setting, passage.section);
      if (inProposal) return { passage, text, judgement: weighInProposal(text, judgement, inProposal) };
      const isHoped = isOfPlans(passage.section) && judgement.sign !== 0 && !judgement.severe;
      return { passage, text, judgement: isHoped ? A_PLAN : judgement };
    });
}

/** Two sentences that `and` joins, each with its own subject and verb. */
function sentencesIn(text: string): string[] {
  const parts = text.split(/,\s+and\s+/);
  return parts.length === 2 && parts.every(isSentence) ? parts : [text];
}

function isSentence(text: string): boolean {
  const [first, ...rest] = tokensOf(text);
  const isVerb = (token: Token) =>
    is(token, "past", "third", "w.finite", "w.be") || /^(?:would|will|can|must)$/.test(token.word);
  return (
    first !== undefined &&
    !isVerb(first) &&
    !is(first, "w.adverb", "w.preposition", "w.relative") &&
    rest.some(isVerb)
  );
}

/** A heading that names plans, and not the title of a plan or a proposal. */
function isOfPlans(section: string): boolean {
  return marked(section, "plans") && !section.includes(":") && section.trim().split(/\s+/).length <= 4;
}

function judgeText(
  text: string,
  { isOfPerson, names, inProposal }: UnitSetting,
  section: string,
): StatementJudgement {
  // What a proposal would do is what it is weighed by: `If we close it, we would save`.
  let shown = inProposal ? text.replace(/^If [^,]+, (?:then )?/, "") : text;
  for (const name of names) shown = shown.replaceAll(name, "X");
  return judge(shown, { isOfPerson, section, hasEffects: inProposal !== null });
}

/** A line of a history: the post alone is no statement, what stands beside it may be. */
function historyOf(passage: Passage, setting: UnitSetting): Unit[] {
  const text = passage.text.replace(DATES, "");
  const judgement = judgeText(text, setting, passage.section);
  const isOfLearning = marked(passage.section, "learning");
  if (judgement.sign !== 0 && (isOfLearning || judgement.kind !== "doing"))
    return [{ passage, text, judgement }];
  return isOfLearning ? [{ passage, text, judgement }] : [];
}

/** What an employer says of itself. */
function isDescription(text: string, { names }: UnitSetting): boolean {
  return !names.some((name) => text.startsWith(name)) && EMPLOYER.test(text) && marked(text, "firm");
}

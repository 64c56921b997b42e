import type { StatementJudgement } from "./judgement.ts";
import { isMark, marked } from "./lexicon.ts";
import { judgeRow } from "./rows.ts";
import { A_PLAN, judge } from "./sign.ts";
import type { Passage } from "./statements.ts";

/** A part of a passage that is weighed by itself. */
type Unit = { readonly passage: Passage; readonly text: string; readonly judgement: StatementJudgement };

type UnitSetting = {
  readonly isOfPerson: boolean;
  readonly names: readonly string[];
  /** The document proposes to change how things are. */
  readonly proposes: boolean;
};

const DATES =
  /^\s*(?:(?:\p{L}{3,9}\.? |\d{1,2}[/.])?(?:19|20)\d\d)(?:\s*(?:-|–|—|to|until)\s*(?:(?:\p{L}{3,9}\.? |\d{1,2}[/.])?(?:(?:19|20)?\d\d)|present|now|today|date|current|ongoing)?)?\s*[:,|]?\s*/iu;
const EMPLOYER =
  /^(?:the\s+)?(?:\p{Lu}[\p{L}&'’-]*\s+(?:(?:and|of|the|&)\s+)?){1,5}(?:is|was|are|were|has been|ranks|makes|runs|employs|operates|serves|provides|offers|builds|sells)\s+(?:an?|the|one|among|part|our|some|\d)\b/u;
/** The clauses of a passage that can stand alone, each judged: its parts at semicolons. */
export function unitsOf(passage: Passage, setting: UnitSetting): Unit[] {
  if (passage.form === "row") return [{ passage, text: passage.text, judgement: judgeRow(passage) }];
  if (passage.form === "history") return historyOf(passage, setting);
  if (setting.isOfPerson && isDescription(passage.text, setting)) return [];
  return passage.text
    .split(/;\s+(?![^;]{0,24}\bit (?:was|is)\b|(?:but|not|never|no longer|since|without|yet|however)\b)/)
    .filter((text) => /\p{L}{2}/u.test(text))
    .map((text): Unit => {
      const judgement = judgeText(text, setting, passage.section);
      const isHoped = isOfPlans(passage.section) && judgement.sign !== 0 && !judgement.severe;
      const isToEnd = setting.proposes && isMark(passage.section.trim(), "as-is-heading");
      return { passage, text, judgement: isHoped ? A_PLAN : isToEnd ? turned(judgement) : judgement };
    });
}

/** A heading that names plans, and not the title of a plan or a proposal. */
function isOfPlans(section: string): boolean {
  return marked(section, "plans") && !section.includes(":") && section.trim().split(/\s+/).length <= 4;
}

/** What fails today speaks for the change that is proposed, and what works today against it. */
function turned(judgement: StatementJudgement): StatementJudgement {
  if (judgement.sign === 0) return judgement;
  return { ...judgement, sign: judgement.sign === 1 ? -1 : 1, severe: false, isOfToday: true };
}

function judgeText(text: string, { isOfPerson, names }: UnitSetting, section: string): StatementJudgement {
  let shown = text;
  for (const name of names) shown = shown.replaceAll(name, "X");
  return judge(shown, { isOfPerson, section });
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

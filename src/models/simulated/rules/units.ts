import { judgeRow } from "./rows.ts";
import { type Judgement, judge } from "./sign.ts";
import type { Passage } from "./statements.ts";

/** A part of a passage that is weighed by itself. */
export type Unit = { readonly passage: Passage; readonly text: string; readonly judgement: Judgement };

type Setting = { readonly isOfPerson: boolean; readonly names: readonly string[] };

const DATES =
  /^\s*(?:(?:\p{L}{3,9}\.? |\d{1,2}[/.])?(?:19|20)\d\d)(?:\s*(?:-|–|—|to|until)\s*(?:(?:\p{L}{3,9}\.? |\d{1,2}[/.])?(?:(?:19|20)?\d\d)|present|now|today|date|current|ongoing)?)?\s*[:,|]?\s*/iu;
const EMPLOYER =
  /^(?:the\s+)?(?:\p{Lu}[\p{L}&'’-]*\s+(?:(?:and|of|the|&)\s+)?){1,5}(?:is|was|are|were|has been|ranks|makes|runs|employs|operates|serves|provides|offers|builds|sells)\s+(?:an?|the|one|among|part|our|some|\d)\b/u;
const FIRM =
  /\b(?:company|firm|hospital|school|agency|maker|manufacturer|provider|supplier|bank|insurer|charity|retailer|group|chain|brand|publisher|trust|consultancy|university|institute|employer|leader|business|winner|producer|operator|practice|family|studio|museum|bakery|builder|contractor|restaurant|hotel)\b/i;
const TASKLESS =
  /\b(?:goals?|objectives?|plans?|next steps|outlook|hobbies|interests|references|recommendation|proposal|aims)\b/i;

/** The clauses of a passage that can stand alone, each judged: parts at semicolons, and at `and` where signs differ. */
export function unitsOf(passage: Passage, setting: Setting): Unit[] {
  if (passage.form === "row") return [{ passage, text: passage.text, judgement: judgeRow(passage) }];
  if (passage.form === "history") return historyOf(passage, setting);
  if (setting.isOfPerson && isDescription(passage.text, setting)) return [];
  if (setting.isOfPerson && isPost(passage.text)) return [];
  return passage.text
    .split(/;\s+(?![^;]{0,24}\bit (?:was|is)\b)/)
    .filter((text) => /\p{L}{2}/u.test(text))
    .flatMap((text) => byClause(text, setting, passage.section))
    .map(
      ({ text, judgement }): Unit => ({
        passage,
        text,
        judgement:
          TASKLESS.test(passage.section) && judgement.sign !== 0 && !judgement.severe
            ? { sign: 0, why: "a plan, a hope or a condition, and nothing that happened", isPlain: true }
            : judgement,
      }),
    )
    .map((unit, at, all) => (isAfterthought(unit, all[at - 1]) ? { ...unit, judgement: HANGING } : unit));
}

const HANGING: Judgement = { sign: 0, why: "it hangs on what went wrong before it", isPlain: true };

/** `A wall fell; nobody was hurt`: no merit of its own. */
function isAfterthought({ text, judgement }: Unit, before: Unit | undefined): boolean {
  return (
    judgement.sign === 1 &&
    before?.judgement.sign === -1 &&
    /^\s*(?:and |but |though )?(?:nobody|no one|none|she|he|it|they)\b/i.test(text)
  );
}

function judgeText(text: string, { isOfPerson, names }: Setting, section: string): Judgement {
  let shown = text;
  for (const name of names) shown = shown.replaceAll(name, "X");
  return judge(shown, { isOfPerson, section });
}

type Judged = { readonly text: string; readonly judgement: Judgement };

/** Praise and blame joined by `and` are two statements; anything else stays whole. */
function byClause(text: string, setting: Setting, section: string): Judged[] {
  const whole = judgeText(text, setting, section);
  if (whole.sign !== 0 || whole.isPlain) return [{ text, judgement: whole }];
  for (const joint of text.matchAll(
    /,? and (?=(?:the|a|an|his|her|their|its|our|no|one|two|three|four|five|nobody|none|complaints|\p{L}+ (?:was|were|has|have|had|fell|rose|is|are))\b)/giu,
  )) {
    const parts = [text.slice(0, joint.index), text.slice(joint.index + joint[0].length)];
    if (
      parts.some((part) => part.trim().split(/\s+/).length < 3) ||
      /\b(?:but|although|though|despite|yet|between|both)\b/i.test(text)
    )
      continue;
    const judged = parts.map((part) => ({ text: part, judgement: judgeText(part, setting, section) }));
    if (judged.every(({ judgement }) => judgement.sign !== 0)) return judged;
  }
  return [{ text, judgement: whole }];
}

/** A line of a history: the post alone is no statement, what stands beside it may be. */
function historyOf(passage: Passage, setting: Setting): Unit[] {
  const text = passage.text.replace(DATES, "");
  const judgement = judgeText(text, setting, passage.section);
  const isOfLearning = /educat|qualif|certif|training|licen|learning|school/i.test(passage.section);
  if (judgement.sign !== 0 && (isOfLearning || judgement.kind !== "doing"))
    return [{ passage, text, judgement }];
  return isOfLearning ? [{ passage, text, judgement }] : [];
}

/** What an employer says of itself. */
function isDescription(text: string, { names }: Setting): boolean {
  if (names.some((name) => text.startsWith(name))) return false;
  if (
    /^(?:an?|the)\b[^.]{0,60}\b(?:since|with|founded|of)\b/i.test(text) &&
    FIRM.test(text.split(/\s+/).slice(0, 6).join(" ")) &&
    !/\b(?:his|her|my|she|he)\b/i.test(text)
  )
    return true;
  return EMPLOYER.test(text) && FIRM.test(text);
}

/** `Depot manager, Tarnford, Ribble Omnibus (2019 to present)`. */
function isPost(text: string): boolean {
  return (
    /\((?:[^()]*\b(?:19|20)\d\d\b[^()]*)\)\.?$/.test(text) &&
    text.split(/\s+/).length <= 16 &&
    !/\b(?:certificate|diploma|degree|award|prize|warning|dismiss\w*|licen[cs]e)\b/i.test(text) &&
    /,/.test(text)
  );
}

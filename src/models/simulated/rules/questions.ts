import type { Point } from "../../../scenario/casebook.ts";
import type { Judgement } from "./sign.ts";

type Asked = Pick<Point, "asks" | "settles">;

/** By what a statement speaks of: what one would ask, and what would settle it. */
const QUESTIONS: readonly (readonly [RegExp, -1 | 0 | 1, string, string])[] = [
  [
    /\bcomplain\w*|\bgrievance/,
    -1,
    "what became of the complaints",
    "the file on the complaints and what was done about each",
  ],
  [
    /\b(?:dismissed|sacked|fired|struck off|warning|disciplin\w*|suspended)\b/,
    -1,
    "what the decision was based on",
    "the written decision and its reasons",
  ],
  [
    /\b(?:fraud\w*|falsif\w*|forg\w*|convict\w*|guilty|stole\w*|embezzl\w*|plagiar\w*)\b/,
    -1,
    "what was found, by whom, and what followed",
    "the finding itself and what was put right since",
  ],
  [
    /\b(?:late|delay\w*|missed|behind|overdue|deadline)\b/,
    -1,
    "what held it up and whether that has been removed",
    "dates kept since then",
  ],
  [
    /\b(?:cost|costs|budget|cash|debt|burn|overspen\w*|loss|losses)\b/,
    -1,
    "where the money went and who had agreed to it",
    "the accounts of the months since",
  ],
  [
    /\b(?:accident\w*|injur\w*|fall|falls|incident\w*|unsafe|died)\b/,
    -1,
    "what was changed after it",
    "the record of incidents since",
  ],
  [
    /\b(?:error\w*|mistake\w*|wrong|defect\w*|fault\w*|fail\w*)\b/,
    -1,
    "how it came about and what keeps it from happening again",
    "a check of the work done since",
  ],
  [/\b(?:left|resign\w*|turnover|quit)\b/, -1, "why people went", "what those who went say about it"],
  [
    /\b(?:no|without|lacks?|never)\b/,
    -1,
    "how that gap would be closed, and by when",
    "proof that the gap has been closed",
  ],
  [
    /\b(?:revenue|sales|profit|margin|cost|costs|budget|saved|debt)\b/,
    1,
    "how much of it will last",
    "the same figures for the year after",
  ],
  [
    /\b(?:fell|rose|reduced|cut|raised|increased|grew|halved|doubled|improved)\b/,
    1,
    "how much of the change came from this work, and whether it lasted",
    "the figures of the period after, from whoever measured them",
  ],
  [
    /\b(?:award|prize|won|praise\w*|recommend\w*|commended)\b/,
    1,
    "what it was given for, and by whom",
    "the reasons of those who gave it",
  ],
  [
    /\b(?:degree|diploma|certificate|licen[cs]e\w*|regist\w*|qualif\w*)\b/,
    1,
    "whether it is still valid",
    "the document itself, with its date",
  ],
  [
    /\b(?:led|managed|supervised|team|staff|trained|mentored)\b/,
    1,
    "what those who were led say about it",
    "a word from two of those who were led",
  ],
];

export function questionsFor(says: string, { sign }: Judgement): Asked {
  const found = QUESTIONS.find(([pattern, side]) => (side === 0 || side === sign) && pattern.test(says));
  return found ? { asks: found[2], settles: found[3] } : {};
}

/** Uses of a loaded word in which it says nothing for or against. */
const IDLE: readonly RegExp[] = [
  /(?:^|\b(?:i|she|he) )left\b/g,
  /\bleft\b(?! (?:within|after|without|before|during|because|the (?:company|firm|team|group|ward|school|practice)\b|us\b|in (?!good|safe|place|charge|order)))/g,
  /\bleft (?=the \p{L}+ (?:department )?(?:on time|in good))/gu,
  /\bquestions\b(?! (?:remain|about (?:his|her|its|their|the|commitment)))/g,
  /(?<!\b(?:which|that|it|clause|agreement|contract|law|licence) )\bbars\b(?! (?:him|her|them|us|it|the)\b)/g,
  /(?<!\b(?:customer|revenue|supplier|client) )\bconcentration\b(?= (?:of|in|gradient|camp|span)\b)/g,
  /\bfailed\b(?= \p{L}+s\b)(?<=\b(?:stor|retri|repeat|resend|tri|catch|handl|record|keep)(?:e|es|s) failed)/gu,
  /\bexposure\b(?! of\b)/g,
  /(?<!\b(?:paid|closed|delivered|finished|months?|weeks?|days?|years?|hours?|too|arrived|opened|was|were|is|been|filed|in|came|often|always|never) )\blate\b(?! (?:payments?|deliver(?:y|ies)))/g,
  /\bclosed\b(?! (?:\S+ ){0,4}?(?:deals?|sales?|rounds?|findings?|contracts?|accounts?)\b)(?<!\b(?:deals|findings) closed)/g,
  /\bfollowed\b(?! (?:him|her|them|me)\b)/g,
  /\bexpert\b(?! (?:in|on|at)\b)/g,
  /\bfine\b(?! of\b)/g,
  /\b(?:won|successful|prevailed)\b(?=[^,;]* against (?:us|it|him|her|them|the (?:company|hospital|school|trust|bakery|firm|employer|council|university|city|operator)))/g,
  /\bfair\b(?= at\b| in \d)/g,
  /\b(?:was |were )?granted\b(?<=\binjunctions? (?:was |were )?granted)/g,
  /\bgained weight\b/g,
  /\bserved (?:notice|\S+ (?:months|years) in prison)/g,
];

const EXCEEDED = /\bexceed(?:ed|s|ing)\b([^,;]*)/g;
const PASSED = /\b(?:was|were|been) exceeded\b/;
const GOALS = /\b(?:targets?|quotas?|plans?|goals?|expectations?|forecasts?|requirements?|standards?)\b/;
const CAPS = /\b(?:budgets?|limits?|deadlines?|estimates?|thresholds?|caps?|allowances?)\b/;

/** A text in lower case without such uses. A limit that was passed is a loss, a target that was passed a gain. */
export function withoutIdle(lower: string): string {
  let text = lower;
  for (const use of IDLE) text = text.replace(use, "…");
  const isPassed = PASSED.test(text);
  return text.replace(EXCEEDED, (_, rest: string) => {
    const about = isPassed ? text : rest;
    if (CAPS.test(about)) return `overrun${rest}`;
    return GOALS.test(about) ? `achieved${rest}` : `…${rest}`;
  });
}

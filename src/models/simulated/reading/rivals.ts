import { clausesOf } from "./clauses.ts";

const BEFORE =
  "(?:(?:a|an|one|two|three|four|five|the|another|our|its|their|several|some|both|large|larger|big|bigger|biggest|largest|main|new|direct|nearest|closest|local|major|foreign|established|national|\\p{L}+-\\p{L}+) )*";
const RIVAL = new RegExp(
  String.raw`^\s*${BEFORE}(?!(?:against|unlike|than|over|from|with|for|of|versus|to|no|few|most)\b)(?:\p{L}+ )??(?:rivals?|competitors?|incumbents?)\b`,
  "u",
);
const MAKER = new RegExp(
  String.raw`^\s*${BEFORE}(?!(?:against|unlike|than|over|from|with|for|of|versus|to|no|few|most)\b)(?:\p{L}+ )??(?:vendors?|makers?|chains?|suppliers?|manufacturers?)\b`,
  "u",
);
const COMES_UP =
  /\b(?:launch(?:ed|es)|announce[ds]?|introduce[ds]?|unveiled|released?|bundles?d?|opened|opens|offers|copied|copies|raised|patented|undercuts?|hired away|poached|won|signed)\b/;
const MAKER_COMES_UP =
  /\b(?:launch(?:ed|es)|announce[ds]?|unveiled|bundles?d?|copied|copies|undercuts?|released)\b/;
const WITH_US = /\b(?:with us|for us|our|partnerships?|together|on our|under licence|resells?|agreements?)\b/;

/**
 * What others do in the same market: their gain is no merit of what is judged. How many clauses tell of a rival that
 * comes up, and the text without what rivals do.
 */
export function rivalsIn(lower: string): { readonly threats: number; readonly rest: string } {
  let threats = 0;
  const rest = clausesOf(lower).map(({ link, text }) => {
    const isRival = RIVAL.test(text);
    if ((!isRival && !MAKER.test(text)) || WITH_US.test(text)) return link + text;
    const comesUp = (isRival ? COMES_UP : MAKER_COMES_UP).test(text);
    if (!comesUp && !isRival) return link + text;
    if (comesUp) threats++;
    return `${link}…`;
  });
  return { threats, rest: rest.join("") };
}

/** Things whose number speaks for whoever has them. */
const COUNTED =
  /(?<!\b(?:of|called|asked|rang|interviewed|surveyed|about|around|against|than|below|under|only|sued) (?:the )?)\b\d[\d,.]*\+? (?:\p{L}+[- ]){0,2}?(?:papers|publications|articles|citations|patents|grants|awards|prizes|talks|downloads|stars|customers|clients|users|accounts|students|graduates|engineers|researchers|scientists|people|employees|partners|contracts|members)\b/iu;
const RANK =
  /\bh-index\b|\b(?:first|senior|lead) author\b|\bbest[- ]paper\b|\b(?:with|of) (?:distinction|honou?rs)\b/i;
const OFFICES =
  "(?:chair(?:man|woman)?|head|director|dean|captain|founder|co-founder|president|editor|principal investigator|inventor|professor)";
/** Held by whom the page is about: an entry that opens with it, or somebody who became it. */
const OFFICE = new RegExp(
  String.raw`^(?:[\d–—/ -]+(?:present )?)?(?:(?!the |a |an |our |one |two |former )\p{L}+[- ]){0,2}?${OFFICES}\b(?!'s)(?:,| of | for | at |$)|\b(?:as|became|elected|appointed|named|am|promoted to) (?:the |a |an )?(?:\p{L}+[- ]){0,2}${OFFICES}\b|\bchair(?:ed|s)\b`,
  "iu",
);
const DEGREE = /\b(?:ph\.?d|doctorate|doctor of|master of|msc|m\.sc|mba)\b/i;

/** Things that are missed where they are denied; of anything else one cannot tell. */
const DENIED =
  /\b(?:no|never had|never held|without) (?:\p{L}+[- ]){0,2}(?:publications?|papers?|experience|references?|customers?|revenue|results?|patents?|degree|qualifications?|licence|license|certificates?|certification|training|insurance|permits?|backups?|budget|plan|proof|evidence|contracts?|tests|documentation|management|staff|income|orders)\b/iu;
const UNFINISHED =
  /\bnot (?:yet )?(?:completed|finished|started|tested|built|hired|known|registered|certified|licensed|insured|qualified|profitable|audited)\b|\bbefore the end of\b|\bswitched off\b|\babandoned\b/i;

/**
 * The tone of a passage without a word of praise or blame, -1 to 1: a figure beside something people count, a rank, an
 * office, a degree; or something denied or left unfinished. 0 where it says none of that.
 */
export function plainToneOf(text: string): number {
  const lacks = (DENIED.test(text) ? 0.5 : 0) + (UNFINISHED.test(text) ? 0.4 : 0);
  if (lacks > 0) return -Math.min(0.7, lacks);
  const merits =
    (COUNTED.test(text) ? 0.35 : 0) +
    (RANK.test(text) ? 0.35 : 0) +
    (OFFICE.test(text) ? 0.3 : 0) +
    (DEGREE.test(text) ? 0.3 : 0);
  return Math.min(0.7, merits);
}

import { withoutRemaining } from "./polarity.ts";
import { trendsIn } from "./trend.ts";

/** What sort of thing a passage reports: decides which remarks, wishes and questions fit it. */
export type Kind =
  | "dispute"
  /** A rule was broken, whatever was done about it since. */
  | "breach"
  | "terms"
  /** What somebody may not do after leaving. */
  | "bond"
  | "complaint"
  | "error"
  | "repair"
  | "departure"
  | "setback"
  | "delay"
  | "gap"
  /** Asked for, and spoken of nowhere. */
  | "absence"
  | "independent"
  | "testimony"
  | "growth"
  | "decline"
  /** A burden became less. */
  | "relief"
  /** A burden grew. */
  | "strain"
  | "operation"
  | "delivery"
  | "founding"
  | "invention"
  | "recognition"
  | "scholarship"
  | "people"
  | "plan"
  | "scale"
  | "money"
  /** How long the money lasts. */
  | "runway"
  /** What something is held to be worth. */
  | "price"
  | "rival"
  | "skill"
  /** Heard as evidence in a trial, whatever it reports. */
  | "proof"
  | "other";

type Tone = "good" | "bad" | "any";

/** Tried in this order: the first whose words stand in a passage of its tone is its kind. */
const KINDS: readonly (readonly [Kind, Tone, RegExp])[] = [
  [
    "rival",
    "bad",
    /\b(?:rivals?|competitors?|incumbents?|makers?|vendors?)\b.*\b(?:launch\w*|announce\w*|introduce\w*|unveil\w*|releas\w*|bundle\w*|copied|undercuts?|raised|won)\b/,
  ],
  ["gap", "bad", /\b(?:lacks cover|no cover|no vesting|not insured|no insurance)\b/],
  ["bond", "any", /\b(?:non-solicitation|non-compete|bars (?:him|her|them)|notice period)\b/],
  [
    "terms",
    "any",
    /\b(?:secondary sales|clauses?|vesting|cliff|retention agreements?|liquidation preference|convertible notes?|change-of-control|must be repaid|tranche)\b/,
  ],
  [
    "dispute",
    "bad",
    /\b(?:dispute[ds]?|lawsuits?|sued|claims? of eur|inquiry|legal|litigation|injunction|grievances?|objections?|claims authorship)\b/,
  ],
  [
    "breach",
    "bad",
    /\b(?:violations?|misconduct|plagiari\w+|breach\w*|non-commercial licence|infring\w+|fined)\b/,
  ],
  [
    "complaint",
    "bad",
    /\b(?:complain\w*|criticis\w+|criticiz\w+|hard to reach|unanswered|warning|calls (?:her|him|them) (?:slow|late|rude|weak|distant|difficult))\b/,
  ],
  [
    "error",
    "bad",
    /\b(?:needed a published correction|correction reduced|leaked|retracted|false|could not reproduce|failed to reproduce|copied|copy)\b/,
  ],
  [
    "independent",
    "good",
    /\b(?:independent (?:\w+ )?(?:groups?|experts?|teams?|reviews?|audits?|auditors?|laborator\w+)|reproduced|replicated)\b/,
  ],
  [
    "repair",
    "good",
    /\b(?:correction|corrected|withdrew the|retrained|retracted at|recommended the stop|full account|fixed|remed\w+|relabelled|published audit|fairness audit|clean-room|closed\b.*finding)\b/,
  ],
  [
    "departure",
    "bad",
    /\b(?:left|resigned|tenure|turnover|departed|employers in|quit|joined and left|leaver|churned|exit interviews?)\b/,
  ],
  [
    "setback",
    "bad",
    /\b(?:fail\w*|errors?|wrong|lost|terminated|rejected|cancel\w*|written off|wrote off|retracted|crash\w*|outage|collapsed|never reached|corroded|broke down)\b/,
  ],
  ["decline", "bad", /\b(?:fell|declin\w+|worsened|dropped|shrank|decreased|worse|slipped)\b/],
  ["strain", "bad", /\b(?:grew|grows|growing|became|becomes) (?:longer|heavier|worse|slower|larger)\b/],
  ["delay", "bad", /\b(?:missed|delayed|delays?|late|slow|behind schedule|longer|overrun|deadline)\b/],
  [
    "gap",
    "bad",
    /^(?:no|nobody|none|neither)\b|\b(?:lacks?|lacked|weak\w*|missing|no experience|no production experience|thin|without|never|no evidence|exposure)\b/,
  ],
  [
    "skill",
    "good",
    /\b(?:expert in|proficient|years of practice|fluent|skilled|strong in|completed an? .*(?:course|programme))\b/,
  ],
  [
    "independent",
    "good",
    /\b(?:independent\w*|outside (?:auditor|groups?|counsel)|adopted|blinded|auditor|audit was passed|review was passed|officer approved|approved by|certificate)\b/,
  ],
  [
    "growth",
    "good",
    /\b(?:rose|grew|growing|improv\w+|raised (?!eur|usd|\$|€|£)|increase\w*|doubled|halved|from [^,;]{1,40} to (?!(?:19|20)\d\d\b)\d)/,
  ],
  [
    "testimony",
    "good",
    /\b(?:references|recommends?|praise[sd]?|customers we called|confirm that|confirmed by|interviews confirm|survey|buy again|upset to lose)\b/,
  ],
  [
    "operation",
    "good",
    /\b(?:(?:has|have) run in production|runs? in production|availability|uptime|queries a day|transactions a day)\b/,
  ],
  ["people", "good", /\b(?:teaches|taught|courses?|coaching)\b/],
  [
    "delivery",
    "good",
    /\b(?:delivered|on schedule|to production|launched|deployed|shipped|milestones|achieved|integrated|completed .*(?:projects?|products?|houses?|buildings?|bridges?|phases?))\b/,
  ],
  [
    "invention",
    "good",
    /\b(?:invented|patents?|original representation|proprietary|novel|open-source library)\b/,
  ],
  [
    "founding",
    "good",
    /\b(?:founded|established (?!sentence)|introduced (?!a benchmark)|created|organised|set up|designed the)\b/,
  ],
  [
    "recognition",
    "good",
    /\b(?:award\w*|won|prize|distinction|best-paper|excellent|outstanding|area chair|honou?red)\b/,
  ],
  [
    "scholarship",
    "good",
    /\b(?:h-index|cited|citations|first author|senior author|proved|published|papers?|phd in|benchmark|bound|sentence-level)\b/,
  ],
  [
    "people",
    "good",
    /\b(?:led|leads|joint|consortium|shared|co-authors|mentored|supervised|promoted|hired|joined|co-supervised|team|group|colleagues|network)\b/,
  ],
  // A plan that speaks for somebody is cited for what it already is.
  ["plan", "bad", /\b(?:prototype|planned|plan|proposed|proposal|will open|filed|roadmap|intends?|expects?)\b/],
  ["runway", "any", /\b(?:runway|cash [^,;]*(?:lasts?|gone|until))\b/],
  ["price", "any", /\b(?:valuation|pre-money|times revenue)\b/],
  // How much hangs on one customer is no sum.
  ["other", "bad", /\b(?:stands? for|accounts for)\b/],
  ["money", "any", /\b(?:revenue|budget|cash|burn|margins?|funding|notes|secondary|preference|costs?)\b/],
  [
    "scale",
    "good",
    /\b(?:(?<!largest )customers?|users?|queries|downloads|citations|participants|accounts|markets?|contributors|stars)\b|\d,\d{3}/,
  ],
];

/** The kind of a passage that speaks for (above 0) or against (below 0). */
export function kindOf(text: string, polarity: number): Kind {
  const lower = withoutRemaining(text.toLowerCase());
  const { eased, mounted } = trendsIn(lower);
  if (eased + mounted > 0) return eased >= mounted ? "relief" : "strain";
  for (const [kind, tone, pattern] of KINDS) if (fits(tone, polarity) && pattern.test(lower)) return kind;
  return "other";
}

function fits(tone: Tone, polarity: number): boolean {
  if (tone === "bad") return polarity < 0;
  return tone === "good" ? polarity > 0 : true;
}

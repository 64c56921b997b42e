const BREAK =
  /([;:()]|,(?= )| [–—-] | (?:while|whereas|but|although|though|because|when|which|who|whom|where|so that|and|until)(?= ))/;

/** A text in its clauses, each but the first after what parts it from the one before. */
export function clausesOf(text: string): { readonly link: string; readonly text: string }[] {
  const parts = text.split(BREAK);
  return parts.flatMap((part, at) => (at % 2 === 0 ? [{ link: parts[at - 1] ?? "", text: part }] : []));
}

/** Words that have a sense of their own beside another, and then neither praise nor blame. */
const COMPOUNDS = new RegExp(
  String.raw`\b(?:${[
    "(?:conflict|dispute|complaint|complaints) (?:resolution|handling|management|mediation|procedures?|desk)",
    "risk (?:management|assessments?|appetite|registers?|analysis|officer|committee|models?|controls?)|(?:children|pupils|patients|students|families|adults|people|women|learners) at risk",
    "error (?:handling|correction|budgets?|bars?|analysis|messages?|rate target)|incident (?:response|management|reporting|reports?|commander|command)",
    "debt (?:collection|advice|counselling|relief)|fraud (?:detection|prevention|team|analysts?|department|cases)|plagiarism (?:detection|software|checks?)",
    "loss (?:functions?|adjusters?|prevention|leaders?)|damage (?:assessments?|control|limitation)|failure (?:analysis|modes?)|crash (?:courses?|tests?|testing)",
    "(?:early|advance) warning(?: systems?| scores?)?|threat (?:modelling|modeling|detection|intelligence|models?)|vulnerability (?:scanning|disclosure|research|management)|fall (?:protection|prevention|risk|term|semester|20\\d\\d)|falls prevention|in the fall",
    "fine (?:dining|arts?|motor|tuning|print|structure)|(?:working|works|worked|runs|ran|is|are|was|were) fine|a fine (?!of\\b)",
    "weak (?:interactions?|signals?|lensing|force|ties|supervision|coupling)|strong (?:interactions?|force|coupling|field)|(?:cp|parity|symmetry|lepton) violation",
    "late (?:shifts?|stage|summer|autumn|spring|winter|nights?|evenings?|19\\d\\ds|20\\d\\d|in)|thin (?:films?|layers?|clients?|sections?)|slow (?:cooking|cooker|fermentation|release|motion|neutrons|proof|rise)|poor (?:areas?|families|districts?|neighbourhoods?|soil|countries)",
    "gap (?:years?|analysis|junctions?)|gap in the market|missing (?:persons?|data|links?|values)|dependent (?:children|variables?|territories)|negative (?:pressure|feedback|charge|ions?|numbers?|controls?|findings?)",
    "burns? (?:units?|patients?|wards?|centres?|care|victims?)|limited liability|healthy (?:volunteers|controls|eating|snacks)|(?:trade|book|science|job|careers?|craft) fairs?|lead (?:paint|pipes?|time|times)",
    "original (?:budget|plan|date|deadline|price|estimates?|owners?|building|contract)|left (?:hand|side|bank|wing|ventricle|atrium|wall|school)|proved (?:\\p{L}+ )?(?:critics|doubters|us|them) wrong|exposure (?:time|therapy)",
    "(?:causes?|reasons?) (?:of|for|behind) (?:the |a |an |this |that )?(?:failures?|errors?|loss|losses|delays?|outages?|crash|faults?)",
    "disciplinary (?:committee|board|panel)|expert (?:witness\\p{L}*|interviews?|panel|opinions?)|best (?:before|man)|at best|wound dressings?|more expensive",
  ].join("|")})\b`,
  "gu",
);

/** What is not said to be so: conditions, alternatives, purposes, and what was granted for the sake of argument. */
const UNSAID =
  /(?:^(?:losing|without|failing) [^,;:]* would .*$)|(?:\b(?:if|unless|in case|instead of|rather than|unlike|other than|as opposed to|irrespective of)\b[^,;:]*)|(?:\b(?:despite|in spite of|notwithstanding|although|even though)\b[^,;:]*,)|(?:\b(?:after|when|where|from) (?:the |her |his |its |their |my |our |a )?(?:previous|predecessor|former|last)\b[^,;:]*)/gu;

/** Trouble that came to nothing, was over, or befell somebody else: whose merit that is, words alone do not tell. */
const DISPELLED = new RegExp(
  [
    "(?:objections?|lawsuits?|claims?|appeals?|complaints?|charges?|grievances?|accusations?) (?:was|were|has been|have been) (?:\\p{L}+ly )?(?:rejected|dismissed|withdrawn|dropped|won|not upheld)",
    "(?:dismissed|dropped|withdrew|rejected|won) (?:the|their|its|his|her|a|an|every|both|all) (?:\\p{L}+ )?(?:objections?|lawsuits?|complaints?|claims?|charges|appeals?|grievances?)",
    "(?:errors?|mistakes?|faults?|bugs?|defects?|leaks?|cracks) (?:was|were) [^,;]*?(?:corrected|fixed|repaired|remedied|mended)",
    "(?:old|former|previous|earlier) \\p{L}+ (?:was|were|had been) \\p{L}+",
    "(?:lost|lose|losing) [^,;]* to (?:us|the company|him|her)",
  ]
    .map((each) => `\\b${each}\\b`)
    .join("|"),
  "gu",
);

/** A text in lower case without what it does not say of its own matter. */
export function assertedIn(lower: string): string {
  return lower.replace(/’/g, "'").replace(COMPOUNDS, "…").replace(UNSAID, "…").replace(DISPELLED, "…");
}

/** What grows worse as it grows. */
const ILLS = [
  "sick leave|sickness|absences?|absenteeism|truancy|exclusions?|complaints?|grievances?|error rates?|errors?|mistakes?|defects?|bugs?|faults?",
  "incidents?|accident rates?|accidents?|injuries|injury|deaths|mortality|outages?|crashes|delays?|backlogs?|latency|latencies|downtime|alarms",
  "(?:waiting|response|processing|turnaround|build|set-?up|cycle|lead|repair|handling|recovery|waiting list|answering|down) times?|waits?|waiting lists?",
  "costs?|expenses?|spending|spend|overheads|churn|resignations?|departures?|attrition|cancellations?|refunds?|tickets",
  "loss|losses|deficits?|debts?|arrears|overtime|waste|scrap|rework|emissions|leaks?|leakage|violations?|breaches|risks?|dropouts?|drop-outs?|unemployment",
  "fall rates?|falls|infection rates?|infections?|readmissions?|pressure (?:ulcers|sores)|restraints|medication errors|burn(?! multiple)|unsold \\p{L}+|food waste",
  "noise|uncertaint(?:y|ies)|gaps?|differences?|disparit(?:y|ies)|overruns?|snags|stoppages|unplanned (?:work|stops?)|bottlenecks?|confusion|chaos|fraud|theft|thefts|shrinkage",
  "discounts?|irregularities|manual (?:\\p{L}+ )?(?:reviews?|work|checks?|entry)|rejects|scrap rates?|conflicts?|disputes?|lawsuits?|fines|penalties|vulnerabilit(?:y|ies)|crime|offences?|plagiarism|misconduct",
].join("|");

/** What grows better as it grows. */
const GOODS = [
  "revenues?|markets?|categor(?:y|ies)|sales|income|profits?|profitability|margins?|earnings|orders?|order (?:intake|book)|bookings|pipeline|contract (?:value|size)|contracts?|turnover of (?:eur|usd|£|€|\\$)",
  "customer base|customers?|clients?|users?|subscribers|subscriptions|downloads|visitors|visits|members|membership|attendance|enrolments?|enrollments?|participants|donors|donations|funds|volumes?|footfall",
  "retention|renewal rates?|renewals|satisfaction|scores?|ratings?|accuracy|precision|quality|yields?|output|throughput|availability|uptime|productivity|efficiency|capacity|production|reliability|safety|compliance",
  "test coverage|coverage|(?:pass|success|graduation|completion|win|hit|conversion|recovery|survival|response|uptake|vaccination|retention|progression|placement) rates?|conversion|adoption|demand|market share|shares?",
  "funding|volunteers|engagement|survey|literacy|grades|marks|results|attainment|reading levels?|morale|trust|motivation|reach|capital|reserves|savings|value|gains?|staffing|teams?|groups?|crew|network|citations|papers|stars|contributors|tips",
].join("|");

const THING = new RegExp(
  String.raw`(?<![\p{L}-])(?:(?<ill>${ILLS})|(?<good>${GOODS})|(?<turnover>turnover))(?![\p{L}-])`,
  "gu",
);
const CURRENCY = /[£€$]|\b(?:eur|usd|gbp|million)\b/;
/** Where a noun phrase ends and the next begins. */
const JOINT =
  / (?=(?:of|in|on|at|to|for|from|by|with|within|per|about|among|between|across|over|under|after|before|during|since|until|than|through|against|outside|beyond|behind|near|around)(?: |$))/;

/** What may stand after the head of a noun phrase: anything else shows that the head was another word. */
const AFTER_HEAD = new Set(
  "rate rates figure figures number numbers level levels score scores again has have had is are was were been also then now both each all last this that every year month quarter week even it once twice there here eur %".split(
    " ",
  ),
);
const BY_TIME = /^(?:a|per) (?:day|week|month|year|shift)\b/;

/** Whether the head is the last word of its phrase that counts. */
function isAtEnd(rest: string): boolean {
  if (!/^(?:[ ….]|$)/.test(rest)) return rest === '"';
  const words = rest.split(/[\s…"]+/).map((word) => word.replace(/\.+$/, ""));
  return words.every((word, at) => {
    if (word === "" || AFTER_HEAD.has(word) || /^(?:\p{L}+ly|\d[\d.,]*)$/u.test(word)) return true;
    return BY_TIME.test(`${word} ${words[at + 1]}`) || BY_TIME.test(`${words[at - 1]} ${word}`);
  });
}

/** Says how much, or when and where, and leaves it to the next phrase to say of what. */
const PASSED_OVER =
  /(?:\b(?:number|rate|level|amount|count|total|half|third|quarter|majority|most|all|share|sum|incidence|frequency|volume|rise|increase|drop)s?|%|…)$|^(?:in|on|at|by|since|during|after|within|with|for|from|over|under) |^$/;

/** A thing of which more is better (1) or worse (-1), and where it stands. */
export type Thing = { readonly sign: 1 | -1; readonly from: number; readonly to: number };

/**
 * The thing that a stretch of a clause is about: the head of its first noun phrase that has one. `Customers' complaints`
 * are complaints, `complaints of customers` as well. What a subject is about stands in its very first phrase, but for
 * `the number of` and the like.
 */
export function thingIn(stretch: string, clause: string, isSubject = false): Thing | null {
  let from = 0;
  for (const phrase of stretch.split(JOINT)) {
    if (phrase.startsWith("than ")) break;
    const last = [...phrase.matchAll(THING)].at(-1);
    if (last !== undefined && isAtEnd(phrase.slice(last.index + last[0].length))) {
      const isIll =
        last.groups!.ill !== undefined || (last.groups!.turnover !== undefined && !CURRENCY.test(clause));
      return { sign: isIll ? -1 : 1, from: from + last.index, to: from + last.index + last[0].length };
    }
    if (isSubject && !PASSED_OVER.test(phrase.trim())) break;
    from += phrase.length + 1;
  }
  return null;
}

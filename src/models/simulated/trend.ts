/** What grows worse as it grows. */
const ILLS = [
  "sick leave|sickness|absences?|absenteeism|complaints?|errors?|error rates?|mistakes?|defects?|bugs?|faults?",
  "incidents?|accidents?|injuries|outages?|delays?|backlogs?|latency|latencies|downtime|waiting times?|response times?",
  "costs?|expenses?|churn|turnover|resignations?|departures?|attrition|cancellations?|refunds?",
  "loss|losses|debts?|arrears|overtime|waste|emissions|violations?|breaches|risks?|dropouts?|unemployment",
].join("|");
const FELL = "fell|falls?|fallen|falling|dropped|drops?|declined|declines?|decreased|decreases?|shrank|halved";
const CUT = `${FELL}|cut|reduced|reduces?|lowered|lowers|shortened`;
const ROSE =
  "rose|rises?|risen|rising|grew|grows?|grown|growing|climbed|increased|increases?|doubled|tripled|worsened|raised|raises";

/** Between a subject and its verb: `of the group`, `rate`, `has`. */
const GAP = String.raw`(?: (?:of|in|at|on|for|among|about|per)(?: [\p{L}'-]+){1,3}?)?(?: (?:rates?|has|have|had|is|are|was|were|also|then|again))*`;
/** Between a verb and what it changes: `in the`, `the yearly`. */
const TO = String.raw`(?: (?:in|of|the|its|our|their|both|average|total|[\p{L}'-]+'s))*`;

const EASED = trend(CUT);
const MOUNTED = trend(ROSE);

/** A passage's trends in what is better rare: how many eased, how many mounted, and the text without them. */
export function trendsIn(lower: string): {
  readonly eased: number;
  readonly mounted: number;
  readonly rest: string;
} {
  let [eased, mounted] = [0, 0];
  const rest = lower
    .replace(EASED, () => {
      eased++;
      return "…";
    })
    .replace(MOUNTED, () => {
      mounted++;
      return "…";
    });
  return { eased, mounted, rest };
}

function trend(verbs: string): RegExp {
  const before = String.raw`\b(?:${ILLS})${GAP} (?:${verbs})\b`;
  const after = String.raw`\b(?:${verbs})${TO} (?:[\p{L}'-]+ )?(?:${ILLS})\b`;
  return new RegExp(`${before}|${after}`, "gu");
}

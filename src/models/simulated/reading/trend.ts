import { clausesOf } from "./clauses.ts";
import { type Thing, thingIn } from "./things.ts";

/** What a passage says of how things move and stand, and the passage without it. */
export type Trends = {
  /** Burdens that became less, and burdens that grew. */
  readonly eased: number;
  readonly mounted: number;
  /** Goods that became more, and goods that shrank. */
  readonly risen: number;
  readonly sunk: number;
  /** Things that are said to be high, low, avoided or caused: above 0 where that is good. */
  readonly stands: readonly (1 | -1)[];
  readonly rest: string;
};

const UP =
  "increased|increases|rose|rises?|risen|rising|grew|grows?|grown|growing|climbed|doubled|tripled|quadrupled|soared|mounted|went up";
const UP_BY_SOMEBODY = "increased|increases?|raised|raises?|boosted|lifted|doubled|tripled|grew";
const DOWN =
  "fell|falls?|fallen|falling|dropped|drops?|dropping|declined(?! to (?!\\d))|declines?|decreased|decreases?|shrank|shrinks?|shrunk|sank|slipped|halved|went down|came down";
const DOWN_BY_SOMEBODY =
  "cuts?|cutting|reduced|reduces?|reducing|lowered|lowers|shortened|halved|slashed|trimmed|brought down|drove down";

const MOVES = new RegExp(
  String.raw`(?<![\p{L}-])(?<!patient )(?:(?<up>${UP_BY_SOMEBODY}|${UP})|(?<down>${DOWN_BY_SOMEBODY}|${DOWN}))(?![\p{L}-])`,
  "u",
);
const BY_SOMEBODY = new RegExp(`^(?:${UP_BY_SOMEBODY}|${DOWN_BY_SOMEBODY})$`, "u");
const BY_ITSELF = new RegExp(`^(?:${UP}|${DOWN})$`, "u");
const FIRST_VERB =
  / (?:is|are|was|were|has|have|had|stayed|remained|rose|fell|grew|dropped|reached|lasts?|gives|signed)(?: .*)?$/;
/** Words after a verb in which its object is looked for. */
const REACH = 9;
const PREPOSITION = / (?:of|in|on|at|to|for|from|by|with|than|after|since|during) .*$/;
const NOUN = /^(?:rise|increase|fall|drop|decline|decrease|cut)$/;
const AS_NOUN = /\b(?:an?|the|this|any|no|further|price|tax)(?: \p{L}+){0,2} $/u;
const BROUGHT_DOWN = /\b(?:brought|drove|got|brings) ((?:[^\s,;]+ ){0,4}[^\s,;]+) down\b/g;
const IS_DONE = /\b(?:was|were|is|are|been|being|be|has|have|had)(?: \p{L}+ly)? $/u;
const DENIED =
  /\b(?:not|never|no|nobody|none|neither|failed to|unable to|cannot|hardly|\p{L}+n't)(?: \p{L}+){0,2} $/u;
/** Meant, feared or possible, but not reported. */
const ONLY_THOUGHT =
  /\b(?:to|would|could|should|might|may|will|must|shall|plans?|aims?|hopes?|wants?|intends?|promised|expected|supposed)(?: \p{L}+){0,2} $/u;

const HIGH =
  "high|higher|highest|more(?! than)|many|record|rising|growing|increasing|excellent|good|better|strong|stronger";
const LOW =
  "low|lower|lowest|fewer|fewest|less(?! than)|few|falling|declining|decreasing|poor|poorer|weak|weaker|zero|no|hardly any";
const LEVEL = new RegExp(String.raw`(?<![\p{L}-])(?:(?<up>${HIGH})|(?<down>${LOW})) `, "u");
const PREDICATE =
  /(?<![\p{L}-])(?:is|are|was|were|remains?|remained|stays?|stayed|stands?|lies|lie)(?: \p{L}+ly| very| too| still| well| far| now)* (?:(?<up>high|higher|highest|above)|(?<down>low|lower|lowest|below|under))(?![\p{L}-])/u;
const BESIDE =
  /(?<![\p{L}-])(?:(?<down>below|under|beneath)|(?<up>above|over)) (?:(?:the|its|our|their|his|her|a|national|regional|\p{L}+'s) ){1,3}(?:\p{L}+ ){0,2}?(?:average|mean|median|norm|targets?|goals?|minimum|benchmark|doubling|budget|limit|threshold|standard|level)(?![\p{L}-])/u;
const RID_OF =
  /(?<![\p{L}-])(?:fixed|fixes|resolved|resolves|closed|prevented|prevents|avoided|averted|eliminated|removed|repaired|solved|cleared|settled|repaid|remedied|overcame|caught|paid off|ended|free of|free from|without)(?![\p{L}-])/u;
const BROUGHT =
  /(?<![\p{L}-])(?:caused|causes|created|introduced|led to|leads to|leading to|resulted in|results in|produced|suffered|incurred|committed)(?![\p{L}-])/u;
/** Work on a burden says nothing against who does it. */
const WORKED_ON =
  /(?<![\p{L}-])(?:handled|handles|handling|managed|managing|treated|treats|investigated|investigates|diagnosed|analysed|mediated|documented|studied|reviewed|responded to|answered|dealt with|looked into|reported on|(?<=^ ?)reported)(?![\p{L}-])/u;

export function trendsIn(lower: string): Trends {
  const found = { eased: 0, mounted: 0, risen: 0, sunk: 0, stands: [] as (1 | -1)[] };
  let subject: Thing | null = null;
  const rest = clausesOf(lower.replace(BROUGHT_DOWN, "reduced $1")).map(({ link, text }, at) => {
    if (at === 0) subject = thingIn(headOf(text), text, true);
    const moved = move(text, subject, found);
    return link + compare(stand(moved, found), subject, found);
  });
  return { ...found, rest: rest.join("") };
}

type Found = { eased: number; mounted: number; risen: number; sunk: number; stands: (1 | -1)[] };

/** What a passage opens with, up to its first verb as far as that can be told. */
function headOf(clause: string): string {
  return clause.split(" ").slice(0, 6).join(" ").replace(FIRST_VERB, "");
}

function move(clause: string, subject: Thing | null, found: Found): string {
  let text = clause;
  for (let match = MOVES.exec(text); match !== null; match = MOVES.exec(text)) {
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + match[0].length);
    const { thing, blanked } = movedThing(match[0], before, after, clause, subject);
    text = blanked;
    if (thing === null || ONLY_THOUGHT.test(before)) continue;
    const way = match.groups!.up === undefined ? -1 : 1;
    const isGood = way * thing.sign > 0;
    if (DENIED.test(before) || /^(?:no|nobody|none|neither)\b/.test(clause.trim())) {
      if (isGood) found.stands.push(-1);
    } else if (thing.sign < 0) found[isGood ? "eased" : "mounted"]++;
    else found[isGood ? "risen" : "sunk"]++;
  }
  return text;
}

function movedThing(
  verb: string,
  before: string,
  after: string,
  clause: string,
  subject: Thing | null,
): { readonly thing: Thing | null; readonly blanked: string } {
  const blankAfter = (at: Thing) => `${before}…${after.slice(0, at.from)}…${after.slice(at.to)}`;
  const none = { thing: null, blanked: `${before}…${after}` };
  const near = after.split(" ").slice(0, REACH).join(" ");
  if (NOUN.test(verb) && AS_NOUN.test(before)) {
    // `A price increase of 30 % hurt margins`: the margins are not what increased.
    const object = /^ (?:in|of) (?!\d)/.test(after) ? thingIn(near, clause) : null;
    return object === null ? none : { thing: object, blanked: blankAfter(object) };
  }
  const isDone = IS_DONE.test(before);
  const movesItself = isDone || BY_ITSELF.test(verb);
  const takesObject = !isDone && BY_SOMEBODY.test(verb);
  const direct = takesObject ? thingIn(near.replace(PREPOSITION, ""), clause) : null;
  const own = direct === null && movesItself ? thingIn(before, clause, true) : null;
  if (own !== null)
    return { thing: own, blanked: `${before.slice(0, own.from)}…${before.slice(own.to)}…${after}` };
  const object = direct ?? (takesObject ? thingIn(near, clause) : null);
  if (object !== null) return { thing: object, blanked: blankAfter(object) };
  return movesItself && before.trim() === "" ? { ...none, thing: subject } : none;
}

/** High or low, avoided or caused: said of the thing that follows, or in the predicate of the one before. */
function stand(clause: string, found: Found): string {
  const level = LEVEL.exec(clause);
  const said = PREDICATE.exec(clause);
  if (said !== null) {
    const thing = thingIn(clause.slice(0, said.index), clause, true);
    if (thing === null) return clause;
    found.stands.push(said.groups!.up === undefined ? (-thing.sign as 1 | -1) : thing.sign);
    return `${clause.slice(0, thing.from)}…${clause.slice(thing.to, said.index)}…${clause.slice(said.index + said[0].length)}`;
  }
  for (const [verbs, sign] of [
    [RID_OF, -1],
    [BROUGHT, 1],
    [WORKED_ON, 0],
  ] as const) {
    const done = verbs.exec(clause);
    if (done === null) continue;
    const from = done.index + done[0].length;
    const before = clause.slice(0, done.index);
    const own = sign < 0 && IS_DONE.test(before) ? thingIn(before, clause, true) : null;
    if (own?.sign === -1) {
      found.stands.push(DENIED.test(before) ? -1 : 1);
      return `${clause.slice(0, own.from)}…${clause.slice(own.to, done.index)}…${clause.slice(from)}`;
    }
    const thing = thingIn(nounPhrase(clause.slice(from)), clause);
    if (thing === null || thing.sign > 0) continue;
    if (DENIED.test(before) || /^ (?:no|neither|hardly any) /.test(clause.slice(from))) {
      if (sign < 0) found.stands.push(-1);
    } else if (sign !== 0 && !ONLY_THOUGHT.test(before)) found.stands.push(-sign as 1 | -1);
    return `${clause.slice(0, done.index)}…${clause.slice(from, from + thing.from)}…${clause.slice(from + thing.to)}`;
  }
  if (level === null) return clause;
  const from = level.index + level[0].length;
  const phrase = nounPhrase(clause.slice(from));
  const thing = thingIn(phrase, clause);
  if (thing === null) return clause;
  const isUp = level.groups!.up !== undefined;
  found.stands.push((isUp ? thing.sign : -thing.sign) as 1 | -1);
  return `${clause.slice(0, level.index)}…${clause.slice(from, from + thing.from)}…${clause.slice(from + thing.to)}`;
}

/** Under or over the average, the target, the limit: good or bad as the thing is. */
function compare(clause: string, subject: Thing | null, found: Found): string {
  const said = BESIDE.exec(clause);
  if (said === null) return clause;
  const thing = thingIn(clause.slice(0, said.index).replace(/…/g, "").trimEnd(), clause, true) ?? subject;
  const isBelow = said.groups!.down !== undefined;
  if (thing !== null) found.stands.push((isBelow ? -thing.sign : thing.sign) as 1 | -1);
  return `${clause.slice(0, said.index)}…${clause.slice(said.index + said[0].length)}`;
}

/** The words up to the first preposition or verb, four at most. */
function nounPhrase(text: string): string {
  const words = text.trimStart().split(" ").slice(0, 4);
  const end = words.findIndex((word) =>
    /^(?:of|in|on|at|to|as|for|from|by|with|within|than|is|are|was|were|has|had|have)$/.test(word),
  );
  const taken = end === -1 ? words : words.slice(0, end);
  return `${text.slice(0, text.length - text.trimStart().length)}${taken.join(" ")}`;
}

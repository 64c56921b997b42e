import { changesIn, type Found } from "./change.ts";
import { deniedAt, eventsIn } from "./events.ts";
import { ratingIn, shareIn, standingsIn } from "./measures.ts";
import { turnsIn } from "./patterns.ts";
import { gravityOf } from "./severe.ts";
import { is, type Token, tokensOf } from "./tokens.ts";

/** What a statement says for or against, or why nobody can tell. */
export type Judgement =
  | { readonly sign: -1 | 1; readonly strength: number; readonly severe: boolean; readonly kind: Found["kind"] }
  | { readonly sign: 0; readonly why: string; readonly isPlain: boolean };

/** What kind of document it stands in. */
export type Setting = { readonly isOfPerson: boolean; readonly section: string };

const STRENGTH: Readonly<Record<Found["kind"], number>> = {
  severe: 1,
  change: 0.6,
  plan: 0.6,
  grade: 0.6,
  event: 0.45,
  share: 0.45,
  lack: 0.45,
  doing: 0.3,
};

const CONTRAST =
  /^(?:but|although|though|despite|yet|however|whereas|albeit|except|nevertheless|nonetheless|while|notwithstanding|still)$/;
const CONCEDES = /^(?:although|though|despite|while|whereas|notwithstanding)$/;
const NO_OTHER =
  /\b(?:no|nobody|none)\b[^,;.]*\b(?:other|others|else)\b|\bon paper\b|\bof one\b|\bout of (?:one|two)\b|\bby (?:his|her|their|its|my|our) own\b|\baccording to (?:himself|herself|him|her|them|itself)\b|\bin name\b|\bonly (?:entrant|applicant|candidate|bidder|entry|one to)\b|\bself-\w+ed\b/i;
const QUIET = {
  hedged: "a plan, a hope or a condition, and nothing that happened",
  others: "what somebody else did",
};

/** Judges a clause or sentence by its words, its measures and its direction; prefers silence to a wrong sign. */
export function judge(text: string, setting: Setting): Judgement {
  if (/\?\s*$/.test(text)) return silence("a question", true);
  const tokens = withoutNames(tokensOf(text));
  const clauses = clausesOf(tokens);
  const judged = clauses.map((clause) => ({ clause, ...judgeClause(clause, tokens, setting) }));
  const grave = judged.find(({ severe }) => severe);
  if (grave) return { sign: -1, strength: 1, severe: true, kind: "severe" };
  if (judged[0]?.quiet) return silence(judged[0].quiet, true);
  const speaking = judged.filter(({ quiet, found }) => quiet === null && found.length > 0);
  const signs = new Set(speaking.flatMap(({ found }) => found.map(({ sign }) => sign)));
  const contrast = judged.findIndex(
    ({ clause }) =>
      CONTRAST.test(clause[0]?.word ?? "") &&
      (clause !== judged[0]?.clause || CONCEDES.test(clause[0]?.word ?? "")),
  );
  if (contrast >= 0) return weighContrast(judged, contrast);
  if (signs.has(1) && signs.has(-1)) return silence("praise and blame in one", false);
  if (signs.has(0)) {
    if (signs.size === 1) return silence("a change, and not for what", false);
    return silence("partly understood", false);
  }
  const [sign] = signs;
  if (sign === undefined) return doing(tokens, setting) ?? silence("no sign found", false);
  if (sign === 1 && NO_OTHER.test(text)) return silence("a clause limits it", false);
  if (
    sign === 1 &&
    tokens.some(
      (token, at) =>
        is(token, "belittle") ||
        (is(token, "claims") &&
          /^(?:to|that|he|she|himself|herself|themselves|itself)$/.test(tokens[at + 1]?.word ?? "")),
    )
  )
    return silence("a claim, and not a fact", false);
  if (
    tokens.some(
      ({ word }, at) =>
        tokens[at + 1]?.word !== "after" &&
        /^(?:only|merely)$/.test(word) &&
        !/^(?:not|the)$/.test(tokens[at - 1]?.word ?? ""),
    )
  )
    return silence("a clause limits it", false);
  const [first] = speaking.flatMap(({ found }) => found);
  const kind = first?.kind ?? "event";
  const figures = /^(?:change|plan)$/.test(kind) && tokens.some(({ value }) => value !== null) ? 0.1 : 0;
  return { sign: sign as -1 | 1, strength: STRENGTH[kind] + figures, severe: false, kind };
}

function silence(why: string, isPlain: boolean): Judgement {
  return { sign: 0, why, isPlain };
}

function overlaps({ from, to }: Found, others: readonly Found[]): boolean {
  return others.some((other) => from < other.to && other.from < to);
}

type Clause = { readonly found: readonly Found[]; readonly severe: boolean; readonly quiet: string | null };

function judgeClause(clause: readonly Token[], whole: readonly Token[], setting: Setting): Clause {
  const gravity = gravityOf(clause, whole);
  if (isHedged(clause)) return { found: [], severe: false, quiet: QUIET.hedged };
  if (gravity === "severe" && !isOfOthers(clause, setting)) return { found: [], severe: true, quiet: null };
  if (isOfOthers(clause, setting)) return { found: [], severe: false, quiet: QUIET.others };
  if (gravity === "cleared") return { found: [], severe: false, quiet: null };
  const moved = changesIn(clause);
  const known = moved.filter(({ sign }) => sign !== 0);
  const standing = standingsIn(clause).filter((each) => !overlaps(each, known));
  const turns = turnsIn(clause).filter(
    (each) => !overlaps(each, [...known, ...standing.filter(({ sign }) => sign !== 0)]),
  );
  if (
    turns.some(({ sign }) => sign === 0) &&
    turns.length + known.length + standing.length === turns.filter(({ sign }) => sign === 0).length
  )
    return { found: [], severe: false, quiet: null };
  const measured = [
    ...moved.filter((each) => each.sign !== 0 || !overlaps(each, turns)),
    ...standing,
    ...turns.filter(({ sign }) => sign !== 0),
  ];
  const taken = (at: number) => measured.some(({ from, to }) => at >= from && at < to);
  const rating = ratingIn(clause);
  if (rating !== 0)
    return { found: [{ from: 0, to: 1, sign: rating, kind: "share" }], severe: false, quiet: null };
  const events = eventsIn(clause, taken);
  const denied = measured.map((found) =>
    found.kind === "change" && deniedAt(clause, found.at ?? found.from)
      ? { ...found, sign: 0 as const }
      : found,
  );
  return { found: withShare(clause, [...denied, ...events]), severe: false, quiet: null };
}

/** Few of many who did well are no merit; few of many who did badly are no fault. */
function withShare(clause: readonly Token[], found: readonly Found[]): readonly Found[] {
  const share = shareIn(clause);
  if (share === null) return found;
  return found.map((each) => {
    if (each.kind !== "event" && each.kind !== "plan") return each;
    if (each.sign === 1 && share < 0.5) return { ...each, sign: 0 as const };
    if (each.sign === 1 && share < 0.66) return { ...each, sign: 0 as const };
    if (each.sign === -1 && share < 0.12) return { ...each, sign: 0 as const };
    return each;
  });
}

type Judged = Clause & { readonly clause: readonly Token[] };

function weighContrast(judged: readonly Judged[], at: number): Judgement {
  const word = judged[at]!.clause[0]?.word ?? "";
  const isConceded = CONCEDES.test(word);
  const main = isConceded ? (at === 0 ? judged.slice(1) : judged.slice(0, at)) : [];
  const side = isConceded ? (at === 0 ? judged.slice(0, 1) : judged.slice(at)) : judged;
  const signsOf = (clauses: readonly Judged[]) =>
    new Set(clauses.flatMap(({ found }) => found.map(({ sign }) => sign)));
  const [mine, theirs] = [signsOf(main), signsOf(side)];
  if (isConceded && at === 0 && mine.size === 1 && !mine.has(0)) {
    const sign = mine.has(1) ? 1 : -1;
    return { sign, strength: 0.4, severe: false, kind: main[0]?.found[0]?.kind ?? "event" };
  }
  const all = new Set([...mine, ...theirs]);
  const isEven = judged.every(({ found }) => found.length > 0);
  if (all.size === 1 && !all.has(0) && isEven)
    return { sign: all.has(1) ? 1 : -1, strength: 0.45, severe: false, kind: "event" };
  return silence("a contrast whose sides point two ways", false);
}

const SPLITS =
  /^(?:;|:|—|\(|\)|but|although|though|despite|yet|whereas|while|however|albeit|except|nevertheless|notwithstanding)$/;
const AFTER_COMMA = /^(?:which|who|whom|whose|and|so|after|when|where|because|since|until|if|unless|in)$/;

function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  tokens.forEach((token, at) => {
    const isSplit =
      SPLITS.test(token.word) ||
      (/^(?:and|or|which|who|so)$/.test(token.word) && tokens[at - 1]?.word === ",") ||
      (AFTER_COMMA.test(token.word) && /^[,;]$/.test(tokens[at - 1]?.word ?? ""));
    const isConceded = token.word === "," && clauses.length === 1 && CONCEDES.test(tokens[0]?.word ?? "");
    if ((isSplit || isConceded) && clauses.at(-1)!.length > 0) clauses.push([]);
    clauses.at(-1)!.push(token);
  });
  return clauses.filter((clause) => clause.some(({ word }) => /\p{L}|\p{N}/u.test(word)));
}

function isHedged(clause: readonly Token[]): boolean {
  return clause.some((token, at) => {
    if (!is(token, "hedge", "future")) return isIntended(clause, at);
    const next = clause[at + 1]?.word ?? "";
    const after = clause[at + 2]?.word ?? "";
    if (
      /^(?:would|will)$/.test(token.word) &&
      /^(?:recommend|rehire|re-employ|employ|hire|buy|work)$/.test(
        /^(?:not|gladly|happily|never|always|certainly)$/.test(next) ? after : next,
      )
    )
      return false;
    if (token.word === "will" && /^(?:run|lose|expire|end)$/.test(next)) return false;
    if (token.word === "could" && /^(?:not|be)$/.test(next)) return false;
    if (
      token.word === "may" &&
      (at === 0 || /^(?:in|since|by|until|of|to|from|and|between|last|every|for)$/.test(clause[at - 1]!.word))
    )
      return false;
    if (token.word === "might" && clause[at - 1]?.word === "the") return false;
    if (/^(?:plans|hopes|aims)$/.test(token.word)) return next === "to" || next === "for" || next === "that";
    if (token.word === "forecast") return next === "to" || /^(?:is|are)$/.test(clause[at - 1]?.word ?? "");
    if (/^(?:likely|wants|wishes)$/.test(token.word)) return true;
    if (token.word === "provided") return next === "that";
    return true;
  });
}

/** `is planned`, `looking for`, `to be repeated`. */
function isIntended(clause: readonly Token[], at: number): boolean {
  const { word } = clause[at]!;
  const before = clause[at - 1]?.word ?? "";
  const next = clause[at + 1]?.word ?? "";
  if (/^(?:planned|expected|intended|proposed|scheduled|due|considered|hoped)$/.test(word))
    return /^(?:is|are|being|be)$/.test(before) && !/^than$/.test(before)
      ? true
      : /^(?:planned|proposed|scheduled)$/.test(word) && /^(?:for|to)$/.test(next);
  if (/^(?:hope|plan|intend|aim|expect|want|wish|propose|seek)$/.test(word))
    return (next === "to" || next === "that") && !/^(?:the|a|an|his|her|their|its)$/.test(before);
  if (
    /^(?:meant|supposed|designed|intended|tried|trying|wanted|asked|told)$/.test(word) &&
    next === "to" &&
    clause[at + 2]?.word !== "be"
  )
    return true;
  if (word === "looking") return /^(?:for|to|forward)$/.test(next);
  return word === "to" && next === "be" && at <= 1;
}

/** Doing well or ill of a competitor, a predecessor or, in a life of work, of an employer. */
function isOfOthers(clause: readonly Token[], setting: Setting): boolean {
  const start =
    CONTRAST.test(clause[0]?.word ?? "") || /^(?:and|which|where|when|after)$/.test(clause[0]?.word ?? "")
      ? 1
      : 0;
  const head = clause.slice(start, start + 5);
  const verb = head.findIndex(
    (token) =>
      is(token, "past", "third") ||
      /^(?:is|are|was|were|has|had|have|went|came|got|became|began|said)$/.test(token.word),
  );
  const subject = verb === -1 ? head : head.slice(0, verb);
  if (subject.some((token) => is(token, "noun.others"))) return true;
  if (subject.some(({ word }) => /^(?:former|previous)$/.test(word)) && verb > 0) return true;
  if (!setting.isOfPerson) return false;
  return (
    verb > 0 &&
    subject.length <= 3 &&
    is(subject.at(-1), "noun.employer") &&
    !/^(?:reference|with)$/.test(subject[0]?.word ?? "")
  );
}

const MAKES =
  /^(?:introduce[ds]?|wrote|writes|built|builds|founded|launched|created|established|invented|pioneered|developed|designed|started|set-up|trained|mentored|supervised|led|leads|coached|opened|initiated|drafted|directed|headed|heads|restored|rebuilt|redesigned|automated|negotiated|published|co-authored|authored|organised|organized|chaired|chairs|recruited|devised|modernised|transformed|raised|implemented|migrated|taught|edited|translates|translated|grew|expanded|installed|oversaw|managed|manages|supervises|trains|teaches|volunteers?|volunteered|coordinated|spearheaded|took|ran|runs)$/;

/** In a record of somebody's own work, what one made, led or learned is a merit, though a light one. */
function doing(tokens: readonly Token[], setting: Setting): Judgement | null {
  if (!setting.isOfPerson) return null;
  const light = (strength: number): Judgement => ({ sign: 1, strength, severe: false, kind: "doing" });
  if (
    tokens.some(({ word }) =>
      /^(?:no|not|never|without|nobody|none|little|some|only|begun|enrolled|incomplete|abandoned|unfinished)$|n't$/.test(
        word,
      ),
    )
  )
    return null;
  if (
    tokens.some((token) => is(token, "noun.degree")) &&
    !tokens.some(({ word }) => /^(?:driving|for|towards)$/.test(word))
  )
    return light(0.35);
  const years = tokens.some(({ word }, at) => /^years?$/.test(word) && (tokens[at - 1]?.value ?? 0) >= 2);
  if (
    years &&
    tokens.some(
      ({ word }, at) =>
        /^(?:experience|in|on|as|with|of)$/.test(word) &&
        tokens.slice(Math.max(0, at - 3), at).some((token) => /^years'?$/.test(token.word)),
    )
  )
    return light(0.4);
  const first = tokens.findIndex(
    ({ word }) =>
      !/^(?:she|he|i|they|has|have|also|then|jointly|successfully|and|later|the|candidate|currently|since|—)$/.test(
        word,
      ) && /\p{L}/u.test(word),
  );
  const verb = tokens[first];
  if (first > 2 || !verb || !MAKES.test(verb.word)) return null;
  const isSized = tokens
    .slice(first)
    .some(({ value, word }) => value !== null && !/^(?:19|20)\d\d$/.test(word));
  const isMere = /^(?:ran|runs|took|opened|manages|managed|raised|started)$/.test(verb.word);
  return isMere && !isSized ? null : light(isSized ? 0.35 : 0.25);
}

/** Names of people, firms and places praise and blame nobody: `Sarah Best`, `at Crisis`. */
function withoutNames(tokens: readonly Token[]): Token[] {
  const none: ReadonlySet<string> = new Set();
  const isGraded = tokens.some(({ word }) =>
    /^(?:rated|graded|judged|rating|grade|ofsted|inspection)$/.test(word),
  );
  return tokens.map((token, at) => {
    if (
      !token.isCapital ||
      isGraded ||
      (/^(?:to|from)$/.test(tokens[at - 1]?.word ?? "") &&
        !tokens[at + 1]?.isCapital &&
        /^to$/.test(tokens[at + 1]?.word ?? "to"))
    )
      return token;
    const before = tokens[at - 1];
    const isNamed =
      before?.isCapital ||
      tokens[at + 1]?.isCapital ||
      /^(?:at|for|by|of|with|from|mr|mrs|ms|dr|miss|prof|,|and)$/.test(before?.word ?? "") ||
      (at === 1 && /^\p{L}+$/u.test(before?.word ?? "") && !is(before));
    return isNamed ? { ...token, classes: none } : token;
  });
}

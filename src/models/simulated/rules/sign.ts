import { changesIn, type SignFound } from "./change.ts";
import { clausesOf, isHedged, isOfOthers } from "./clauses.ts";
import { doing, isOfYears } from "./doing.ts";
import { deniedAt, eventsIn } from "./events.ts";
import type { StatementJudgement, StatementSetting } from "./judgement.ts";
import { levelsIn } from "./levels.ts";
import { marked } from "./lexicon.ts";
import { pairIn, shareIn } from "./measures.ts";
import { turnsIn } from "./patterns.ts";
import { gravityOf } from "./severe.ts";
import { is, some, type Token, tokensOf, wordAt } from "./tokens.ts";

const STRENGTH: Readonly<Record<SignFound["kind"], number>> = {
  severe: 1,
  change: 0.6,
  plan: 0.6,
  event: 0.45,
  lack: 0.45,
  doing: 0.3,
};

const HEDGED = "a plan, a hope or a condition, and nothing that happened";

/** Judges a clause or sentence by its words, its measures and its direction; prefers silence to a wrong sign. */
export function judge(text: string, setting: StatementSetting): StatementJudgement {
  if (/\?\s*$/.test(text)) return silence("a question", true);
  const tokens = withoutNames(tokensOf(text));
  const judged = clausesOf(tokens).map((clause) => ({ clause, ...judgeClause(clause, tokens, setting) }));
  if (judged.some(({ severe }) => severe)) return { sign: -1, strength: 1, severe: true, kind: "severe" };
  const [head] = judged;
  if (head?.quiet) return silence(head.quiet, true);
  if (marked(text, "taken-back")) return silence("a comparison, and not of what", false);
  const pair = pairIn(tokens);
  if (pair === 0) return silence("a comparison, and not of what", false);
  if (pair !== null) return { sign: pair, strength: STRENGTH.plan, severe: false, kind: "plan" };
  const found = judged.flatMap((each) => (each.quiet === null ? each.found : []));
  const contrast = judged.findIndex(({ clause }, at) => is(clause[0], at === 0 ? "w.concede" : "w.contrast"));
  if (contrast >= 0 && judged.some((each) => each.found.length === 0))
    return silence("a contrast whose sides point two ways", false);
  // `Nine years in claims, most of them large losses`: a field of work, and no loss of anybody's.
  if (setting.isOfPerson && isOfYears(tokens) && found.every(({ kind }) => kind === "event"))
    return doing(tokens, setting) ?? silence("no sign found", false);
  const signs = new Set(found.map(({ sign }) => sign));
  if (signs.size > 1)
    return silence(signs.has(0) ? "partly understood" : "a contrast of praise and blame", false);
  const [sign] = signs;
  if (sign === 0) return silence("a change, and not for what", false);
  if (sign === undefined) return doing(tokens, setting) ?? silence("no sign found", false);
  const limit = limitOf(text, tokens, sign);
  if (limit !== null) return silence(limit, false);
  const kind = found[0]?.kind ?? "event";
  const figures = /^(?:change|plan)$/.test(kind) && tokens.some(({ value }) => value !== null) ? 0.1 : 0;
  return { sign, strength: STRENGTH[kind] + figures, severe: false, kind };
}

function silence(why: string, isPlain: boolean): StatementJudgement {
  return { sign: 0, why, isPlain };
}

export const A_PLAN = silence(HEDGED, true);

/** What belittles a merit, or makes it somebody's word. */
function limitOf(text: string, tokens: readonly Token[], sign: -1 | 1): string | null {
  const isOnly = tokens.some(
    ({ word }, at) =>
      (/^(?:only|merely)$/.test(word) || (sign === -1 && word === "once" && wordAt(tokens, at + 1) === "in")) &&
      wordAt(tokens, at + 1) !== "after" &&
      !/^(?:not|the)$/.test(wordAt(tokens, at - 1)),
  );
  if (isOnly || (sign === 1 && marked(text, "limits"))) return "a clause limits it";
  const isSaid = (at: number) =>
    /^(?:to|that|he|she|himself|herself|themselves|itself)$/.test(wordAt(tokens, at + 1));
  const isClaimed = tokens.some((token, at) => is(token, "belittle") || (is(token, "claims") && isSaid(at)));
  return sign === 1 && isClaimed ? "a claim, and not a fact" : null;
}

type Clause = { readonly found: readonly SignFound[]; readonly severe: boolean; readonly quiet: string | null };

function judgeClause(
  clause: readonly Token[],
  whole: readonly Token[],
  { isOfPerson, hasEffects = false }: StatementSetting,
): Clause {
  const make = (found: readonly SignFound[], quiet: string | null = null): Clause => ({
    found,
    severe: false,
    quiet,
  });
  if (isHedged(clause, hasEffects)) return make([], HEDGED);
  if (isOfOthers(clause, isOfPerson)) return make([], "what somebody else did");
  if (is(clause[0], "w.relative") && clause[1]?.word === "had") return make([]);
  const gravity = gravityOf(clause, whole);
  if (gravity === "severe") return { found: [], severe: true, quiet: null };
  if (gravity === "cleared") return make([]);
  const levels = levelsIn(clause, whole);
  const changes = changesIn(clause).filter((each) => !overlaps(each, levels));
  const moved = [...levels, ...changes].map((each) =>
    deniedAt(clause, each.at ?? each.from) ? { ...each, sign: 0 as const } : each,
  );
  const known = moved.filter(({ sign }) => sign !== 0);
  const heard = turnsIn(clause);
  if (heard.some(({ sign }) => sign === 0)) return make([]);
  const turns = heard.filter((each) => !overlaps(each, known));
  const measured = [...moved.filter((each) => each.sign !== 0 || !overlaps(each, turns)), ...turns];
  const events = eventsIn(clause, (at) => measured.some(({ from, to }) => at >= from && at < to));
  return make(withShare(clause, [...measured, ...events]));
}

function overlaps({ from, to }: SignFound, others: readonly SignFound[]): boolean {
  return others.some((other) => from < other.to && other.from < to);
}

/** Few of many who did well are no merit; few of many who did badly are no fault. */
function withShare(clause: readonly Token[], found: readonly SignFound[]): readonly SignFound[] {
  const share = shareIn(clause);
  if (share === null) return found;
  const isTelling = ({ sign, kind }: SignFound) =>
    (kind !== "event" && kind !== "plan") || (sign === 1 ? share >= 0.66 : share >= 0.12);
  const isTurned = ({ from }: SignFound) => is(clause[from], "noun.bad", "adj.bad", "verb.fail");
  const isScant = share <= 0.5 && some(clause, "w.scant");
  return found.map((each) =>
    isTelling(each)
      ? each
      : { ...each, sign: isScant && each.sign === 1 && !isTurned(each) ? (-1 as const) : (0 as const) },
  );
}

/** Names of people, firms and places praise and blame nobody: `Sarah Best`, `at Crisis`. */
function withoutNames(tokens: readonly Token[]): Token[] {
  if (some(tokens, "w.graded")) return [...tokens];
  return tokens.map((token, at) => {
    const [before, next] = [tokens[at - 1], tokens[at + 1]];
    const isGrade =
      /^(?:to|from)$/.test(before?.word ?? "") &&
      !next?.isCapital &&
      (next === undefined || next.word === "to");
    if (!token.isCapital || isGrade) return token;
    const isNamed = before?.isCapital || next?.isCapital || is(before, "w.ofname") || at === 1;
    return isNamed ? { ...token, classes: new Set() } : token;
  });
}

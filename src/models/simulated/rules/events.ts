import type { Sign, SignFound } from "./change.ts";
import { is, near, some, type Token, wordAt } from "./tokens.ts";

type Make = (sign: Sign, kind?: SignFound["kind"]) => SignFound;

/** What went well or badly, was there or lacking, as the words say it; denied, it is the other way round. */
export function eventsIn(tokens: readonly Token[], taken: (at: number) => boolean): SignFound[] {
  return tokens.flatMap((_, at) => {
    const event = taken(at) ? null : eventAt(tokens, at);
    return event === null ? [] : [event];
  });
}

function eventAt(tokens: readonly Token[], at: number): SignFound | null {
  const token = tokens[at];
  if (!token) return null;
  const make: Make = (sign, kind = "event") => ({ from: at, to: at + 1, sign, kind });
  if (isSubject(tokens, at)) return null;
  const isBad = is(token, "noun.bad", "adj.bad", "verb.fail");
  if (isBad && near(tokens, at, [-40, 0], "w.relative") && near(tokens, at, [-40, 0], "w.others")) return null;
  const isDenied = deniedAt(tokens, at);
  if (is(token, "verb.leave"))
    return near(tokens, at, [-8, 0], "noun.people", "w.denysubject") ? make(isDenied ? 1 : -1) : null;
  if (is(token, "noun.bad") && !is(token, "past") && (!is(token, "verb.fail") || is(tokens[at + 1], "w.be")))
    return badNoun(tokens, at, isDenied, make);
  if (is(token, "adj.bad")) {
    if (isMeantWell(tokens, at) || finderOf(tokens, at) !== null) return null;
    return make(isDenied || is(tokens[at - 1], "w.few") ? 1 : -1);
  }
  if (is(token, "verb.fail")) return failing(tokens, at, isDenied, make);
  if (is(token, "verb.duty") && isDenied && near(tokens, at, [-3, 0], "w.denyverb")) return make(-1, "lack");
  if (is(token, "verb.meet") && near(tokens, at, [1, 6], "noun.target")) return make(isDenied ? -1 : 1, "plan");
  if (is(token, "verb.win") && isVerb(tokens, at)) return winning(tokens, at, isDenied, make);
  // `The best dealers left`: who they are, and no praise.
  const isOfMany = /[^s]s$/.test(wordAt(tokens, at + 1)) && is(tokens[at + 2], "w.be", "past");
  if (token.word === "best" && isOfMany) return null;
  if (is(token, "adj.good")) return make(isDenied || is(tokens[at - 1], "w.few") ? -1 : 1);
  if (is(token, "noun.good")) return make(isDenied || is(tokens[at - 1], "w.few") ? 0 : 1);
  if (!isLacking(tokens, at) || isManagedWithout(tokens, at)) return null;
  if (is(token, "noun.cost") && !is(token, "noun.gain", "base", "third")) return make(1);
  return is(token, "noun.asset") && isDenied && !near(tokens, at, [-4, 0], "w.seeks") ? make(-1, "lack") : null;
}

/** `She found an error`: a merit of hers, where an audit that found it in her work is none. */
function finderOf(tokens: readonly Token[], at: number): "own" | "other" | null {
  const start = Math.max(0, at - 5);
  const verb = tokens.slice(start, at).findLastIndex((token) => is(token, "w.finds"));
  if (verb < 0 || near(tokens, start + verb, [-3, 0], "w.checker", "w.be")) return null;
  return start + verb === 0 || is(tokens[start + verb - 1], "w.pronoun") ? "own" : "other";
}

function badNoun(tokens: readonly Token[], at: number, isDenied: boolean, make: Make): SignFound | null {
  const back = Math.max(0, at - 6);
  const hinge = tokens.slice(back, at).findLastIndex((token) => is(token, "w.hinge"));
  const own = tokens.slice(back + hinge + 1, at);
  if (near(tokens, at, [1, 8], "w.untaken") && !near(tokens, at, [1, 8], "w.deny")) return make(0);
  if (some(own, "verb.end")) return make(isDenied ? -1 : 1);
  if (near(tokens, at, [1, 14], "w.vanish")) return make(isDenied ? 0 : 1);
  const finder = finderOf(tokens, at);
  if (finder !== null) return finder === "own" && !isDenied ? make(1) : null;
  const isOwned = isLacking(tokens, at) || near(tokens, at, [-6, 0], "w.bears");
  if (isDenied) return make(isOwned || is(tokens[0], "w.denysubject") ? 1 : 0);
  if (some(own, "w.few")) return make(1);
  if (some(own, "w.unfought", "verb.handle")) return null;
  const handled = tokens.slice(at + 1, at + 5).find((token) => is(token, "verb.handle", "verb.end"));
  if (is(handled, "past")) return null;
  return is(tokens[at - 1], "w.ofmeasure", "w.preposition") && is(tokens[at - 2], "noun.field")
    ? null
    : make(-1);
}

function failing(tokens: readonly Token[], at: number, isDenied: boolean, make: Make): SignFound | null {
  const token = tokens[at];
  if (!token) return null;
  const next = wordAt(tokens, at + 1);
  if (isMeantWell(tokens, at)) return null;
  if (is(tokens[at + 1], "w.denynoun", "w.denysubject", "w.few")) return make(1);
  const isBare = is(token, "base") && !isVerb(tokens, at) && !is(tokens[at - 1], "w.deny");
  if (is(token, "gerund") || isBare) return is(token, "noun.bad") ? badNoun(tokens, at, isDenied, make) : null;
  const isPassive = near(tokens, at, [-4, 0], "w.be") || next === "by";
  if (is(token, "w.own-act") && !isPassive && (at === 0 || is(tokens[at - 1], "w.pronoun"))) return make(0);
  return make(isDenied ? 1 : -1);
}

function winning(tokens: readonly Token[], at: number, isDenied: boolean, make: Make): SignFound | null {
  const token = tokens[at];
  if (!token) return null;
  // What is being rebuilt is not rebuilt yet.
  if (wordAt(tokens, at - 1) === "being") return null;
  if (/^exceed/.test(token.word)) {
    const isBad = near(tokens, at, [-8, 7], "noun.cost", "w.ceiling");
    const isGood = near(tokens, at, [-8, 7], "noun.gain", "w.goal");
    return make(isBad === isGood ? 0 : isBad ? -1 : 1, "plan");
  }
  if (is(token, "base") && wordAt(tokens, at - 1) !== "to" && at > 0 && !isDenied) return null;
  return make(isDenied || is(tokens[at + 1], "w.denysubject") ? -1 : 1);
}

/** A bad word that names a subject, a trade or a thing: `failure analysis`, `slow cooker`. */
function isSubject(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token) return false;
  if (!is(token, "noun.bad", "adj.bad", "verb.fail", "noun.term")) return false;
  const [next, last] = [tokens[at + 1], tokens[at + 2]];
  const of = wordAt(tokens, at - 1) === "the" ? wordAt(tokens, at - 2) : wordAt(tokens, at - 1);
  if (/^(?:of|for|behind)$/.test(of) && near(tokens, at, [-4, 0], "w.cause")) return true;
  if (is(token, "noun.bad") && is(tokens[at - 1], "noun.term")) return true;
  if (is(next, "noun.field") && !is(token, "past")) return true;
  const kin = ["noun.bad", "noun.term", "noun.cost"];
  const isJoined = is(next, "w.link", ...kin) || next?.word === "/";
  const isOfField = is(last, "noun.field") || (is(tokens[at + 3], "noun.field") && is(last, ...kin));
  if (isJoined && isOfField) return !is(token, "past");
  return /^(?:slow|dead)$/.test(token.word) && next !== undefined && !is(tokens[at - 1], "w.be");
}

/** `Late shift`, `repairs broken clocks`. */
function isMeantWell(tokens: readonly Token[], at: number): boolean {
  if (wordAt(tokens, at) === "late")
    return !is(tokens[at - 1], "past") && (is(tokens[at + 1], "w.late") || is(tokens[at - 1], "w.preposition"));
  const isWorkedOn = (token: Token) =>
    is(token, "verb.end", "verb.handle", "verb.do") && is(token, "third", "past", "gerund");
  return is(tokens[at], "w.mendable") && tokens.slice(Math.max(0, at - 4), at).some(isWorkedOn);
}

/** Whether one word of denial, and not two, governs the token within its clause. */
export function deniedAt(tokens: readonly Token[], at: number): boolean {
  let count = 0;
  for (let back = at - 1; back >= 0 && at - back <= 12; back--) {
    const [token, next] = tokens.slice(back, back + 2);
    if (!token) break;
    const far = at - 1 - back;
    if (is(token, "w.hinge") && !(token.word === "," && far < 1)) break;
    if (is(token, "w.link") && is(next, "w.be", "past")) break;
    const isUnable = next?.word === "to" && is(token, "w.unable");
    const isPaired = token.word === "nor" && near(tokens, back, [-8, 0], "w.neither");
    if ((!isUnable && !is(token, "w.deny")) || isPaired) continue;
    if (is(next, "w.denyscope") && token.word !== "without") continue;
    const startsClause = back === 0 || is(tokens[back - 1], "w.hinge", "w.link");
    if (far < 5 || (startsClause && is(token, "w.denysubject"))) count++;
  }
  return count === 1;
}

/** `no licence`, `without any training`: nothing but small words between. */
function isLacking(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= Math.max(0, at - 4); back--) {
    if (is(tokens[back], "w.deny")) return is(tokens[back], "w.denynoun");
    if (is(tokens[back], "verb.win", "noun.bad", "w.hinge")) return false;
  }
  return false;
}

/** `Learnt it without training`, `drove it without training`: to the credit of one and the blame of the other. */
function isManagedWithout(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 4), at);
  return is(tokens[at], "noun.effort") && before.some(({ word }) => word === "without");
}

function isVerb(tokens: readonly Token[], at: number): boolean {
  if (is(tokens[at], "past", "third") || at === 0) return true;
  return (
    is(tokens[at], "base") &&
    !/^(?:the|a|an|of|his|her|their|its|first|second)$/.test(wordAt(tokens, at - 1)) &&
    !is(tokens[at - 1], "noun.cost")
  );
}

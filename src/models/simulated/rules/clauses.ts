import { is, near, type Token, wordAt } from "./tokens.ts";

/** A sentence in its clauses, each but the first with the word that joins it. */
export function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  tokens.forEach((token, at) => {
    const isJoined =
      is(token, "w.split") || (is(token, "w.aftercomma") && /^[,;]$/.test(wordAt(tokens, at - 1)));
    const isConceded = token.word === "," && clauses.length === 1 && is(tokens[0], "w.concede");
    if ((isJoined || isConceded) && clauses.at(-1)!.length > 0) clauses.push([]);
    clauses.at(-1)!.push(token);
  });
  return clauses.filter((clause) => clause.some(({ word }) => /\p{L}|\p{N}/u.test(word)));
}

/** Whether a clause tells of a plan, a hope or a condition. */
export function isHedged(clause: readonly Token[]): boolean {
  return clause.some((token, at) =>
    is(token, "hedge", "future") ? isUnsure(clause, at) : isIntended(clause, at),
  );
}

function isUnsure(clause: readonly Token[], at: number): boolean {
  const { word } = clause[at]!;
  const [before, next, after] = [wordAt(clause, at - 1), wordAt(clause, at + 1), wordAt(clause, at + 2)];
  if (/^(?:would|will)$/.test(word)) {
    const verb = /^(?:not|gladly|happily|never|always|certainly)$/.test(next) ? after : next;
    if (
      /^(?:recommend|rehire|re-employ|re-appoint|employ|hire|buy|work|trust|book|choose|appoint|entrust|miss|have|take)$/.test(
        verb,
      )
    )
      return false;
    return !(word === "will" && /^(?:run|lose|expire|end)$/.test(next));
  }
  if (word === "could") return !/^(?:not|be)$/.test(next);
  if (word === "may")
    return at > 0 && !/^(?:in|since|by|until|of|to|from|and|between|last|every|for)$/.test(before);
  if (/^(?:plans|hopes|aims)$/.test(word)) return /^(?:to|for|that)$/.test(next);
  if (word === "forecast") return next === "to" || /^(?:is|are)$/.test(before);
  return word !== "provided" || next === "that";
}

/** `is planned`, `looking for`, `to be repeated`. */
function isIntended(clause: readonly Token[], at: number): boolean {
  const token = clause[at]!;
  const [before, next] = [wordAt(clause, at - 1), wordAt(clause, at + 1)];
  if (is(token, "w.intended") && /^(?:is|are|being|be)$/.test(before)) return true;
  if (/^(?:planned|proposed|scheduled)$/.test(token.word)) return /^(?:for|to)$/.test(next);
  if (is(token, "w.wish"))
    return /^(?:to|that)$/.test(next) && !/^(?:the|a|an|his|her|their|its|nobody|none|not|never)$/.test(before);
  if (is(token, "w.meant")) return next === "to" && wordAt(clause, at + 2) !== "be";
  if (token.word === "looking") return /^(?:for|to|forward)$/.test(next);
  return token.word === "to" && next === "be" && at <= 1;
}

/** Doing well or ill of a competitor, a predecessor or, in a life of work, of an employer. */
export function isOfOthers(clause: readonly Token[], isOfPerson: boolean): boolean {
  const start =
    is(clause[0], "w.contrast") || /^(?:and|which|where|when|after)$/.test(wordAt(clause, 0)) ? 1 : 0;
  const head = clause.slice(start, start + 5);
  const verb = head.findIndex((token) => is(token, "past", "third", "w.went"));
  const subject = verb < 0 ? head : head.slice(0, verb);
  if (near(subject, 0, [0, 5], "noun.others") || is(subject[0], "noun.others")) return true;
  if (verb > 0 && subject.some(({ word }) => /^(?:former|previous)$/.test(word))) return true;
  return isOfPerson && verb > 0 && subject.length <= 3 && is(subject.at(-1), "noun.employer");
}

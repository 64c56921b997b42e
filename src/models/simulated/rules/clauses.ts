import { is, near, type Token, wordAt } from "./tokens.ts";

/** A sentence in its clauses, each but the first with the word that joins it. */
export function clausesOf(tokens: readonly Token[]): Token[][] {
  let clause: Token[] = [];
  const clauses = [clause];
  tokens.forEach((token, at) => {
    const isJoined =
      is(token, "w.split") || (is(token, "w.aftercomma") && /^[,;]$/.test(wordAt(tokens, at - 1)));
    const isConceded = token.word === "," && clauses.length === 1 && is(tokens[0], "w.concede");
    if ((isJoined || isConceded) && clause.length > 0) {
      clause = [];
      clauses.push(clause);
    }
    clause.push(token);
  });
  return clauses.filter((clause) => clause.some(({ word }) => /\p{L}|\p{N}/u.test(word)));
}

/** Whether a clause tells of a plan, a hope or a condition; what would be is none where effects count. */
export function isHedged(clause: readonly Token[], hasEffects = false): boolean {
  return clause.some((token, at) => {
    if (hasEffects && /^(?:would|will|shall|ll|'ll|expects?)$/.test(token.word)) return false;
    const [before, next] = [clause[at - 1], clause[at + 1]];
    if (/^(?:would|will)$/.test(token.word)) return !near(clause, at, [1, 3], "w.vouches");
    if (token.word === "could") return !is(next, "w.deny") && next?.word !== "be";
    if (token.word === "may") return at > 0 && !is(before, "w.preposition");
    if (is(token, "w.plans")) return /^(?:to|for|that)$/.test(next?.word ?? "");
    if (is(token, "hedge", "future")) return token.word !== "provided" || next?.word === "that";
    if (is(token, "w.intended") && is(before, "w.be")) return true;
    const isMeant = is(token, "w.meant") && wordAt(clause, at + 2) !== "be";
    const isKept = /^(?:keep|stay|continue)$/.test(wordAt(clause, at + 2));
    return (isMeant || (is(token, "w.wish") && !isKept)) && next?.word === "to";
  });
}

/** Doing well or ill of a competitor, a predecessor or, in a life of work, of an employer. */
export function isOfOthers(clause: readonly Token[], isOfPerson: boolean): boolean {
  const start = is(clause[0], "w.contrast", "w.link", "w.relative", "w.aftercomma") ? 1 : 0;
  const head = clause.slice(start, start + 5);
  const verb = head.findIndex((token) => is(token, "past", "third", "w.went"));
  const subject = verb < 0 ? head : head.slice(0, verb);
  if (subject.some((token) => is(token, "noun.others") || (verb > 0 && is(token, "w.former")))) return true;
  return isOfPerson && verb > 0 && subject.length <= 3 && is(subject.at(-1), "noun.employer");
}

import type { StatementJudgement, StatementSetting } from "./judgement.ts";
import { is, some, type Token, wordAt } from "./tokens.ts";

/** In a record of somebody's own work, what one made, led or learned is a merit, though a light one. */
export function doing(tokens: readonly Token[], { isOfPerson }: StatementSetting): StatementJudgement | null {
  if (!isOfPerson || some(tokens, "w.undone", "w.deny")) return null;
  if (some(tokens, "noun.degree") && !tokens.some(({ word }) => /^(?:driving|for|towards)$/.test(word)))
    return light(0.35);
  if (isOfYears(tokens)) return light(0.4);
  const first = tokens.findIndex((token) => !is(token, "w.prelude") && /\p{L}/u.test(token.word));
  if (first < 0 || first > 2 || !is(tokens[first], "w.makes")) return null;
  const isSized = tokens
    .slice(first)
    .some(({ value, word }) => value !== null && !/^(?:19|20)\d\d$/.test(word));
  if (is(tokens[first], "w.merely") && !isSized) return null;
  return light(isSized ? 0.35 : 0.25);
}

function light(strength: number): StatementJudgement {
  return { sign: 1, strength, severe: false, kind: "doing" };
}

/** `nine years in charge of`, and not `the last three years as`. */
export function isOfYears(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }, at) => {
    if (!/^years?$/.test(word) || (tokens[at - 1]?.value ?? 0) < 2) return false;
    const isJoined = /^(?:in|on|as|with|of)$/.test(wordAt(tokens, at + 1));
    return isJoined || tokens.slice(at + 1, at + 4).some((token) => token.word === "experience");
  });
}

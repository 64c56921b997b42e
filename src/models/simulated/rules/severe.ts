import { is, near, some, type Token, wordAt } from "./tokens.ts";

/** `open`: charged or suspected, and nothing found; `fought`: by whoever is judged; `cleared`: denied, or another's. */
export type Gravity = "severe" | "open" | "fought" | "cleared" | "none";

/** Whether a clause reports a grave fact of whoever is judged. */
export function gravityOf(tokens: readonly Token[], whole: readonly Token[]): Gravity {
  const at = tokens.findIndex((_, index) => isGrave(tokens, index));
  if (at < 0) return some(whole, "severe.accused") && isCleared(whole, null) ? "cleared" : "none";
  const isDismissal = /^(?:dismissed|sacked|fired)$/.test(wordAt(tokens, at));
  if (!isDismissal && isCleared(whole, tokens[at]!)) return "cleared";
  if (whole.some((token, index) => token.word === "upheld" && is(whole[index - 1], "w.deny"))) return "cleared";
  if (some(whole, "w.freed") || near(tokens, at, [-9, 0], "w.deny")) return "cleared";
  if (some(whole, "severe.accused")) return "open";
  if (near(tokens, at, [-9, 0], "w.fights") && !(some(tokens, "w.court") && some(tokens, "w.ruled")))
    return "fought";
  if (isDismissal) return near(tokens, at, [-6, 0], "w.stranger") ? "cleared" : "severe";
  if (is(tokens[at], "severe.hurt") && isByOwnHand(tokens, at)) return "severe";
  const by = tokens.findIndex(({ word }, index) => index > at && index < at + 6 && word === "by");
  const isAnothers =
    near(tokens, 0, [0, Math.min(at, 6)], "w.stranger") ||
    (by > 0 && near(tokens, by, [1, 4], "w.stranger")) ||
    is(tokens[0], "w.stranger");
  return isAnothers ? "cleared" : "severe";
}

/** Words that clear, said of the charge: `proved to be false`, and not `false accounting`. */
function isCleared(tokens: readonly Token[], grave: Token | null): boolean {
  return tokens.some((token, at) => {
    if (token === grave || !is(token, "w.clears")) return false;
    if (!is(token, "w.clears-said")) return true;
    const next = tokens[at + 1];
    const isBeforeNoun =
      next !== undefined && next.value === null && /^\p{L}/u.test(next.word) && !is(next, "w.preposition");
    const isOfCharge = near(tokens, at, [-3, 5], "w.matter", "severe.accused");
    return token.word === "settled" || token.word === "dropped" || token.word === "dismissed"
      ? isOfCharge || (!isBeforeNoun && near(tokens, at, [-5, 0], "w.proves"))
      : !isBeforeNoun && (isOfCharge || near(tokens, at, [-5, 0], "w.proves"));
  });
}

function isGrave(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  const { word } = token;
  const next = tokens[at + 1];
  const has = (from: number, to: number, pattern: RegExp) =>
    tokens.slice(Math.max(0, at + from), Math.max(0, at + to)).some((each) => pattern.test(each.word));
  if (is(token, "severe.plain")) return isPlainlyGrave(tokens, at);
  if (is(token, "severe.invent") || /^(?:altering|faking|inventing|doctoring)$/.test(word))
    return near(tokens, at, [-6, 5], "severe.record", "noun.over") && !near(tokens, at, [-3, 2], "verb.handle");
  if (/^(?:dismissed|sacked|fired)$/.test(word)) {
    if (near(tokens, at, [-7, 0], "w.matter")) return false;
    return has(-4, 0, /^(?:was|were|been|being|got|is)$/) || (at <= 1 && is(next, "w.dismissed"));
  }
  if (word === "struck") return next?.word === "off";
  if (/^(?:barred|banned|disqualified|expelled)$/.test(word))
    return has(1, 3, /^(?:from|as)$/) && (at === 0 || has(-3, 0, /^(?:was|were|been|is|and|,)$/));
  if (/^(?:prison|jail|gaol)$/.test(word))
    return (
      wordAt(tokens, at - 1) === "in" &&
      has(-6, 0, /^(?:served|spent)$/) &&
      has(-4, 0, /^(?:months?|years?|weeks?)$/) &&
      has(1, 2, /^for$/)
    );
  if (/^(?:imprisoned|jailed|sentenced|prosecuted|indicted)$/.test(word))
    return at === 0 || has(-4, 0, /^(?:was|were|been|is|and)$/);
  if (word === "guilty") return has(-4, 0, /^(?:found|pleaded|pled|verdict)$/);
  if (is(token, "severe.licence")) {
    const around = tokens.slice(Math.max(0, at - 4), at + 6);
    const isTaken = around.some(
      (each, index) => each !== token && is(each, "severe.taken") && !is(around[index - 1], "w.deny"),
    );
    return isTaken && !has(-6, 6, /^(?:driving|fishing|software|dog|television|keys?|never)$/);
  }
  if (/^(?:administration|liquidation)$/.test(word))
    return (
      /^(?:into|in)$/.test(wordAt(tokens, at - 1)) &&
      has(-4, 0, /^(?:went|goes|go|gone|put|placed|is|was|entered|forced)$/)
    );
  if (is(token, "severe.breach"))
    return (
      near(tokens, at, [-5, 6], "severe.law") && !has(-3, 3, /^(?:analyst|detection|response|team|officer)$/)
    );
  if (is(token, "severe.hurt"))
    return (
      isByOwnHand(tokens, at) ||
      (near(tokens, at, [-12, 13], "severe.cause") &&
        near(tokens, at, [-8, 8], "w.person") &&
        !near(tokens, at, [-6, 0], "verb.down", "verb.end"))
    );
  return false;
}

/** `A patient died after I gave the wrong dose`. */
function isByOwnHand(tokens: readonly Token[], at: number): boolean {
  return (
    near(tokens, at, [-3, 0], "w.person") &&
    /^(?:after|because|when)$/.test(wordAt(tokens, at + 1)) &&
    /^(?:i|he|she|they|x)$/.test(wordAt(tokens, at + 2)) &&
    tokens.slice(at + 3, at + 8).some(({ word }) => /^(?:wrong|forgot|failed|ignored|neglected)$/.test(word))
  );
}

function isPlainlyGrave(tokens: readonly Token[], at: number): boolean {
  const word = wordAt(tokens, at);
  const field = tokens.slice(at + 1, at + 4).findIndex((other) => is(other, "noun.field"));
  const isSubject =
    field === 0 || (field > 0 && (is(tokens[at + 1], "w.link") || wordAt(tokens, at + 1) === ","));
  if (isSubject && !/(?:ed|ing)$/.test(word)) return false;
  if (/^(?:of|for|against|about|on|in)$/.test(wordAt(tokens, at - 1)) && is(tokens[at - 2], "noun.field"))
    return false;
  const before = tokens.slice(Math.max(0, at - 8), at);
  const has = (pattern: RegExp) => before.some((each) => pattern.test(each.word));
  if (/^conviction/.test(word)) return !has(/^(?:with|great|real|deep|political|moral)$/);
  if (word === "laundering") return wordAt(tokens, at - 1) === "money";
  if (/^(?:forged|forging)$/.test(word)) return near(tokens, at, [-5, 6], "severe.record");
  if (/^(?:insolven|bankrupt)/.test(word))
    return (
      has(/^filed$/) ||
      !has(/^(?:clients?|suppliers?|customers?|restaurant|firms?|employer|law|in|of|corporate|personal)$/)
    );
  return true;
}

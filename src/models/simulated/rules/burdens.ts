import type { Sign } from "./change.ts";
import { worth } from "./change.ts";
import { deniedAt } from "./events.ts";
import { is, near, some, type Token, wordAt } from "./tokens.ts";

/** Money, time or work that something asks for (-1) or brings (1); 0 where it does both; null where it does neither. */
export function burdenIn(tokens: readonly Token[]): Sign | null {
  const found = new Set<Sign>(
    tokens.flatMap((_, at) => [spentAt(tokens, at), obligedAt(tokens, at)]).filter((sign) => sign !== null),
  );
  const [sign = null] = found;
  return found.size > 1 ? 0 : sign;
}

const CURRENCY = /^(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|francs?|cents?)$/;

/** Whether a figure is an amount of money. */
function isMoney(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || token.value === null) return false;
  const [before, next] = [wordAt(tokens, at - 1), wordAt(tokens, at + 1)];
  const after = /^(?:k|m|thousand|million)$/.test(next) ? wordAt(tokens, at + 2) : next;
  return /^[£$€]/.test(token.word) || CURRENCY.test(before) || CURRENCY.test(after);
}

function isTime(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.value === null) return false;
  return is(tokens[at + 1], "noun.unit") || /^years?$/.test(wordAt(tokens, at + 1));
}

/** Where a clause or an aside of it begins or ends. */
const APART = /^(?:[,;:(—]|and|but|while|whereas|because|since|so)$/;

function spentAt(tokens: readonly Token[], at: number): Sign | null {
  const isShare = tokens[at]?.value !== null && wordAt(tokens, at + 1) === "%";
  const isAmount =
    isMoney(tokens, at) ||
    (isShare && tokens.slice(Math.max(0, at - 4), at).some(({ word }) => /^cost(?:s|ing)?$/.test(word)));
  if (!isAmount && !isTime(tokens, at)) return null;
  // `A second oven (2,900 dollars)`: the bracket holds its price.
  const before = tokens.slice(0, wordAt(tokens, at - 1) === "(" ? at - 1 : at);
  const start = Math.max(before.findLastIndex(({ word }) => APART.test(word)) + 1, at - 9, 0);
  const own = before.slice(start);
  if (own.some((token) => is(token, "w.scant") || /^(?:no|not|under|within|up|between)$/.test(token.word)))
    return null;
  const verb = own.findLastIndex((token) => is(token, "w.spends", "w.brings"));
  const doing = own[verb];
  const isPriced = wordAt(tokens, at - 1) === "at" || wordAt(tokens, at - 2) === "at";
  const isEach =
    tokens.slice(at, at + 5).some(({ word }) => /^(?:per|each|every|yearly|monthly)$/.test(word)) ||
    /^(?:year|month|week|day|head)$/.test(wordAt(tokens, at + 2));
  if (
    isAmount &&
    isPriced &&
    isEach &&
    !some(before, "w.brings", "verb.win") &&
    !before.some(({ word }) => /^s(?:old|ell)/.test(word))
  )
    return -1;
  if (isAmount && /^(?:another|extra|additional)$/.test(wordAt(tokens, at - 1))) return -1;
  if (doing === undefined) return isAmount && isPrice(tokens, at) ? -1 : null;
  // What a shop takes is what it earns.
  if (isAmount && /^t(?:ake|akes|aking|ook)$/.test(doing.word)) return null;
  // Half a week, or an hour for something: what is spent on it is time where it is said to be.
  if (!isAmount && !is(doing, "w.spends-time", "w.brings")) return null;
  if (is(doing, "w.brings")) return isGiven(own.slice(0, verb), doing) ? 1 : null;
  if (/^(?:come|comes|came|coming)$/.test(doing.word) && wordAt(own, verb + 1) !== "to") return null;
  return isAnothers(own.slice(0, verb), doing) ? null : -1;
}

/** `Asking price: 620,000 euros`: a label that names what is paid, and no figure beside it that it is held against. */
function isPrice(tokens: readonly Token[], at: number): boolean {
  const colon = tokens.findIndex(({ word }) => word === ":");
  return colon > 0 && colon < at && at - colon < 4 && worth(tokens.slice(0, colon)) === -1;
}

/** Who saves, earns or is given: not whoever gives it away. */
function isGiven(before: readonly Token[], verb: Token): boolean {
  const isOwn = before.some(({ word }) => /^(?:we|i|us)$/.test(word));
  return !(is(verb, "w.gives") && isOwn);
}

/** `The landlord pays`, `the fund spends`. */
function isAnothers(before: readonly Token[], verb: Token): boolean {
  return (
    /^(?:pays?|paid|spends?|spent)$/.test(verb.word) &&
    !before.some(({ word }) => /^(?:we|i|to|you|one)$/.test(word))
  );
}

/** `Somebody has to answer`, and with a denial what nobody has to do any more. */
function obligedAt(tokens: readonly Token[], at: number): Sign | null {
  const [word, next] = [wordAt(tokens, at), wordAt(tokens, at + 1)];
  const isDuty = /^(?:have|has|had|need|needs|needed)$/.test(word) && next === "to";
  if ((!isDuty && word !== "must") || next === "not") return null;
  if (
    /^(?:be|decide|say|admit|know|ask)$/.test(wordAt(tokens, at + (isDuty ? 2 : 1))) &&
    !near(tokens, at, [2, 5], "past")
  )
    return null;
  return deniedAt(tokens, at) || near(tokens, at, [-3, 0], "w.deny") ? 1 : -1;
}

type CountedFigure = { readonly value: number; readonly unit: string | null };

/** Two amounts of a kind in one statement, of which one is marked as what there is or was: the difference decides. */
export function comparedIn(
  tokens: readonly Token[],
  isOfOld: (part: readonly Token[]) => boolean,
): Sign | null {
  let part: Token[] = [];
  const parts = [part];
  for (const token of tokens) {
    if (is(token, "w.apart") || /^(?:and|than|compared|:)$/.test(token.word)) {
      part = [];
      parts.push(part);
    }
    part.push(token);
  }
  const [one, two, more] = parts.filter((each) => figuresOf(each).length > 0);
  if (!one || !two || more) return null;
  const [[first, ...rest], [second, ...others]] = [figuresOf(one), figuresOf(two)];
  if (!first || !second || rest.length + others.length > 0) return null;
  if (second.unit !== null && first.unit !== second.unit) return null;
  if (isOfOld(one) === isOfOld(two)) return null;
  const [own, other] = isOfOld(two) ? [first, second] : [second, first];
  const value = worthOf(tokens, first.unit);
  return value === 0 || own.value === other.value
    ? null
    : (Math.sign((own.value - other.value) * value) as Sign);
}

function figuresOf(part: readonly Token[]): CountedFigure[] {
  return part.flatMap(({ value, word }, at): CountedFigure[] => {
    const before = wordAt(part, at - 1);
    if (
      value === null ||
      (word === "one" && /^(?:of|who|that|which|,|)$/.test(wordAt(part, at + 1))) ||
      /^(?:19|20)\d\d$/.test(word) ||
      /^(?:of|per|every|each)$/.test(before)
    )
      return [];
    const next = wordAt(part, at + 1);
    if (is(part[at + 1], "noun.unit") || /^years?$/.test(next)) {
      if (/^(?:ago|before|earlier|later)$/.test(wordAt(part, at + 2))) return [];
    }
    const unit = isMoney(part, at)
      ? "money"
      : is(part[at + 1], "noun.unit")
        ? next.replace(/s$/, "")
        : next === "%" || next === "per"
          ? "%"
          : null;
    return [{ value, unit }];
  });
}

/** What more of it is worth: by what is counted, else by its unit. */
function worthOf(tokens: readonly Token[], unit: string | null): Sign {
  const first = tokens.findIndex(({ value }) => value !== null);
  const named = worth(tokens.slice(0, first)) || worth(tokens.slice(first + 1, first + 2));
  if (named !== 0) return named;
  if (unit === null && some(tokens.slice(0, first + 4), "verb.leave", "verb.fail")) return -1;
  // What somebody finishes or sells, and how many of it.
  const done = tokens.slice(Math.max(0, first - 2), first).findLast((token) => is(token, "past"));
  if (unit === null && is(done, "w.output")) return 1;
  if (some(tokens, "noun.gain") && unit === "money") return 0;
  if (unit === "money") return -1;
  return unit !== null && unit !== "%" && !some(tokens, "noun.longer-is-better", "w.term") ? -1 : 0;
}

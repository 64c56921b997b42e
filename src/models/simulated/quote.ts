/** A shortened passage: the words as they stand, from which of the passage's characters on. */
export type Excerpt = { readonly text: string; readonly start: number };

const LEAST = 4;
const MOST = 14;
const BREAK = /,? (?:and|but|which|while|because|although|after|where|when|so that|with) |[,;:] | [–—-] /g;
const LOOSE_END =
  /(?:[ ,;:–—-]+(?:a|an|the|and|or|but|of|in|on|at|to|for|from|by|with|as|than|that|which|who|its|her|his|their|was|were|is|are|has|had|have|been|be|all|two|three|our|between|above|below|during|about|under|over|into|within|without|since|until|before|after|per|according|such|both|it|now))+$/i;

/** 4 to 14 words of a passage, word for word, cut at clause boundaries; the whole where it is short. */
export function excerptOf(passage: string, telling: (text: string) => number): Excerpt {
  const text = passage.replace(/[.!?…]+$/, "");
  const safe = text.indexOf('"') === -1 && !/[“”]/.test(text);
  if (safe && countWords(text) <= MOST) return { text, start: 0 };
  let best: Excerpt = cutHead(text);
  let bestScore = telling(best.text) - 2;
  for (const [from, to] of spans(text)) {
    const part = text.slice(from, to);
    const words = countWords(part);
    if (words < LEAST || words > MOST || /["“”]/.test(part)) continue;
    const score =
      telling(part) -
      (HANGING_START.test(part) || (from > 0 && /^\p{Lu}/u.test(part)) ? 3 : 0) +
      (from === 0 ? 0.6 : 0) +
      words * 0.03;
    if (score > bestScore) {
      best = { text: part.replace(LOOSE_END, ""), start: from };
      bestScore = score;
    }
  }
  return best;
}

/** The first three to seven words of a quotation, cut at a comma or before a preposition rather than left hanging. */
export function glimpseOf(quote: string): string {
  const words = quote.split(" ");
  if (words.length <= 6) return quote;
  for (let count = 3; count <= 7; count++)
    if (/[,;:]$/.test(words[count - 1]!)) return words.slice(0, count).join(" ").slice(0, -1);
  for (let count = 6; count >= 3; count--)
    if (TURN_WORD.test(words[count]!)) return words.slice(0, count).join(" ").replace(LOOSE_END, "");
  return words.slice(0, 6).join(" ").replace(LOOSE_END, "");
}

const TURN_WORD =
  /^(?:by|of|in|on|at|to|for|from|with|under|over|into|within|since|until|before|after|that|where|when|as|and|or|but)$/;

export function countWords(text: string): number {
  let count = 0;
  let inside = false;
  for (let at = 0; at < text.length; at++) {
    const blank = text.charCodeAt(at) <= 32;
    if (!blank && !inside) count++;
    inside = !blank;
  }
  return count;
}

/** Runs of neighbouring clauses, as character ranges. */
function* spans(text: string): Generator<readonly [number, number]> {
  const starts = [0];
  const ends: number[] = [];
  for (const match of text.matchAll(BREAK)) {
    ends.push(match.index);
    starts.push(match.index + match[0].length);
  }
  ends.push(text.length);
  for (let from = 0; from < starts.length; from++)
    for (let to = from; to < Math.min(starts.length, from + 4); to++) yield [starts[from]!, ends[to]!];
}

/** The longest run without quotation marks, at most fourteen words of it. */
function cutHead(text: string): Excerpt {
  let run = { start: 0, text: "" };
  for (const match of text.matchAll(/[^"“”]+/g))
    if (countWords(match[0]) > countWords(run.text)) run = { start: match.index, text: match[0] };
  const lead = run.text.length - run.text.replace(/^[\s,;:]+/, "").length;
  const body = run.text.slice(lead);
  let end = 0;
  let words = 0;
  for (const match of body.matchAll(/\S+/g)) {
    if (words === MOST) break;
    words++;
    end = match.index + match[0].length;
  }
  const whole = end === body.trimEnd().length;
  const kept = whole ? body.slice(0, end) : beforeLastTurn(body.slice(0, end));
  return { text: kept.replace(LOOSE_END, "").replace(/[,;:]+$/, ""), start: run.start + lead };
}

const HANGING_START =
  /^(?:which|that|who|whose|were|was|is|are|has|had|have|not|then|it|they|(?:19|20)\d\d,)(?![\w])/i;
const TURN =
  / (?:by|of|in|on|at|to|for|from|with|under|over|into|within|without|since|until|before|after|during|that|where|when|because|through|as) /g;

/** Cuts a phrase that is left hanging, where at least five words remain. */
function beforeLastTurn(text: string): string {
  const turns = [...text.matchAll(TURN)].map(({ index }) => index);
  for (const at of turns.reverse()) if (countWords(text.slice(0, at)) >= 5) return text.slice(0, at);
  return text;
}

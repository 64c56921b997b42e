import { bearing, type Yardstick } from "./criteria.ts";
import { polarityOf } from "./polarity.ts";
import { wordsOf } from "./words.ts";

/** Shares of the criteria a passage bears on, the two strongest only; null where it bears on none. */
export function sharesOf(text: string, section: string, yardsticks: readonly Yardstick[]): number[] | null {
  const lower = text.toLowerCase();
  const words = wordsOf(text);
  const scores = yardsticks.map((yard) => bearing(lower, words, section, yard));
  if (yardsticks.length === 1 && scores[0] === 0) scores[0] = 1;
  const [first = 0, second = 0] = [...scores].sort((a, b) => b - a);
  if (first === 0) return null;
  const least = second >= first * 0.6 ? second : first;
  let kept = 0;
  const strong = scores.map((score) => (score >= least && score > 0 && kept++ < 2 ? score : 0));
  const sum = strong.reduce((total, score) => total + score, 0);
  return strong.map((score) => score / sum);
}

export function tellingFor(yard: Yardstick, polarity: number): (text: string) => number {
  return (text) => {
    const lower = text.toLowerCase();
    let score = /\d/.test(text) ? 0.5 : 0;
    for (const word of wordsOf(text)) if (yard.single.has(word)) score += 1;
    for (const phrase of yard.phrases) if (lower.includes(phrase)) score += 1;
    const own = polarityOf(text);
    return score + (own * polarity > 0 ? Math.abs(own) * 2.5 : -Math.abs(own));
  };
}

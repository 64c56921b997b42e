import { above, atLeast } from "../contract/compare.ts";

/** What happens when several options stand equally high: nobody wins, or one of them is taken by rule. */
export type TieRule =
  | "none"
  | "first-alphabetical"
  | "first-listed"
  /** A draw in [0, 1), made by the caller: `floor.random("tie")`. */
  | { readonly draw: number }
  | ((tied: readonly string[]) => string);

/** How a count came out. */
export type Standing = {
  /** null where nothing was counted, or where a tie is left standing. */
  readonly winner: string | null;
  /** By option, in the options' order. */
  readonly scores: Readonly<Record<string, number>>;
  /** The options that stand highest together; empty where one stands alone. */
  readonly tied: readonly string[];
};

/** The highest score wins; equal scores, within 1e-9, are a tie. Nothing above zero is no winner. */
export function settle(scores: Readonly<Record<string, number>>, tie: TieRule = "none"): Standing {
  const options = Object.keys(scores);
  const best = options.reduce((most, option) => (scores[option]! > most ? scores[option]! : most), 0);
  const top = above(best, 0) ? options.filter((option) => atLeast(scores[option]!, best)) : [];
  if (top.length < 2) return { winner: top[0] ?? null, scores, tied: [] };
  return { winner: breakTie(top, tie), scores, tied: top };
}

/** One of the tied, or null where the tie stands. */
function breakTie(tied: readonly string[], tie: TieRule): string | null {
  if (tie === "none") return null;
  if (tie === "first-listed") return tied[0]!;
  if (tie === "first-alphabetical") return [...tied].sort()[0]!;
  if (typeof tie === "function") return tie(tied);
  return tied[Math.min(tied.length - 1, Math.floor(tie.draw * tied.length))]!;
}

/** Every option at zero, in order. */
export function zeros(options: readonly string[]): Record<string, number> {
  return Object.fromEntries(options.map((option) => [option, 0]));
}

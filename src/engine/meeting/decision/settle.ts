import { lastOf, type NonEmpty, ownOf } from "../../../lists.ts";
import { above, atLeast } from "../contract/compare.ts";

export type TieRule =
  | "none"
  | "first-alphabetical"
  | "first-listed"
  /** A draw in [0, 1), made by the caller: `floor.random("tie")`. */
  | { readonly draw: number };

export type Standing = {
  /** null where nothing was counted, or a tie stands. */
  readonly winner: string | null;
  readonly scores: Readonly<Record<string, number>>;
  /** Empty where one option stands alone at the top. */
  readonly tied: readonly string[];
};

/** Scores within 1e-9 are a tie. Nothing above zero is no winner. */
export function settle(scores: Readonly<Record<string, number>>, tie: TieRule = "none"): Standing {
  const best = Math.max(0, ...Object.values(scores));
  const top = Object.entries(scores).flatMap(([option, score]) => (atLeast(score, best) ? [option] : []));
  const [first, ...others] = above(best, 0) ? top : [];
  if (first === undefined || others.length === 0) return { winner: first ?? null, scores, tied: [] };
  return { winner: breakTie([first, ...others], tie), scores, tied: top };
}

function breakTie(tied: NonEmpty<string>, tie: TieRule): string | null {
  if (tie === "none") return null;
  if (tie === "first-listed") return tied[0];
  if (tie === "first-alphabetical") return tied.reduce((first, each) => (each < first ? each : first));
  return tied[Math.floor(tie.draw * tied.length)] ?? lastOf(tied);
}

export function credit(scores: Record<string, number>, option: string, worth: number): void {
  scores[option] = (ownOf(scores, option) ?? 0) + worth;
}

export function zeros(options: readonly string[]): Record<string, number> {
  return Object.fromEntries(options.map((option) => [option, 0]));
}

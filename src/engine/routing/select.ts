import { pairs } from "../../lists.ts";
import { pickWeighted } from "./draw.ts";
import type { Selector } from "./selector.ts";
import type { Situation } from "./situation.ts";
import { weightsOf } from "./weights-of.ts";

/** The next speaker, with everything that explains the choice. */
export type Selection = {
  readonly speaker: string;
  readonly selector: string;
  /** Every member's weight in seat order; 0 means could not be chosen. */
  readonly weights: readonly { readonly seat: string; readonly weight: number }[];
  readonly draw: number | null;
  readonly why: string;
};

/** Null if every weight is 0. Throws `selector-invalid` for wrong weights. */
export function select(selector: Selector, situation: Situation, draw: number): Selection | null {
  if (situation.requested !== null)
    return certain(situation, situation.requested, selector.name, "given the floor by a person");
  const byCandidate = weightsOf(selector, situation);
  const index = pickWeighted(byCandidate, draw);
  const chosen = index === null ? null : situation.candidates[index];
  if (!chosen) return null;
  const weights = bySeat(situation, byCandidate);
  const speaker = chosen.seat;
  const only = byCandidate.filter((weight) => weight > 0).length === 1;
  return {
    speaker,
    selector: selector.name,
    weights,
    draw: only ? null : draw,
    why: only && situation.candidates.length === 1 ? "no one else may speak" : selector.why,
  };
}

export function certain(situation: Situation, speaker: string, selector: string, why: string): Selection {
  const weights = situation.seats.map((seat) => ({ seat, weight: seat === speaker ? 1 : 0 }));
  return { speaker, selector, weights, draw: null, why };
}

export function bySeat({ seats, candidates }: Situation, weights: readonly number[]): Selection["weights"] {
  const known = new Map(pairs(candidates, weights).map(([{ seat }, weight]) => [seat, weight]));
  return seats.map((seat) => ({ seat, weight: known.get(seat) ?? 0 }));
}

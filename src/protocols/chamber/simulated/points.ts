import { ownWords, type Phrasing, phrasing } from "../../../models/simulated/answers/own-words.ts";
import type { SimulatedTurn } from "../../../models/simulated/behaviour.ts";
import type { Fact } from "../../../models/simulated/book.ts";
import { isCounter } from "../../../models/simulated/listen.ts";
import { type Mind, sideOf } from "../../../models/simulated/mind.ts";
import { directionOf } from "../../../models/simulated/stance.ts";
import type { AnswerData } from "../cue-data.ts";

const WORDS = ownWords("chamber");

/** A chamber's own words. */
export function wordsOf(turn: SimulatedTurn, mind: Mind): Phrasing {
  return phrasing(WORDS, turn.tongue(mind, turn.chance("words")));
}

/** The facts that an answer rests on, the weightiest first. */
export function pointsIn({ book }: Mind, { evidence }: AnswerData): readonly Fact[] {
  const isAt = (ref: string, quote: string) =>
    book.facts.find(({ point }) => point.ref === ref && point.quote === quote);
  return evidence.flatMap(({ ref, quote }) => isAt(ref, quote) ?? []);
}

/** Whether a fact speaks for a stance; on one that takes no side all do. */
export function speaksFor(mind: Mind, stance: string, fact: Fact): boolean {
  const { candidate } = fact.point;
  if (candidate !== undefined) return sideOf(mind, fact) === (candidate === stance ? 1 : -1);
  const side = mind.scenario.verdicts.find(({ id }) => id === stance)?.side;
  return (side !== "for" && side !== "against") || sideOf(mind, fact) === directionOf(mind, stance);
}

/** How well one fact answers another: best where the casebook weighs them against each other, then on one criterion; hardly by pulling the other way alone. */
export function answering(mind: Mind, fact: Fact, other: Fact): number {
  if (fact.point.candidate === other.point.candidate && sideOf(mind, fact) === sideOf(mind, other)) return 0;
  return fact.against.includes(other.index) ? 1 : isCounter(mind, fact, other) ? 0.5 : BESIDE;
}

/** What pulls the other way, and on another criterion. */
export const BESIDE = 0.1;

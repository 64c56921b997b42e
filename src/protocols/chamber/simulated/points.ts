import { z } from "zod";
import type { Book, Fact } from "../../../models/simulated/book.ts";
import type { Chance } from "../../../models/simulated/chance.ts";
import { sideTaken } from "../../../models/simulated/ladder.ts";
import { type Mind, sideOf } from "../../../models/simulated/mind.ts";
import { fillFrom, type Slots } from "../../../models/simulated/tongue.ts";
import { sentences, wordsIn } from "../../../models/simulated/words.ts";
import type { AnswerData } from "../cue-data.ts";

const WORDS = wordsIn("chamber", z.record(z.string(), sentences));

/** A sentence of a chamber's own; empty where a slot is missing. */
export function phrase(move: string, slots: Slots, chance: Chance): string {
  return fillFrom(WORDS[move]!, slots, chance);
}

/** The facts that an answer rests on, the weightiest first. */
export function pointsIn({ facts }: Pick<Book, "facts">, { evidence }: AnswerData): readonly Fact[] {
  return evidence.flatMap(
    ({ ref, quote }) => facts.find(({ point }) => point.ref === ref && point.quote === quote) ?? [],
  );
}

/** Whether two facts cannot both decide: as the casebook has it, or on one criterion in two directions. */
export function isOpposed(one: Fact, other: Fact): boolean {
  const at = one.criterion;
  return one.against.includes(other.index) || (at === other.criterion && one.bears[at]! * other.bears[at]! < 0);
}

/** Whether a fact speaks for a stance; on one that takes no side all do. */
export function speaksFor(mind: Mind, stance: string, fact: Fact): boolean {
  const { candidate } = fact.point;
  if (candidate !== undefined) return sideOf(mind, fact) === (candidate === stance ? 1 : -1);
  const side = sideTaken(stance, mind.scenario.verdicts);
  if (side !== "for" && side !== "against") return true;
  return sideOf(mind, fact) === (side === "for" ? 1 : -1);
}

/** The first of some facts that stands against one; the casebook's own opponents before others. */
export function opponentOf(fact: Fact, others: readonly Fact[]): Fact | undefined {
  return (
    others.find(({ index }) => fact.against.includes(index)) ?? others.find((other) => isOpposed(fact, other))
  );
}

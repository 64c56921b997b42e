import { standingOf } from "./beliefs.ts";
import { answersTo } from "./frames/questions.ts";
import type { Mind } from "./mind.ts";
import type { OpenQuestion } from "./open-questions.ts";
import type { Fact } from "./reading/casebook.ts";

/** How far the criterion counts beside the case as a whole when a passage on it is judged. */
const CRITERION = 0.7;

/** Whether a member reads a passage in favour (1) or against (-1): as it did aloud before, else as it leans. */
export function readingOf(mind: Mind, fact: Fact): 1 | -1 {
  const said = mind.readings.get(fact.index);
  if (said !== undefined) return said;
  const standing = standingOf(mind.beliefs, fact.criterion) - mind.book.bar * 0.6;
  return mind.score + CRITERION * standing >= 0 ? 1 : -1;
}

/** Notes how one's own message reads the passages it speaks of: one answered with its counter is read the other way. */
export function noteReadings(mind: Mind, cited: readonly Fact[], spokenOf: readonly Fact[]): void {
  for (const fact of cited) mind.readings.set(fact.index, sideOf(fact));
  for (const fact of spokenOf) {
    const answer = cited.find(({ index }) => bearsOn(mind, fact, index));
    if (answer !== undefined) mind.readings.set(fact.index, sideOf(answer));
  }
}

/** The sentences that answer a question for somebody who reads its passage in favour or against. */
export function repliesTo({ asking, fact }: OpenQuestion, side: 1 | -1): readonly string[] {
  return answersTo(asking, fact.kind === "proof" ? ((side * sideOf(fact)) as 1 | -1) : side);
}

export function sideOf({ polarity }: Fact): 1 | -1 {
  return polarity >= 0 ? 1 : -1;
}

function bearsOn({ book }: Mind, fact: Fact, other: number): boolean {
  return book.counters[fact.index]!.includes(other) || book.allies[fact.index]!.includes(other);
}

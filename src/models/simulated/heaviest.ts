import type { Mind } from "./mind.ts";
import type { Fact } from "./reading/casebook.ts";

/** What weighs most with this reader, whichever way it points; one fact a line. */
export function heaviest(mind: Mind): readonly Fact[] {
  const worth = ({ index, polarity }: Fact) =>
    Math.abs(polarity) * mind.beliefs.concern[index]! * mind.beliefs.attention[index]!;
  const ordered = [...mind.book.facts].sort((a, b) => worth(b) - worth(a) || a.index - b.index);
  const lines = new Set<string>();
  return ordered.filter(({ ref }) => !lines.has(ref) && lines.add(ref));
}

import { ownOf } from "../../lists.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion } from "../../scenario/schema/scenario.ts";
import { interestOf, isCritical } from "./criteria.ts";

/** A member stands for a criterion from this weight on, of 10. */
const STANDS_FOR = 6;

/** Chooses one member for each criterion, then those that differ most from them; at least one is critical of proposals. */
export function chooseSeats(
  criteria: readonly Criterion[],
  library: readonly Persona[],
  size: number,
): readonly Persona[] {
  const chosen: Persona[] = [];
  const weightOf = ({ priorities }: Persona, id: string) => ownOf(priorities, id) ?? 0;
  const fit = (persona: Persona) =>
    criteria.reduce((sum, { id }) => sum + weightOf(persona, id) / 10, 0) / Math.max(1, criteria.length);
  const apart = (persona: Persona) =>
    Math.min(1, ...chosen.map((other) => priorityDistance(persona, other, criteria)));
  const add = (score: (persona: Persona) => number) => {
    const [best] = library
      .filter((persona) => !chosen.includes(persona) && score(persona) > 0)
      .toSorted((a, b) => score(b) - score(a));
    if (best) chosen.push(best);
  };
  for (const { id } of criteria) {
    if (chosen.length === size) break;
    if (chosen.some((persona) => weightOf(persona, id) > STANDS_FOR)) continue;
    add((persona) => {
      const weight = weightOf(persona, id);
      return weight < STANDS_FOR ? 0 : weight + 3 * fit(persona) + 4 * apart(persona);
    });
  }
  while (chosen.length < Math.min(size, library.length)) {
    const before = chosen.length;
    add((persona) => fit(persona) + apart(persona));
    if (chosen.length === before) break;
  }
  if (chosen.length < 2 || chosen.some((persona) => isCritical(persona, criteria))) return chosen;
  const [critic] = library
    .filter((persona) => isCritical(persona, criteria))
    .toSorted((a, b) => interestOf(a, criteria) - fit(a) - (interestOf(b, criteria) - fit(b)));
  return critic ? [...chosen.slice(0, -1), critic] : chosen;
}

/** 0 the same priorities, 1 nothing in common; 0.5 if one of the two weighs none of the criteria. */
function priorityDistance(a: Persona, b: Persona, criteria: readonly { readonly id: string }[]): number {
  const weights = ({ priorities }: Persona) => criteria.map(({ id }) => ownOf(priorities, id) ?? 0);
  const [left, right] = [weights(a), weights(b)];
  const dot = left.reduce((sum, each, at) => sum + each * (right[at] ?? 0), 0);
  const length = (of: readonly number[]) => Math.sqrt(of.reduce((sum, each) => sum + each * each, 0));
  const lengths = length(left) * length(right);
  return lengths === 0 ? 0.5 : 1 - dot / lengths;
}

/** The mean distance of all pairs of members. */
export function meanDistance(personas: readonly Persona[], criteria: readonly Criterion[]): number {
  const pairs = personas.flatMap((first, at) =>
    personas.slice(at + 1).map((second) => priorityDistance(first, second, criteria)),
  );
  return pairs.length === 0 ? 0 : pairs.reduce((sum, each) => sum + each, 0) / pairs.length;
}

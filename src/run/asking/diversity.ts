import { ownOf } from "../../lists.ts";
import type { Persona } from "../../scenario/schema/persona.ts";

/** How far the members of a board stand apart: 0 the same, 1 nothing in common. */
export type BoardDiversity = {
  /** Mean of all pairs. */
  readonly priorities: number;
  readonly expertise: number;
  /** The pair that stands closest in what it weighs; null of fewer than two. */
  readonly closest: { readonly first: string; readonly second: string; readonly priorities: number } | null;
};

export function diversityOf(
  personas: readonly Persona[],
  criteria: readonly { readonly id: string }[],
): BoardDiversity {
  const pairs = personas.flatMap((first, at) =>
    personas.slice(at + 1).map((second) => ({
      first: first.id,
      second: second.id,
      priorities: priorityDistance(first, second, criteria),
      expertise: expertiseDistance(first, second),
    })),
  );
  const mean = (of: "priorities" | "expertise") =>
    pairs.length === 0 ? 0 : pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length;
  const [closest] = pairs.toSorted((a, b) => a.priorities - b.priorities);
  return {
    priorities: mean("priorities"),
    expertise: mean("expertise"),
    closest: closest ? { first: closest.first, second: closest.second, priorities: closest.priorities } : null,
  };
}

/** 1 less the cosine; a persona that weighs none of the criteria is 0.5 from everybody. */
export function priorityDistance(a: Persona, b: Persona, criteria: readonly { readonly id: string }[]): number {
  const weights = ({ priorities }: Persona) => criteria.map(({ id }) => ownOf(priorities, id) ?? 0);
  const [left, right] = [weights(a), weights(b)];
  const dot = left.reduce((sum, each, at) => sum + each * (right[at] ?? 0), 0);
  const length = (of: readonly number[]) => Math.sqrt(of.reduce((sum, each) => sum + each * each, 0));
  const lengths = length(left) * length(right);
  return lengths === 0 ? 0.5 : 1 - dot / lengths;
}

export function expertiseDistance(a: Persona, b: Persona): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : 1 - shared / all;
}

function wordsOf({ expertise, title }: Persona): ReadonlySet<string> {
  const words =
    [title, ...expertise]
      .join(" ")
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  return new Set(words);
}

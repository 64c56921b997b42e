import { jaccard, ownOf } from "../../lists.ts";
import type { Persona } from "../schema/persona.ts";
import type { Scenario } from "../schema/scenario.ts";

type SimilarPair = {
  readonly first: string;
  readonly second: string;
  /** 0 nothing in common, 1 the same. */
  readonly likeness: number;
  /** `words`: described alike. `weights`: the same priorities and temper in other words. */
  readonly similarIn: "words" | "weights";
};

const LIKENESS_LIMIT = 0.35;

const WEIGHT_SLACK = 1;
const TEMPER_SLACK = 0.15;

const DISTINCT_CRITERIA = 4;
const LEAST_LIKENESS = 0.1;

export function similarPersonas(personas: readonly Persona[]): SimilarPair[] {
  const all = personas.map((persona) => ({ persona, traits: traitsOf(persona) }));
  return all.flatMap(({ persona: first, traits }, index) =>
    all.slice(index + 1).flatMap(({ persona: second, traits: others }): SimilarPair[] => {
      const likeness = jaccard(traits, others);
      const pair = { first: first.id, second: second.id, likeness };
      if (likeness >= LIKENESS_LIMIT) return [{ ...pair, similarIn: "words" }];
      return isParaphrase(first, second, likeness) ? [{ ...pair, similarIn: "weights" }] : [];
    }),
  );
}

export function indifferentMembers({ criteria, members }: Pick<Scenario, "criteria" | "members">): string[] {
  if (criteria.length === 0) return [];
  return members
    .filter(({ persona }) => !criteria.some(({ id }) => (ownOf(persona.priorities, id) ?? 0) > 0))
    .map(({ id }) => id);
}

function isParaphrase(a: Persona, b: Persona, likeness: number): boolean {
  const weightOf = ({ priorities }: Persona, id: string) => ownOf(priorities, id) ?? 0;
  const weighed = [...new Set([a, b].flatMap(({ priorities }) => Object.keys(priorities)))];
  const hasLeaning = new Set(weighed.map((id) => weightOf(a, id))).size > 1;
  const isSame = weighed.every((id) => Math.abs(weightOf(a, id) - weightOf(b, id)) <= WEIGHT_SLACK);
  const isOneTemper =
    Math.abs(a.stubbornness - b.stubbornness) <= TEMPER_SLACK &&
    Math.abs(a.optimism - b.optimism) <= TEMPER_SLACK;
  const isDistinct = weighed.length >= DISTINCT_CRITERIA || likeness >= LEAST_LIKENESS;
  return hasLeaning && isSame && isOneTemper && isDistinct;
}

function traitsOf(persona: Persona): ReadonlySet<string> {
  const { title, expertise, personality, speakingStyle, priorities } = persona;
  const words = [title, ...expertise, personality, speakingStyle]
    .flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 3 && !COMMON.has(word));
  const directions = Object.entries(priorities).map(([criterion, weight]) => {
    const direction = weight >= 7 ? "high" : weight <= 3 ? "low" : "middle";
    return `${criterion}: ${direction}`;
  });
  return new Set([...words, ...directions]);
}

const COMMON = new Set(
  "that this with from have into when what they them their than then about before".split(" "),
);

import type { Persona } from "./persona.ts";

/** Two personas that would say much the same. */
export type SimilarPair = {
  readonly first: string;
  readonly second: string;
  /** 0 nothing in common, 1 the same. */
  readonly likeness: number;
};

/** From this likeness on, two personas count as hardly distinct. */
const LIKENESS_LIMIT = 0.35;

/** Pairs of personas hardly distinct in title, expertise, manner and priorities, in the order given. */
export function similarPersonas(personas: readonly Persona[]): SimilarPair[] {
  const traits = personas.map(traitsOf);
  return personas.flatMap((first, index) =>
    personas.slice(index + 1).flatMap((second, offset) => {
      const likeness = jaccard(traits[index]!, traits[index + 1 + offset]!);
      return likeness >= LIKENESS_LIMIT ? [{ first: first.id, second: second.id, likeness }] : [];
    }),
  );
}

/** Words of the description, and which way each priority points: high, low or in between. */
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

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((trait) => b.has(trait)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}

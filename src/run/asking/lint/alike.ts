import { similarPersonas } from "../../../scenario/loading/distinct.ts";
import type { Persona } from "../../../scenario/schema/persona.ts";
import { expertiseDistance, priorityDistance } from "../diversity.ts";

export type AlikePair = { readonly first: string; readonly second: string; readonly by: string };

const NEAR_PRIORITIES = 0.05;
const NEAR_EXPERTISE = 0.5;

/** From this share of common runs of four words on, one text was made from the other. */
const SHARED_RUNS = 0.3;
const RUN = 4;

export function alikePairs(personas: readonly Persona[]): readonly AlikePair[] {
  const described = similarPersonas(personas);
  return personas.flatMap((first, at) =>
    personas.slice(at + 1).flatMap((second) => {
      const known = described.find((each) => each.first === first.id && each.second === second.id);
      const by = [
        ...(sharedRuns(first, second) >= SHARED_RUNS ? ["wording"] : []),
        ...(known?.alike === "words" ? ["description"] : []),
        ...(known?.alike === "weights" ? ["priorities and temper"] : []),
        ...(isOneMind(first, second) ? ["priorities and expertise"] : []),
      ];
      return by.length === 0 ? [] : [{ first: first.id, second: second.id, by: by.join(", ") }];
    }),
  );
}

function isOneMind(a: Persona, b: Persona): boolean {
  const ids = [...new Set([a, b].flatMap(({ priorities }) => Object.keys(priorities)))].map((id) => ({ id }));
  if (ids.length === 0) return false;
  return priorityDistance(a, b, ids) <= NEAR_PRIORITIES && expertiseDistance(a, b) <= NEAR_EXPERTISE;
}

function sharedRuns(a: Persona, b: Persona): number {
  const [left, right] = [runsOf(a), runsOf(b)];
  const least = Math.min(left.size, right.size);
  return least === 0 ? 0 : [...left].filter((run) => right.has(run)).length / least;
}

function runsOf({ name, personality, speakingStyle, background }: Persona): ReadonlySet<string> {
  const own = new Set([...(name.toLowerCase().match(/\p{L}+/gu) ?? []), "he", "she", "his", "her", "him"]);
  const words =
    [personality, speakingStyle, background]
      .join(" ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const kept = words.filter((word) => !own.has(word));
  return new Set(kept.slice(RUN - 1).map((_, at) => kept.slice(at, at + RUN).join(" ")));
}

import { ownOf } from "../../lists.ts";
import type { Persona } from "../../scenario/schema/persona.ts";
import type { Criterion, Document } from "../../scenario/schema/scenario.ts";
import { priorityDistance } from "./diversity.ts";
import type { FramedQuestion } from "./frame.ts";
import { interestOf, isCritical } from "./interest.ts";

type ToChooseFrom = {
  readonly frame: FramedQuestion;
  readonly library: readonly Persona[];
  readonly documents?: readonly Document[];
};

const STANDS_FOR = 6;

/** One person for each criterion, then those who differ most. At least one is critical of proposals. */
export function chooseSeats(
  { frame, library, documents = [] }: ToChooseFrom,
  size: number,
): readonly Persona[] {
  const { criteria } = frame;
  const seated: Persona[] = [];
  const words = wordsOf([frame.question, ...documents.map(({ title }) => title)].join(" "));
  const fits = (persona: Persona) => fitOf(persona, criteria, words);
  const apart = (persona: Persona) =>
    seated.length === 0 ? 0 : Math.min(...seated.map((other) => priorityDistance(persona, other, criteria)));
  const seatBest = (score: (persona: Persona) => number) => {
    const best = library
      .filter((persona) => !seated.includes(persona))
      .map((persona) => ({ persona, score: score(persona) }))
      .reduce((top, each) => (each.score > top.score ? each : top), {
        persona: null as Persona | null,
        score: 0,
      });
    if (best.persona) seated.push(best.persona);
  };
  for (const { id } of criteria) {
    if (seated.length === size) break;
    if (seated.some(({ priorities }) => (ownOf(priorities, id) ?? 0) > STANDS_FOR)) continue;
    seatBest((persona) => {
      const weight = ownOf(persona.priorities, id) ?? 0;
      return weight < STANDS_FOR ? 0 : weight + 3 * fits(persona) + 4 * apart(persona);
    });
  }
  while (seated.length < size) {
    const before = seated.length;
    seatBest((persona) => fits(persona) + apart(persona));
    if (seated.length === before) break;
  }
  return withOpponent({ seated, library, fits, frame });
}

type Opponents = {
  readonly seated: readonly Persona[];
  readonly library: readonly Persona[];
  readonly fits: (persona: Persona) => number;
  readonly frame: FramedQuestion;
};

function withOpponent({ seated, library, fits, frame: { criteria } }: Opponents): readonly Persona[] {
  if (seated.length < 2 || seated.some((persona) => isCritical(persona, criteria))) return seated;
  const against = (persona: Persona) => -interestOf(persona, criteria);
  const [best] = library
    .filter((persona) => !seated.includes(persona) && isCritical(persona, criteria))
    .toSorted((a, b) => fits(b) + against(b) - (fits(a) + against(a)));
  return best ? [...seated.slice(0, -1), best] : seated;
}

function fitOf(
  { priorities, expertise, title }: Persona,
  criteria: readonly Criterion[],
  words: ReadonlySet<string>,
) {
  const weighed = criteria.reduce((sum, { id }) => sum + (ownOf(priorities, id) ?? 0) / 10, 0);
  const own = wordsOf([title, ...expertise].join(" "));
  const shared = [...own].filter((word) => words.has(word)).length;
  return weighed / Math.max(1, criteria.length) + Math.min(0.6, 0.3 * shared);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/(?:ing|es|s)$/, "")),
  );
}

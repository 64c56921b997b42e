import { choicesIn, type NamedChoice } from "./choices.ts";
import { type DecisionKind, KINDS } from "./kinds.ts";

/** What a question is found to be. */
type Recognised = {
  /** Null where the table does not know. */
  readonly kind: DecisionKind | null;
  /** What it lets choose from, where it names several. */
  readonly choices: readonly NamedChoice[];
  /** By what it was known, or why it was not. */
  readonly why: string;
};

/** What a question needs to be of a kind, and how far the best must be ahead of the next. */
const ENOUGH = 3;
const AHEAD = 1;

/** Looks a question up in the table of kinds. It prefers to say that it does not know. */
export function recognise(question: string): Recognised {
  const asked = question.toLowerCase().replaceAll(/\s+/g, " ");
  const scored = KINDS.map((kind) => ({ kind, ...scoreOf(kind, asked) })).sort((a, b) => b.score - a.score);
  const [best, next] = scored.filter(({ score }) => score >= ENOUGH);
  const choices = best?.kind.id === "build-or-buy" ? [] : (choicesIn(question) ?? []);
  const isOpen = best && next && best.score - next.score < AHEAD;
  if (choices.length > 0) {
    const of = best && !isOpen ? best.kind : KINDS.find(({ id }) => id === "choose");
    const why = `it names ${choices.map(({ name }) => name).join(", ")} to choose from`;
    return { kind: of ?? null, choices, why };
  }
  if (!best) return { kind: null, choices, why: "it fits no kind of decision in the table" };
  if (isOpen)
    return { kind: null, choices, why: `it could be ${best.kind.called} as well as ${next.kind.called}` };
  return {
    kind: best.kind,
    choices,
    why: `it says ${best.words.map((word) => JSON.stringify(word)).join(", ")}`,
  };
}

function scoreOf(
  { cues }: DecisionKind,
  asked: string,
): { readonly score: number; readonly words: readonly string[] } {
  const found = cues.flatMap(([pattern, weight]) => {
    const match = new RegExp(pattern, "u").exec(asked);
    return match ? [{ word: match[0].trim(), weight }] : [];
  });
  return {
    score: found.reduce((sum, { weight }) => sum + weight, 0),
    words: found
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, 2)
      .map(({ word }) => word),
  };
}

import { ownOf, pairs } from "../../lists.ts";
import { credit, type Standing, settle, type TieRule, zeros } from "./settle.ts";

/** One member's choice among options; null where there is none. */
export type Choice = {
  readonly by: string;
  readonly option: string | null;
  /** 0 to 1; null where none was told. */
  readonly confidence?: number | null;
  /** A weight given beforehand. */
  readonly weight?: number;
};

/** The option chosen most often. */
export function plurality(
  choices: readonly Choice[],
  options: readonly string[],
  tie: TieRule = "none",
): Standing {
  return settle(
    summed(choices, options, () => 1),
    tie,
  );
}

/** The option with the largest sum of confidence. Choices without one count nothing and are named. */
export function confidenceWeighted(
  choices: readonly Choice[],
  options: readonly string[],
  tie: TieRule = "none",
): Standing & { readonly excluded: readonly string[] } {
  const told = choices.filter(({ option, confidence }) => option !== null && confidence != null);
  const standing = settle(
    summed(told, options, ({ confidence }) => confidence ?? 0),
    tie,
  );
  return { ...standing, excluded: choices.filter((choice) => !told.includes(choice)).map(({ by }) => by) };
}

/** The option whose choosers are surest in the middle of them: the median of their confidences. */
export function medianConfidence(
  choices: readonly Choice[],
  options: readonly string[],
  tie: TieRule = "none",
): Standing {
  const scores = options.map((option) => [
    option,
    median(choices.flatMap((choice) => (choice.option === option ? [choice.confidence ?? 0] : []))),
  ]);
  return settle(Object.fromEntries(scores), tie);
}

/** Each member's say is its given weight, else its confidence, else 1/N; made to sum to 1 over the N who chose. */
export function weightedConsensus(
  choices: readonly Choice[],
  options: readonly string[],
  tie: TieRule = "none",
): Standing & { readonly weights: Readonly<Record<string, number>> } {
  const valid = choices.filter(({ option }) => option !== null && options.includes(option));
  const raw = valid.map(({ weight, confidence }) => weight ?? confidence ?? 1 / valid.length);
  const total = raw.reduce((sum, each) => sum + each, 0);
  const shares = raw.map((each) => (total > 0 ? each / total : 1 / valid.length));
  const weights = Object.fromEntries(pairs(valid, shares).map(([{ by }, share]) => [by, share]));
  return {
    ...settle(
      summed(valid, options, ({ by }) => ownOf(weights, by) ?? 0),
      tie,
    ),
    weights,
  };
}

function summed(
  choices: readonly Choice[],
  options: readonly string[],
  worth: (choice: Choice) => number,
): Record<string, number> {
  const scores = zeros(options);
  for (const choice of choices) {
    if (choice.option !== null && Object.hasOwn(scores, choice.option))
      credit(scores, choice.option, worth(choice));
  }
  return scores;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = low] = sorted.slice(sorted.length % 2 === 1 ? middle : middle - 1, middle + 1);
  return (low + high) / 2;
}

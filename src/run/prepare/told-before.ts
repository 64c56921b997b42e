import { type Guess, type ModelPlan, mapGuess } from "../../engine/meeting/money/plan.ts";
import { type Io, print } from "../../home/process/io.ts";
import { suspectsIn } from "../../scenario/files/secrets.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import { dollarsInWords } from "../../showing/words.ts";
import { groupThousands } from "../../text/plain.ts";

export function planNote(plans: readonly ModelPlan[]): readonly string[] {
  if (plans.every(({ cost }) => cost !== null && cost.high === 0)) return [];
  const sum = (of: (plan: ModelPlan) => Guess) =>
    mapGuess((level) => plans.reduce((all, plan) => all + of(plan)[level], 0));
  const calls = sum((plan) => plan.calls);
  const tokens = sum(({ input, output }) => mapGuess((level) => input[level] + output[level]));
  const unknown = plans.filter(({ cost }) => cost === null).map(({ model }) => model);
  const costs = sum(({ cost }) => cost ?? { low: 0, expected: 0, high: 0 });
  const inWords = (guess: Guess, words: (value: number) => string) =>
    `${words(guess.low)} to ${words(guess.high)}`;
  const price =
    unknown.length > 0
      ? `the price of ${unknown.join(", ")} is unknown`
      : `${inWords(costs, dollarsInWords)}, expected ${dollarsInWords(costs.expected)}`;
  return [`Plan: ${inWords(calls, groupThousands)} calls, ${inWords(tokens, groupThousands)} tokens; ${price}`];
}

/** Members are sent such a line, and readers of the transcript see it. */
export function keysIn({
  documents,
  private: own = [],
}: Pick<Scenario, "documents" | "private">): readonly string[] {
  const warn = (who: string, { name: document, text }: Document) =>
    suspectsIn(text).map(
      ({ name, line }) =>
        `${document}:${line}: this looks like ${name}; ${who} is sent it, and the transcript keeps it`,
    );
  return [
    ...documents.flatMap((each) => warn("every member", each)),
    ...own.flatMap((each) => warn("a member", each)),
  ];
}

export function warnOfKeys(io: Io, sent: Parameters<typeof keysIn>[0]): void {
  print(
    io.stderr,
    keysIn(sent).map((warning) => `warning: ${warning}`),
  );
}

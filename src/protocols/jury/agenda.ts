import { type NonEmpty, nonEmpty } from "../../lists.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { JuryOptions } from "./options.ts";

export type Topic = {
  readonly id: string;
  readonly topic: string;
  readonly description: string | null;
  readonly estimatedMinutes: number | null;
  /** ALL, ROUND_ROBIN, or a member's id. */
  readonly speaker: string;
};

export type AgendaItem = { readonly id: string; readonly title: string; readonly topic: string };

export function agendaOf({ agenda }: JuryOptions, { question }: Pick<Scenario, "question">): NonEmpty<Topic> {
  const stated = agenda ?? [{ topic: question, speaker: "ALL" }];
  const topics = stated.map((each, index) => ({
    id: each.id ?? `t${index + 1}`,
    topic: each.topic,
    description: each.description ?? null,
    estimatedMinutes: each.estimatedMinutes ?? null,
    speaker: each.speaker,
  }));
  return nonEmpty(topics, "topic on the agenda");
}

export function goingRound({ agenda }: { readonly agenda: readonly Topic[] }): readonly Topic[] {
  return agenda.filter(({ speaker }) => speaker === "ROUND_ROBIN");
}

export function itemsOf({ decisions }: JuryOptions, agenda: NonEmpty<Topic>): readonly AgendaItem[] {
  if (!decisions.items) return agenda.map(({ id, topic }) => ({ id, title: topic, topic: id }));
  return decisions.items.map(({ id, title, topic }) => ({ id, title, topic: topic ?? agenda[0].id }));
}

export function acceptingChoices({ decisions }: JuryOptions): readonly string[] {
  const { choices, accepting } = decisions;
  return accepting ?? (choices.includes("agree") ? ["agree"] : choices);
}

export const FOREPERSON = {
  id: "foreperson",
  name: "Foreperson",
  title: "Foreperson, without a vote",
  manner: "Short and even-handed: the question, the count, the next step.",
} as const;

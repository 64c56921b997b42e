import type { Json } from "../transcript/events.ts";
import type { MemberState } from "../transcript/state.ts";

/** A member's answers that were kept word for word, as those of a panel that speaks to nobody. */
export type KeptAnswers = {
  readonly count: number;
  /** What the first of them holds; null for no verdict, and where there is none. */
  readonly first: string | null;
  readonly words: number;
};

/** Answers are ballots with their text on record: in a procedure without talk they are what a member says. */
export function keptAnswers({ ballots }: MemberState): KeptAnswers {
  const kept = ballots.filter(({ text }) => text !== undefined);
  const said = kept.map(({ reply, text }) => (reply === undefined ? [text!] : textsIn(reply as Json)));
  return {
    count: kept.length,
    first: kept[0]?.verdict ?? null,
    words: said.flat().reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0),
  };
}

/** Every text in a reply, without the names of its fields. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((each) => textsIn(each as Json));
}

import type { Json } from "../../transcript/events.ts";
import type { MemberState } from "../../transcript/state.ts";

/** A member's answers in a procedure without talk, as those of a panel or of judges, who speak to nobody. */
type KeptAnswers = {
  readonly count: number;
  /** What the first of them holds; null for no verdict, and where there is none. */
  readonly first: string | null;
  /** Whether the first of them says that it has no verdict, and why. */
  readonly firstAbstains: boolean;
  readonly words: number;
};

/** Ballots with their text on record are answers; where nobody speaks to anybody, so is each that gives more than a vote. */
export function keptAnswers({ ballots }: MemberState, isWithoutTalk: boolean): KeptAnswers {
  const kept = ballots.filter(
    ({ text, reply }) => text !== undefined || (isWithoutTalk && reply !== undefined),
  );
  const said = kept.map(({ reply, text }) => (reply === undefined ? [text ?? ""] : textsIn(reply as Json)));
  return {
    count: kept.length,
    first: kept[0]?.verdict ?? null,
    firstAbstains: kept[0]?.abstains === true,
    words: said.flat().reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0),
  };
}

/** Every text in a reply, without the names of its fields. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((each) => textsIn(each as Json));
}

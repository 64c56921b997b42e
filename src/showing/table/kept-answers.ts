import type { Json } from "../../engine/transcript/events.ts";
import type { MemberState } from "../../engine/transcript/state.ts";

type KeptAnswers = {
  readonly count: number;
  readonly first: string | null;
  readonly firstAbstains: boolean;
  readonly words: number;
};

/** Ballots with recorded text are answers. Without talk, so is each reply with more than a vote. */
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

function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((each) => textsIn(each as Json));
}

import type { PassagePlace } from "../../../scenario/documents/citations.ts";
import type { MeetingState } from "../../transcript/state.ts";

export const QUOTING_VOTE =
  "Opening vote. No one has spoken yet. Which verdict would you give from the documents alone? Quote the passage that decides it in your reasoning, in quotation marks. Your vote is private and not binding.";

/** Nobody has spoken yet, all opening votes name one option, and the members quote more than one passage for it. */
function isSettled({ counts, members, scenario, documents }: MeetingState): boolean {
  const voters = scenario.members.flatMap(({ id }) => members.get(id) ?? []);
  const votes = voters.map(({ ballots }) => ballots.find(({ kind }) => kind === "opening")?.verdict ?? null);
  const [first = null] = votes;
  if (counts.messages > 0 || first === null || votes.some((verdict) => verdict !== first)) return false;
  if (documents.length === 0) return true;
  const grounds = voters.map(({ citations }) =>
    citations.flatMap(({ place }) => (place ? placeName(place) : [])),
  );
  return grounds.every((own) => own.length > 0) && new Set(grounds.flat()).size > 1;
}

function placeName({ document, from, to }: PassagePlace): string {
  return `${document}#L${from}-L${to}`;
}

const TURNS_A_MEMBER = 2;

/** The most turns of a short debate. */
export function turnsOfShortDebate(members: readonly unknown[]): number {
  return TURNS_A_MEMBER * members.length;
}

/** Why a short debate ends, as the record says it; null while it goes on. */
export function endOfShortDebate(state: MeetingState): string | null {
  if (state.scenario.options.stopWhenSettled !== true) return null;
  if (isSettled(state)) return "all members agreed in the opening vote, from different passages";
  return state.counts.messages < turnsOfShortDebate(state.scenario.members)
    ? null
    : `${TURNS_A_MEMBER} turns for each member were used`;
}

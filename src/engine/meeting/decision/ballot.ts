import type { FieldOrder } from "../../scaffold/render.ts";
import type { BallotKind } from "../../transcript/events.ts";
import { memberOf } from "../../transcript/member-of.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Cue, Floor } from "../contract/floor.ts";
import { needsRanking } from "./decide-by.ts";
import { rankedBallot } from "./ranked-ballot.ts";

const WORDS: Readonly<Record<BallotKind, string>> = {
  opening:
    "Opening ballot, before anyone has spoken. From the documents alone, which verdict would you give? It is private and binds you to nothing.",
  called:
    "A ballot is called. Which verdict do you hold now? It is private and leaves your public verdict as it is.",
  closing: "Closing ballot. The debate has ended; this is your final verdict and goes on record as such.",
};

export type BallotChanges = {
  readonly words?: string;
  readonly voters?: readonly string[];
  readonly cue?: string;
  readonly data?: (voter: string) => NonNullable<Cue["data"]>;
};

/** In private and in parallel: the closing ballot asks all who have not withdrawn, the others those active. */
export async function holdBallot(floor: Floor, kind: BallotKind, changes: BallotChanges = {}): Promise<void> {
  const { words = WORDS[kind], voters = votersOf(floor.state, kind) } = changes;
  if (voters.length === 0) return;
  const usual = ballotCue(kind, words, floor.state);
  const cue = { ...usual, kind: changes.cue ?? usual.kind };
  await floor.parallel(
    voters.map((voter) => (branch: Floor) => branch.turn(voter, { ...cue, data: changes.data?.(voter) })),
    { speakers: voters, ballot: kind },
  );
}

function votersOf(state: MeetingState, kind: BallotKind): string[] {
  return state.scenario.members
    .map(({ id }) => id)
    .filter((id) => {
      const { status } = memberOf(state, id);
      return status === "active" || (kind === "closing" && status === "absent");
    });
}

function ballotCue(kind: BallotKind, words: string, { scenario }: MeetingState): Cue<unknown> {
  const occasion = { kind: `${kind}-ballot`, audience: "record", ballot: kind } as const;
  const moved = (field: string) => (kind === "opening" ? "" : ` ${movedWords(field)}`);
  if (!needsRanking(scenario.decision))
    return {
      ...occasion,
      text: `${words} ${inScaffold(scenario.prompt.scaffold ?? "verdict-first")}${moved("MovedBy")}`,
    };
  const text = `${words} ${RANKED}${moved("movedBy, as its message and passage,")}`;
  return { ...occasion, ...(rankedBallot(scenario) as Cue<unknown>), text };
}

function inScaffold(order: FieldOrder): string {
  const fields = order === "verdict-last" ? "VerdictReasoning, Verdict" : "Verdict, VerdictReasoning";
  return `Reply in the usual form with ${fields}, WouldChange and Confidence; leave Content empty.`;
}

const RANKED =
  'Rank every option, best first: the first is your verdict; a verdict of NONE is the whole ranking. Reply with JSON: {"reasoning": "your reasons", "ranking": ["every option, best first"], "wouldChange": "what would change it", "confidence": (a number from 0 to 1)}.';

function movedWords(field: string): string {
  return `Where your verdict is not the one you held before, name in ${field} the message that moved you, by its id, and words that stand in it.`;
}

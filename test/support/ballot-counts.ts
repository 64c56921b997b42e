import type { MeetingState } from "boardroom";
import type { BallotCount } from "../../src/protocols/jury/facts.ts";

export type { BallotCount };

/** What a jury's ballots came to, as its record has them. */
export function ballotCounts({ facts }: MeetingState): readonly BallotCount[] {
  return facts.filter(({ name }) => name === "ballot.counted").map(({ data }) => data as BallotCount);
}

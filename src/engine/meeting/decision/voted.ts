import type { Outcome } from "../../transcript/events.ts";

export type Turnout = { readonly seated: number; readonly voted: number; readonly abstained: number };

export function turnoutOf(
  votes: readonly { readonly verdict: string | null; readonly abstains?: boolean | undefined }[],
): Turnout {
  return {
    seated: votes.length,
    voted: votes.filter(({ verdict }) => verdict !== null).length,
    abstained: votes.filter(({ verdict, abstains }) => verdict === null && abstains === true).length,
  };
}

/** Decides nothing where fewer than half of the members voted. */
export function asVoted(outcome: Outcome, turnout: Turnout): Outcome {
  if (hasTurnout(turnout)) return outcome;
  const why = tooFewVoted(turnout);
  const reason = turnout.voted === 0 ? why : `${why} (${outcome.reason})`;
  return { ...outcome, status: "undecided", side: null, option: null, reason };
}

function hasTurnout({ seated, voted }: Turnout): boolean {
  return 2 * voted >= seated;
}

function tooFewVoted({ seated, voted, abstained }: Turnout): string {
  const few =
    voted === 0
      ? "no member gave a verdict"
      : `only ${voted} of ${seated} members gave a verdict, fewer than half`;
  const why = abstained === seated ? "all" : String(abstained);
  return abstained === 0 ? few : `${few}; ${why} said why they have none`;
}

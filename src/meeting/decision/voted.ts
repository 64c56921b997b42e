import type { Outcome } from "../../transcript/events.ts";

/** How many members sit, how many gave a verdict, and how many said with their reasons that they have none. */
export type Turnout = { readonly seated: number; readonly voted: number; readonly abstained: number };

/** Counts members by whether they gave a verdict; who gave none and said why abstains. */
export function turnoutOf(
  votes: readonly { readonly verdict: string | null; readonly abstains?: boolean | undefined }[],
): Turnout {
  return {
    seated: votes.length,
    voted: votes.filter(({ verdict }) => verdict !== null).length,
    abstained: votes.filter(({ verdict, abstains }) => verdict === null && abstains === true).length,
  };
}

/** The outcome as it stands once it is counted who voted: a board of which fewer than half did decides nothing. */
export function asVoted(outcome: Outcome, turnout: Turnout): Outcome {
  if (hasTurnout(turnout)) return outcome;
  const why = tooFewVoted(turnout);
  const reason = turnout.voted === 0 ? why : `${why} (${outcome.reason})`;
  return { ...outcome, status: "undecided", side: null, option: null, reason };
}

/** Whether half of the members or more gave a verdict. */
function hasTurnout({ seated, voted }: Turnout): boolean {
  return 2 * voted >= seated;
}

/** `only 1 of 3 members gave a verdict, fewer than half; 2 said why they have none`. */
function tooFewVoted({ seated, voted, abstained }: Turnout): string {
  const few =
    voted === 0
      ? "no member gave a verdict"
      : `only ${voted} of ${seated} members gave a verdict, fewer than half`;
  const why = abstained === seated ? "all" : String(abstained);
  return abstained === 0 ? few : `${few}; ${why} said why they have none`;
}

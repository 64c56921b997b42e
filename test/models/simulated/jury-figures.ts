/** Of how many juries, how many came to each end. */
export type Ends = {
  readonly juries: number;
  readonly against: number;
  readonly hung: number;
  readonly for: number;
};

/**
 * Verdicts of 225 criminal juries of twelve under unanimity, by votes to convict on the first ballot (Kalven and Zeisel,
 * The American Jury, 1966, ch. 38). Their numbers of juries and rounded shares, as later works cite them; the book itself
 * was not compared. What could be compared agrees: of 215 juries with a majority 6 reversed it, 209 did not.
 */
export const FIRST_BALLOTS: readonly (Ends & { readonly guilty: readonly [from: number, to: number] })[] = [
  { guilty: [0, 0], juries: 26, against: 26, hung: 0, for: 0 },
  { guilty: [1, 5], juries: 41, against: 37, hung: 3, for: 1 },
  { guilty: [6, 6], juries: 10, against: 5, hung: 0, for: 5 },
  { guilty: [7, 11], juries: 105, against: 5, hung: 10, for: 90 },
  { guilty: [12, 12], juries: 43, against: 0, hung: 0, for: 43 },
];

/**
 * Leniency of mock juries under reasonable doubt, over 13 studies (MacCoun and Kerr, Asymmetric influence in mock jury
 * deliberation, Journal of Personality and Social Psychology 54, 1988).
 */
export const LENIENCY = { evenAcquits: 0.8, twoThirdsAcquit: 0.94, twoThirdsConvict: 0.67 } as const;

/**
 * How unevenly words are spread: Gini coefficients of the AMI (4 members) and ICSI (5 to 7) meeting corpora, worked out
 * from QMSum's transcripts, and of group chats (DeliData, 3 to 5). None is of twelve; they rise with the size.
 */
export const WORD_GINI = {
  ami4: 0.201,
  icsi5: 0.357,
  icsi6: 0.407,
  icsi7: 0.413,
  chat3: 0.208,
  chat5: 0.305,
} as const;

/** The interval in which a share lies with 95 % confidence (Wilson). */
export function wilson(count: number, of: number): readonly [number, number] {
  const z2 = 1.96 * 1.96;
  const middle = (count + z2 / 2) / (of + z2);
  const reach = (1.96 * Math.sqrt((count * (of - count)) / of + z2 / 4)) / (of + z2);
  return [middle - reach, middle + reach];
}

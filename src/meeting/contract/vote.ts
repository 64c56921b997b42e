/** One member's vote under a decision rule. */
export type Vote = {
  readonly verdict: string | null;
  /** It said that it has no verdict, and why. */
  readonly abstains?: boolean;
  readonly weight: number;
  readonly confidence?: number | null;
  /** The options in this member's order, best first. */
  readonly ranking?: readonly string[] | null;
};

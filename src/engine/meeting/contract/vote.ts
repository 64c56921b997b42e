export type Vote = {
  readonly verdict: string | null;
  readonly abstains?: boolean;
  readonly weight: number;
  readonly confidence?: number | null;
  readonly ranking?: readonly string[] | null;
};

/** One promise, as it was measured in one run beside what it is compared to. */
export type Finding = {
  what: string;
  /** What stands on the other side of the comparison. */
  against: string;
  measured: number;
  /** Unit of `measured` and of its target, such as `times`. */
  unit: string;
  /** null where nothing was promised. */
  target: Target | null;
  /** The figures behind it, in words. */
  detail?: string;
};

export type Target = { atMost: number } | { atLeast: number };

/** A module of this folder: one comparison, run in a process of its own. */
export type Bench = {
  name: string;
  /** What is done, in one sentence. */
  about: string;
  run: () => Promise<readonly Finding[]>;
};

export function isMet({ measured, target }: Finding): boolean {
  if (target === null) return true;
  return "atMost" in target ? measured <= target.atMost : measured >= target.atLeast;
}

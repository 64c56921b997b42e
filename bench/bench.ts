/** One promise, as it was measured in one run beside what it is compared to. */
export type Finding = {
  readonly what: string;
  /** What stands on the other side of the comparison. */
  readonly against: string;
  readonly measured: number;
  /** Unit of `measured` and of its target, such as `times`. */
  readonly unit: string;
  /** null where nothing was promised. */
  readonly target: Target | null;
  /** The figures behind it, in words. */
  readonly detail?: string;
};

export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** A module of this folder: one comparison, run in a process of its own. */
export type Bench = {
  readonly name: string;
  /** What is done, in one sentence. */
  readonly about: string;
  readonly run: () => Promise<readonly Finding[]>;
};

export function isMet({ measured, target }: Finding): boolean {
  if (target === null) return true;
  return "atMost" in target ? measured <= target.atMost : measured >= target.atLeast;
}

import type { SignFound } from "./change.ts";

/** What a statement says for or against, or why nobody can tell; plain: it is understood, and says nothing. */
export type StatementJudgement =
  | {
      readonly sign: -1 | 1;
      readonly strength: number;
      readonly severe: boolean;
      readonly kind: SignFound["kind"] | "burden";
      readonly says?: string;
      /** It is of how things are where the document proposes to change them. */
      readonly isOfToday?: true;
    }
  | { readonly sign: 0; readonly why: string; readonly isPlain: boolean };

/** What kind of document it stands in, and under which heading. */
export type StatementSetting = {
  readonly isOfPerson: boolean;
  readonly section: string;
  /** What would or will be counts, as what a proposal brings. */
  readonly hasEffects?: boolean;
};

/** What is bad of today speaks for what would change or end it, and what is good of it against. */
export function turned(judgement: StatementJudgement): StatementJudgement {
  if (judgement.sign === 0) return judgement;
  return { ...judgement, sign: judgement.sign === 1 ? -1 : 1, severe: false, isOfToday: true };
}

import type { SignFound } from "./change.ts";

/** What a statement says for or against, or why nobody can tell; plain: it is understood, and says nothing. */
export type StatementJudgement =
  | {
      readonly sign: -1 | 1;
      readonly strength: number;
      readonly severe: boolean;
      readonly kind: SignFound["kind"];
      readonly says?: string;
      /** It is of how things are where the document proposes to change them. */
      readonly isOfToday?: true;
    }
  | { readonly sign: 0; readonly why: string; readonly isPlain: boolean };

/** What kind of document it stands in, and under which heading. */
export type StatementSetting = { readonly isOfPerson: boolean; readonly section: string };

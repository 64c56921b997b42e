import type { Floor } from "../../meeting/contract/floor.ts";
import { UNCLEAR } from "./answers.ts";
import { broughtDocuments } from "./brought.ts";
import { dataBrought, type PanelAnswer } from "./facts.ts";

/** An answer under the name by which whoever is asked knows its author. */
export type AnswerData = Pick<PanelAnswer, "confidence" | "evidence"> & {
  readonly by: string;
  readonly stance: string;
};

export function answerData(
  { stance, confidence, evidence }: Pick<PanelAnswer, "stance" | "confidence" | "evidence">,
  by: string,
): AnswerData {
  return { by, stance: stance ?? UNCLEAR, confidence, evidence };
}

/** What was brought since the first answers. */
export type BroughtData = {
  readonly documents: { readonly name: string; readonly text: string }[];
  /** What a person asks to look at again, in their own words. */
  readonly aspects: string[];
};

export function broughtData(floor: Floor): BroughtData {
  return {
    documents: broughtDocuments(floor).map(({ name, text }) => ({ name, text })),
    aspects: dataBrought.all(floor.state).flatMap(({ aspect }) => aspect ?? []),
  };
}

export type CrossData = BroughtData & { readonly own: AnswerData; readonly others: AnswerData[] };

export type DivergenceData = { readonly answers: AnswerData[] };

/** Everybody as they stand in the end. */
export type ArbitrationData = BroughtData & {
  readonly answers: (AnswerData & {
    /** The stance first given, and the reply to the others; empty where none was asked for. */
    readonly first: string;
    readonly reply: string;
  })[];
};

export type ClaimData = BroughtData & { readonly claim: string };

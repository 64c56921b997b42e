import type { Floor } from "../../engine/meeting/contract/floor.ts";
import { UNCLEAR } from "./answers.ts";
import { broughtDocuments } from "./brought.ts";
import { dataBrought, type PanelAnswer } from "./facts.ts";

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

export type BroughtData = {
  readonly documents: { readonly name: string; readonly text: string }[];
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

export type ArbitrationData = BroughtData & {
  readonly answers: (AnswerData & {
    readonly first: string;
    readonly reply: string;
  })[];
};

export type ClaimData = BroughtData & { readonly claim: string };

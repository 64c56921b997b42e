import type { Floor } from "../../engine/meeting/contract/floor.ts";
import { documentBlock } from "../../engine/perspective/view.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import { documentName, normaliseText, uniqueName } from "../../scenario/documents/document-text.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { UNCLEAR } from "./answers.ts";
import { contextTokens, tooLong } from "./context.ts";
import { type Brought, dataBrought, type PanelAnswer } from "./facts.ts";

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

export function broughtBlock(floor: Floor): string {
  const all = dataBrought.all(floor.state);
  if (all.length === 0) return "";
  const documents = broughtDocuments(floor);
  const lines = all.map(({ person, aspect, assignment, shown }) =>
    aspect === null
      ? `- ${escapeText(person)} brought what was missing: ${escapeText(assignment?.what ?? "")}${shown === null ? "" : ` (${escapeText(shown)})`}`
      : `- ${escapeText(person)} asks you to reconsider: ${escapeText(aspect)}`,
  );
  return [
    "The panel has answered this question before. New since then:",
    ...lines,
    ...documents.map(documentBlock),
  ].join("\n");
}

export function broughtDocuments({ state }: Floor): Document[] {
  return dataBrought.all(state).flatMap(({ document }) => (document ? [asDocument(document)] : []));
}

export function laterDocuments({ state }: Floor): readonly Document[] {
  const opening = new Set(state.scenario.documents.map(({ name }) => name));
  return state.documents.filter(({ name }) => !opening.has(name));
}

function asDocument({ name, text }: NonNullable<Brought["document"]>): Document {
  return { name, title: name, subject: false, sha256: "", text };
}

export function namedDocument(
  floor: Floor,
  { name, text }: NonNullable<Brought["document"]>,
): NonNullable<Brought["document"]> {
  const safe = documentName(name);
  const takenNames = [...floor.state.documents, ...broughtDocuments(floor)].map((each) => each.name);
  return { name: uniqueName(safe, takenNames), text: normaliseText(text) };
}

export function tooMuch(floor: Floor, text: string | undefined): string | null {
  if (text === undefined) return null;
  const later = [...laterDocuments(floor), ...broughtDocuments(floor), { text: normaliseText(text) }];
  return tooLong(contextTokens(floor.state.scenario, later));
}

/**
 * The data of a chamber's instructions for simulated members, what was brought since the panel was
 * first asked, and the limit of the context.
 */

import { renderDocument } from "../../engine/perspective/view.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import { estimateTokens } from "../../models/pricing/prices.ts";
import {
  chooseUniqueName,
  normaliseText,
  toDocumentName,
} from "../../scenario/documents/document-text.ts";
import type { Document, Scenario } from "../../scenario/schema/scenario.ts";
import { UNCLEAR } from "./answers.ts";
import { type Brought, dataBrought, type PanelAnswer } from "./facts.ts";

export type AnswerData = Pick<PanelAnswer, "confidence" | "evidence"> & {
  by: string;
  stance: string;
};

export function toAnswerData(
  { stance, confidence, evidence }: PanelAnswer,
  by: string,
): AnswerData {
  return { by, stance: stance ?? UNCLEAR, confidence, evidence };
}

export type AddedData = {
  documents: { name: string; text: string }[];
  aspects: string[];
};

export function collectAddedData(floor: Floor): AddedData {
  return {
    documents: listAddedDocuments(floor).map(({ name, text }) => ({ name, text })),
    aspects: dataBrought.readAll(floor.state).flatMap(({ aspect }) => aspect ?? []),
  };
}

export type CrossData = AddedData & { own: AnswerData; others: AnswerData[] };

export type DivergenceData = { answers: AnswerData[] };

export type ArbitrationData = AddedData & {
  answers: (AnswerData & { first: string; reply: string })[];
};

export type ClaimData = AddedData & { claim: string };

export function renderAdded(floor: Floor): string {
  const all = dataBrought.readAll(floor.state);
  if (all.length === 0) return "";
  const documents = listAddedDocuments(floor);
  const lines = all.map(({ person, aspect, assignment, shown }) => {
    if (aspect !== null)
      return `- ${escapeText(person)} asks you to reconsider: ${escapeText(aspect)}`;
    const file = shown === null ? "" : ` (${escapeText(shown)})`;
    return `- ${escapeText(person)} brought what was missing: ${escapeText(assignment?.what ?? "")}${file}`;
  });
  return [
    "The panel has answered this question before. New since then:",
    ...lines,
    ...documents.map(renderDocument),
  ].join("\n");
}

export function listAddedDocuments({ state }: Pick<Floor, "state">): Document[] {
  return dataBrought
    .readAll(state)
    .flatMap(({ document }) => (document ? [toDocument(document)] : []));
}

export function listLaterDocuments({ state }: Floor): readonly Document[] {
  const opening = new Set(state.scenario.documents.map(({ name }) => name));
  return state.documents.filter(({ name }) => !opening.has(name));
}

function toDocument({ name, text }: NonNullable<Brought["document"]>): Document {
  return { name, title: name, subject: false, sha256: "", text };
}

export function nameDocument(
  floor: Floor,
  { name, text }: NonNullable<Brought["document"]>,
): NonNullable<Brought["document"]> {
  const safe = toDocumentName(name);
  const takenNames = [...floor.state.documents, ...listAddedDocuments(floor)].map(
    (each) => each.name,
  );
  return { name: chooseUniqueName(safe, takenNames), text: normaliseText(text) };
}

export function findExcess(floor: Floor, text: string | undefined): string | null {
  if (text === undefined) return null;
  const later = [
    ...listLaterDocuments(floor),
    ...listAddedDocuments(floor),
    { text: normaliseText(text) },
  ];
  return explainExcess(countContextTokens(floor.state.scenario, later));
}

/** Tokens, by estimate: every member has to weigh all of it. */
const MOST_CONTEXT = 10_000;

/** The question and all context in one text: what a panel answers and an approval covers. */
export function createCase({ question, context = "", documents }: Scenario): {
  question: string;
  context: string;
} {
  const texts = documents.map(({ name, title, text }) => `# ${title} (${name})\n\n${text}`);
  return {
    question,
    context: [context.trim(), ...texts].filter((text) => text !== "").join("\n\n"),
  };
}

export function countContextTokens(
  scenario: Scenario,
  later: readonly Pick<Document, "text">[] = [],
): number {
  const added = later.map(({ text }) => text).join("\n\n");
  return estimateTokens([createCase(scenario).context, added].join("\n\n").trim());
}

export function explainExcess(tokens: number): string | null {
  return tokens > MOST_CONTEXT
    ? `the context has about ${tokens} tokens, and at most ${MOST_CONTEXT} are allowed`
    : null;
}

import type { Floor } from "../../engine/meeting/contract/floor.ts";
import { documentBlock } from "../../engine/perspective/view.ts";
import { escapeText } from "../../engine/scaffold/fields.ts";
import { documentName, normaliseText, uniqueName } from "../../scenario/documents/document-text.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { contextTokens, tooLong } from "./context.ts";
import { type Brought, dataBrought } from "./facts.ts";

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

import type { Artifact } from "../scaffold/message.ts";
import { type CheckedQuote, type Citable, checkCitation, checkQuotations } from "../scenario/citations.ts";

/** What a message cites and quotes, each held against the documents. */
export function checkCitations(
  content: string,
  artifacts: readonly Artifact[],
  documents: readonly Citable[],
): CheckedQuote[] {
  const cited = artifacts.filter((artifact) => artifact.kind === "citation");
  return [
    ...cited.map((citation) => checkCitation(citation, documents)),
    ...checkQuotations(content, documents),
  ];
}

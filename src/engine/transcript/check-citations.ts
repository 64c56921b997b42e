import {
  type CheckedQuote,
  checkCitation,
  checkQuotations,
  type Sources,
} from "../../scenario/documents/citations.ts";
import type { Artifact } from "../scaffold/message.ts";

export function checkCitations(
  content: string,
  artifacts: readonly Artifact[],
  sources: Sources,
): CheckedQuote[] {
  const cited = artifacts.filter((artifact) => artifact.kind === "citation");
  return [
    ...cited.map((citation) => checkCitation(citation, sources.documents)),
    ...checkQuotations(content, sources),
  ];
}

type Grounds = { readonly reasoning: string | null; readonly wouldChange: string | null };

export function checkGrounds(
  { reasoning, wouldChange }: Grounds,
  sources: Sources,
): CheckedQuote[] | undefined {
  if (reasoning === null && wouldChange === null) return undefined;
  return checkQuotations([reasoning, wouldChange].filter((text) => text !== null).join("\n\n"), sources);
}

const QUOTATION_NOT_FOUND = "quotation-not-found";

export function groundsFields(grounds: Grounds, sources: Sources, flags: readonly string[]) {
  const quotations = checkGrounds(grounds, sources);
  const isAbsent = quotations?.some(({ found }) => found === "absent");
  return {
    flags: isAbsent ? [...flags, QUOTATION_NOT_FOUND] : [...flags],
    ...(quotations && { quotations }),
  };
}

// Finds what is wrong with a passage that a script cites.

import {
  checkCitation,
  formatReference,
  isMereReference,
  lookUp,
  parseReference,
} from "../documents/citations.ts";
import { suggestNames } from "../files/nearest.ts";
import type { Cited } from "../schema/script.ts";
import type { ScriptCase } from "./script-case.ts";

/** The message continues the words "the quote of" and a name. */
type QuoteProblem = { message: string; remedy: string };

/** Null if the words are on the line. */
export function findQuoteProblem(
  cited: Cited,
  documents: ScriptCase["documents"],
): QuoteProblem | null {
  const { ref, quote } = cited;
  const { name, from, to } = parseReference(ref) ?? { name: ref, from: 0, to: 0 };
  const document = documents.find((each) => each.name === name);
  if (!document) {
    const names = documents.map((each) => each.name);
    return {
      message: `is from the document ${JSON.stringify(name)}, which is not in the scenario`,
      remedy: suggestNames(name, names, "Known"),
    };
  }
  const lines = document.text.split("\n").length;
  if (from < 1 || from > to || to > lines)
    return {
      message: `is from ${ref}, but ${name} has lines 1 to ${lines}`,
      remedy: "Cite lines of the document.",
    };
  if (isMereReference(quote, name))
    return { message: "has less than two words", remedy: "Quote the whole line." };
  if (checkCitation(cited, [document]).found === "exact") return null;
  const { found, place } = lookUp(quote, documents);
  const isElsewhere = found === "exact" && place !== undefined;
  return {
    message: `is not on ${ref}`,
    remedy: isElsewhere
      ? `It is elsewhere: cite ${formatReference(place)}`
      : "Copy the words of the line, with … for omitted words.",
  };
}

import type { parseDocument } from "yaml";
import type { Place, Problem } from "../../errors.ts";

const MOST_SYNTAX_ERRORS = 5;

export function syntaxProblems(
  document: ReturnType<typeof parseDocument>,
  place: (offset: number) => Place,
): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const error of [...document.errors, ...document.warnings]) {
    const text = syntaxMessage(error.code, error.message);
    if (seen.has(text.message) || problems.length === MOST_SYNTAX_ERRORS) continue;
    seen.add(text.message);
    problems.push({ place: place(error.pos[0]), ...text });
  }
  return problems;
}

function syntaxMessage(code: string, message: string): { readonly message: string; readonly remedy: string } {
  switch (code) {
    case "DUPLICATE_KEY":
      return { message: "this key stands twice in one mapping", remedy: "Keep one of the two." };
    case "TAG_RESOLVE_FAILED":
      return {
        message: "YAML tags such as !!js/function are refused",
        remedy: "Write the value without a tag.",
      };
    case "MULTIPLE_DOCS":
      return { message: "a second YAML document begins here", remedy: "Keep one document in one file." };
    case "TAB_AS_INDENT":
      return { message: "indented with a tab", remedy: "YAML allows only spaces there." };
    case "RESOURCE_EXHAUSTION":
      return { message: "nested too deeply", remedy: "Flatten it." };
    default:
      return { message: `not valid YAML: ${message}`, remedy: "Mend the YAML here or on the line above." };
  }
}

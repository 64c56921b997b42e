import type { Problem } from "../../errors.ts";
import type { Document } from "../schema/scenario.ts";

export const FILL_IN = "[Fill in:";

/** Without this check a meeting would deliberate on the form. */
export function unwrittenIn(documents: readonly Pick<Document, "name" | "text">[]): Problem[] {
  return documents.flatMap(({ name, text }) => {
    const found = text
      .split("\n")
      .flatMap((line, index) => (line.trim().startsWith(FILL_IN) ? [index + 1] : []));
    const [first, ...others] = found;
    if (first === undefined) return [];
    const more = others.length === 0 ? "" : `, and so are lines ${others.join(", ")}`;
    return [
      {
        place: { file: name, line: first },
        message: `the line is still the template's${more}: there is nothing to deliberate on`,
        remedy: "Write what it asks for in its place, or delete it.",
      },
    ];
  });
}

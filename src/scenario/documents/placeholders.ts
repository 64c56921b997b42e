import type { Problem } from "../../errors.ts";
import type { Document } from "../schema/scenario.ts";

export const FILL_IN = "[Fill in:";

/** Lines of earlier templates that ask for text. */
const ASKING_LINES = [
  "What exists or is planned, part by part: what each part takes in, what it changes and what it gives out. Names of",
  "Measurements, trials and experience, one to a line.",
  "Failures, limits and doubts, one to a line.",
];

/** Without this check a meeting would deliberate on the form. */
export function unwrittenIn(documents: readonly Pick<Document, "name" | "text">[]): Problem[] {
  return documents.flatMap(({ name, text }) => {
    const found = text.split("\n").flatMap((line, index) => (isAsking(line) ? [index + 1] : []));
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

function isAsking(line: string): boolean {
  const words = line.trim();
  return words.startsWith(FILL_IN) || ASKING_LINES.includes(words);
}

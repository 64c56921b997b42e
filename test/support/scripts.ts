import { makeTextDocument } from "../../src/scenario/documents/documents.ts";

/**
 * A script for any text, as the file next to it: a point for each line with a word, for and against by turns. Members
 * say the points by quotation.
 */
export function scriptFor(name: string, text: string, criterion = "case"): string {
  const lines = makeTextDocument({ shown: name, text }, []).text.split("\n");
  const points = lines.flatMap((line, at) => {
    const isStatement =
      !line.startsWith("#") && line.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length > 1;
    return isStatement
      ? [{ id: `line-${at + 1}`, ref: `${name}#L${at + 1}`, quote: line.trim() }]
      : [];
  });
  const signed = points.map((point, index) => ({
    ...point,
    bears: { [criterion]: index % 2 === 0 ? 0.5 : -0.5 },
  }));
  return `${JSON.stringify({ points: signed }, null, 2)}\n`;
}

/** Documents with their scripts next to them, by path. */
export function withScripts(
  documents: Readonly<Record<string, string>>,
  criterion?: string,
): Record<string, string> {
  const scripts = Object.entries(documents).map(([path, text]) => [
    path.replace(/\.\w+$/, ".script.yaml"),
    scriptFor(path.split("/").at(-1) ?? path, text, criterion),
  ]);
  return { ...documents, ...Object.fromEntries(scripts) };
}

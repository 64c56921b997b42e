type Part = string | readonly string[];

/** A section with its heading; nothing where it has no lines. */
export function section(title: string, lines: readonly string[]): readonly string[] {
  const isList = lines.every((line) => /^\s*- /.test(line));
  return lines.length === 0 ? [] : [`## ${title}`, ...(isList ? [lines.join("\n")] : lines)];
}

/** Parts with a blank line between them. */
export function document(parts: readonly Part[]): string {
  return `${parts.flat().join("\n\n")}\n`;
}

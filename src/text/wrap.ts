// Breaks text into lines of a width. Tables, help and the full-screen view use it.

import { measureCharacter, measureWidth } from "./width.ts";

/** Breaks at blanks, not before %, long words after underscores, then anywhere; keeps line breaks. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(1, width);
  return text.split("\n").flatMap((line) => wrapLine(line, room));
}

export function measureLongestPiece(text: string): number {
  return text
    .split(/\s+|(?<=_)/)
    .reduce((longest, piece) => Math.max(longest, measureWidth(piece)), 0);
}

function wrapLine(line: string, width: number): string[] {
  return pack(line.split(/(?<=\s)(?=[^\s%])/), width, (word) =>
    pack(word.split(/(?<=_)/), width, (piece) => breakByForce(piece, width)),
  );
}

/** `breakUp` splits a piece wider than a line. */
function pack(
  pieces: readonly string[],
  width: number,
  breakUp: (piece: string) => string[],
): string[] {
  const lines: string[] = [];
  let current = "";
  let used = 0;
  for (const piece of pieces) {
    const needed = measureWidth(piece.trimEnd());
    if (used > 0 && used + needed > width) {
      lines.push(current.trimEnd());
      current = "";
      used = 0;
    }
    const parts = needed > width ? breakUp(piece.trimEnd()) : [piece];
    lines.push(...parts.slice(0, -1));
    current += (parts.at(-1) ?? "") + (needed > width && piece !== piece.trimEnd() ? " " : "");
    used = measureWidth(current);
  }
  return [...lines, current.trimEnd()];
}

function breakByForce(piece: string, width: number): string[] {
  const parts = [""];
  let used = 0;
  for (const character of piece) {
    const needed = measureCharacter(character);
    if (used > 0 && used + needed > width) {
      parts.push("");
      used = 0;
    }
    parts[parts.length - 1] += character;
    used += needed;
  }
  return parts;
}

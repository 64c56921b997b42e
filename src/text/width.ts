// Measures and cuts text in columns of a terminal, where Chinese signs take two and accents none.

import { eastAsianWidth } from "get-east-asian-width";

export function measureWidth(text: string): number {
  let width = 0;
  for (const character of text) width += measureCharacter(character);
  return width;
}

export function measureCharacter(character: string): number {
  // A character is never empty; this runs for each one that is painted.
  const code = character.codePointAt(0)!;
  if (code < FIRST_COMBINING) return 1;
  const known = widths.get(code);
  if (known !== undefined) return known;
  if (widths.size >= MOST_KNOWN) widths.clear();
  const width = ZERO_WIDTH.test(character) ? 0 : eastAsianWidth(code);
  widths.set(code, width);
  return width;
}

export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - measureWidth(text)));
}

/** Ends in an ellipsis if something is cut off. */
export function cutText(text: string, width: number): string {
  if (measureWidth(text) <= width) return text;
  return width > 0 ? `${cutHead(text, width - 1)}…` : "";
}

export function cutHead(text: string, width: number): string {
  let kept = "";
  let used = 0;
  for (const character of text) {
    used += measureCharacter(character);
    if (used > width) break;
    kept += character;
  }
  return kept;
}

const FIRST_COMBINING = 0x300;

/** A text uses few different characters, and a screen is measured twenty times a second. */
const widths = new Map<number, number>();
const MOST_KNOWN = 8_192;

const ZERO_WIDTH = /[\p{Mn}\p{Me}]|\u200c|\u200d|\ufe0e|\ufe0f/u;

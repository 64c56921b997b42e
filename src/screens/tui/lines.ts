// Lines of the full-screen view: spans of text with a role. The theme turns a role into colors.

import { dropMissing } from "../../lists.ts";
import { cutHead, measureWidth } from "../../text/width.ts";

export type TextRole =
  | "text"
  | "dim"
  | "strong"
  | "accent"
  | "rule"
  | "warn"
  | "error"
  | "for"
  | "against"
  | "neutral"
  | "none"
  | "chip-for"
  | "chip-against"
  | "chip-neutral"
  | "chip-none"
  | "selected"
  | "match"
  | "key"
  | "bar"
  | "good"
  | HueRole;

type Hue = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export type HueRole = `${"hue" | "chip"}-${Hue}`;

export function chooseHue(index: number): Hue {
  return (index % 8) as Hue;
}

export type Span = { text: string; role: TextRole };

/** One row. Its text is printable and has no line break. */
export type Line = readonly Span[];

export const BLANK: Line = [];

export function createSpan(text: string, role: TextRole = "text"): Span {
  return { text, role };
}

export function measureLine(line: Line): number {
  return line.reduce((sum, { text }) => sum + measureWidth(text), 0);
}

export function readLine(line: Line): string {
  return line.map(({ text }) => text).join("");
}

export function fitLine(line: Line, width: number, fill: TextRole = "text"): Line {
  const used = measureLine(line);
  if (used === width) return line;
  if (used < width) return [...line, createSpan(" ".repeat(width - used), fill)];
  return fitLine(cutLine(line, width), width, fill);
}

export function cutLine(line: Line, width: number): Line {
  if (measureLine(line) <= width) return line;
  const kept: Span[] = [];
  let left = width - 1;
  for (const { text, role } of line) {
    const part = cutHead(text, left);
    kept.push(createSpan(part, role));
    left -= measureWidth(part);
    if (part.length < text.length) {
      if (width > 0) kept.push(createSpan("…", role));
      break;
    }
  }
  return kept;
}

export function justifyLine(left: Line, right: Line, width: number): Line {
  const end = cutLine(right, width);
  const room = Math.max(0, width - measureLine(end) - (end.length > 0 ? 1 : 0));
  const gap = end.length > 0 && room < width && " ".repeat(width - room - measureLine(end));
  return dropMissing([...fitLine(left, room), gap !== false && createSpan(gap), ...end]);
}

export function paintRole(line: Line, role: TextRole): Line {
  return line.map(({ text }) => createSpan(text, role));
}

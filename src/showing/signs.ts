/** The one table of signs: for votes, and for what was found of a requirement. Terminals print the glyph, pages draw it. */

type Sign = {
  glyph: string;
  /** An SVG path in a square of 16, drawn from its upper left corner. */
  path: string;
};

const RING = "m8 2a6 6 0 1 0 .01 0z";
const DISC = "m8 1a7 7 0 1 0 .01 0z";
const HOLE =
  "m-2.4 3.4-1.2 1.2 2.4 2.4-2.4 2.4 1.2 1.2 2.4-2.4 2.4 2.4 1.2-1.2-2.4-2.4 2.4-2.4-1.2-1.2-2.4 2.4z";

export const SIGNS = {
  for: { glyph: "●", path: DISC },
  against: { glyph: "⊗", path: DISC + HOLE },
  neutral: { glyph: "○", path: RING },
  /** No vote yet, or none. */
  open: { glyph: "◌", path: RING },
  /** A vote for an option without a side. */
  plain: { glyph: "●", path: DISC },
  met: { glyph: "✓", path: "m2.5 8.6 3.7 3.6 7.3-8.4" },
  "not-met": { glyph: "✕", path: "m3.5 3.5 9 9m0-9-9 9" },
  check: { glyph: "◐", path: `${RING}m0 1.6v8.8a4.4 4.4 0 0 1 0-8.8z` },
  "not-found": { glyph: "–", path: "m5 8h6" },
  unchecked: { glyph: "–", path: "m5 8h6" },
} as const satisfies Record<string, Sign>;

export type SignName = keyof typeof SIGNS;

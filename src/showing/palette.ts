/**
 * The colors and weights of text on a terminal, and the options of every function that prints such
 * text.
 */

import picocolors from "picocolors";

/** How parts of a text are styled on a terminal; picocolors fits it. */
export type Palette = {
  bold: (text: string) => string;
  dim: (text: string) => string;
  green: (text: string) => string;
  red: (text: string) => string;
  yellow: (text: string) => string;
  cyan: (text: string) => string;
};

export type TextOptions = { width: number; palette: Palette };

/** A palette without colors, for files and tests. */
export const plainPalette: Palette = picocolors.createColors(false);

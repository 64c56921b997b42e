import picocolors from "picocolors";

/** How parts of a text are styled on a terminal; picocolors fits it. */
export type Palette = {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
};

export type TextOptions = { readonly width: number; readonly palette: Palette };

export const plainPalette: Palette = picocolors.createColors(false);

export function sideColour(palette: Palette, side: "for" | "against" | "neutral" | null) {
  if (side === "for") return palette.green;
  return side === "against" ? palette.red : palette.yellow;
}

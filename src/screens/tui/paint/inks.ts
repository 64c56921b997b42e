import type { Ground } from "./depth.ts";

/** `#rrggbb`, and its replacement on a terminal with 16 colors. Null is the terminal's own color. */
export type Ink = { readonly hex: string; readonly ansi: number | "faint" | null };

export const HUES = 8;

export type Inks = {
  readonly grey: Ink;
  readonly green: Ink;
  readonly red: Ink;
  readonly amber: Ink;
  readonly blue: Ink;
  readonly hues: readonly Ink[];
};

/** If the ground is unknown, mid tones that read on black and on white. */
export function inksOn(ground: Ground): Inks {
  return INKS[ground];
}

function ink(hex: string, ansi: Ink["ansi"]): Ink {
  return { hex, ansi };
}

/** Of the 16 colors, yellow, cyan and blue vanish on one ground or the other; magenta, red and green stay. */
const INKS: Readonly<Record<Ground, Inks>> = {
  unknown: {
    grey: ink("#808080", "faint"),
    green: ink("#2a8c3a", 2),
    red: ink("#d7504f", 1),
    amber: ink("#a67800", 5),
    blue: ink("#2f81e0", null),
    hues: [
      ink("#3b82d6", null),
      ink("#c2630a", null),
      ink("#8f63d9", null),
      ink("#0f8f86", null),
      ink("#cc4f9a", null),
      ink("#7d8518", null),
      ink("#2389b5", null),
      ink("#a8684a", null),
    ],
  },
  dark: {
    grey: ink("#949ba6", "faint"),
    green: ink("#5fcf7a", 10),
    red: ink("#ff6b6b", 9),
    amber: ink("#e3b341", 11),
    blue: ink("#6cb6ff", 14),
    hues: [
      ink("#79b8ff", 12),
      ink("#ffab70", 3),
      ink("#c9a6ff", 13),
      ink("#4fd1c5", 6),
      ink("#ff8ac2", 5),
      ink("#c8cc5a", 11),
      ink("#76d3f2", 14),
      ink("#d9a78a", 7),
    ],
  },
  light: {
    grey: ink("#656b73", "faint"),
    green: ink("#116329", 2),
    red: ink("#b3261e", 1),
    amber: ink("#8a5300", 5),
    blue: ink("#0550ae", 4),
    hues: [
      ink("#0a58ca", 4),
      ink("#b34700", 1),
      ink("#6f42c1", 5),
      ink("#0b6e69", 2),
      ink("#b3246e", 5),
      ink("#5f6600", 2),
      ink("#006d8f", 4),
      ink("#7d4427", 1),
    ],
  },
};

import type { Role } from "./spans.ts";

/** How a role looks: colours of the 256-colour palette, null for the terminal's own. */
export type Look = {
  readonly fg: number | null;
  readonly bg: number | null;
  readonly bold: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
};

export type Theme = Readonly<Record<Role, Look>>;

export const THEME_NAMES = ["default", "high-contrast", "none"] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

/** The looks of a theme. `default` uses mid tones that read on dark and light backgrounds; `none` no colour at all. */
export function themeOf(name: ThemeName): Theme {
  return THEMES[name];
}

function look(fg: number | null = null, more: Partial<Look> = {}): Look {
  return { fg, bg: null, bold: false, underline: false, inverse: false, ...more };
}

const bold = { bold: true };
const inverse = { inverse: true };

const GREY = 244;
const GREEN = 28;
const RED = 167;
const AMBER = 136;
const BLUE = 33;

const THEMES: Readonly<Record<ThemeName, Theme>> = {
  default: {
    text: look(),
    dim: look(GREY),
    strong: look(null, bold),
    accent: look(BLUE),
    rule: look(GREY),
    warn: look(AMBER),
    error: look(RED, bold),
    for: look(GREEN),
    against: look(RED),
    neutral: look(AMBER),
    none: look(GREY),
    "chip-for": look(231, { bg: 28, bold: true }),
    "chip-against": look(231, { bg: 124, bold: true }),
    "chip-neutral": look(231, { bg: 130, bold: true }),
    "chip-none": look(231, { bg: 240, bold: true }),
    selected: look(null, inverse),
    match: look(16, { bg: 221 }),
    cited: look(16, { bg: 153 }),
    key: look(BLUE, bold),
    bar: look(BLUE),
    good: look(GREEN),
  },
  "high-contrast": {
    text: look(),
    dim: look(),
    strong: look(null, bold),
    accent: look(null, { bold: true, underline: true }),
    rule: look(),
    warn: look(null, bold),
    error: look(231, { bg: 124, bold: true }),
    for: look(null, bold),
    against: look(null, { bold: true, underline: true }),
    neutral: look(),
    none: look(),
    "chip-for": look(231, { bg: 22, bold: true }),
    "chip-against": look(231, { bg: 88, bold: true }),
    "chip-neutral": look(16, { bg: 226, bold: true }),
    "chip-none": look(null, inverse),
    selected: look(null, { inverse: true, bold: true }),
    match: look(16, { bg: 226, bold: true }),
    cited: look(16, { bg: 51, bold: true }),
    key: look(null, { bold: true, underline: true }),
    bar: look(null, bold),
    good: look(null, bold),
  },
  none: {
    text: look(),
    dim: look(),
    strong: look(null, bold),
    accent: look(),
    rule: look(),
    warn: look(null, bold),
    error: look(null, bold),
    for: look(),
    against: look(),
    neutral: look(),
    none: look(),
    "chip-for": look(null, inverse),
    "chip-against": look(null, inverse),
    "chip-neutral": look(null, inverse),
    "chip-none": look(null, inverse),
    selected: look(null, inverse),
    match: look(null, inverse),
    cited: look(null, { underline: true }),
    key: look(null, bold),
    bar: look(),
    good: look(),
  },
};

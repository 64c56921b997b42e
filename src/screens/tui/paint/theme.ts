import type { ThemeName } from "../../../home/settings/settings.ts";
import type { Ground } from "./depth.ts";
import { HUES, type Ink, type Inks, inksOn } from "./inks.ts";
import type { HueRole, TextRole } from "./spans.ts";

/** How a role looks; null for the terminal's own colour. */
export type Look = {
  readonly fg: Ink | null;
  readonly bg: Ink | null;
  readonly bold: boolean;
  readonly inverse: boolean;
};

export type Theme = Readonly<Record<TextRole, Look>>;

/** `default` suits the terminal's ground; `none` has no color at all. */
export function themeOf(name: ThemeName, ground: Ground = "unknown"): Theme {
  switch (name) {
    case "default":
      return coloured(inksOn(ground));
    case "dark":
    case "light":
      return coloured(inksOn(name));
    case "none":
      return NONE;
    default:
      return name satisfies never;
  }
}

function look(fg: Ink | null = null, more: Partial<Look> = {}): Look {
  return { fg, bg: null, bold: false, inverse: false, ...more };
}

const bold = { bold: true };
const inverse = { inverse: true };

function chip(hex: string, ansi: number, inkOnSixteen: 0 | 15, paper = "#ffffff"): Look {
  return look({ hex: paper, ansi: inkOnSixteen }, { bg: { hex, ansi }, bold: true });
}

const CHIPS = [
  chip("#0a58ca", 4, 15),
  chip("#b34700", 3, 0),
  chip("#6f42c1", 4, 15),
  chip("#0b6e69", 6, 0),
  chip("#b3246e", 1, 15),
  chip("#5f6600", 2, 0),
  chip("#006d8f", 6, 0),
  chip("#7d4427", 3, 0),
] as const;

function hued(looks: (hue: number) => { readonly text: Look; readonly chip: Look }) {
  const each = Array.from({ length: HUES }, (_, hue) => {
    const { text, chip: ofOption } = looks(hue);
    return [
      [`hue-${hue}`, text],
      [`chip-${hue}`, ofOption],
    ];
  });
  return Object.fromEntries(each.flat()) as Readonly<Record<HueRole, Look>>;
}

function coloured({ grey, green, red, amber, blue, hues }: Inks): Theme {
  return {
    text: look(),
    dim: look(grey),
    strong: look(null, bold),
    accent: look(blue),
    rule: look(grey),
    warn: look(amber),
    error: look(red, bold),
    for: look(green),
    against: look(red),
    neutral: look(amber),
    none: look(grey),
    "chip-for": chip("#1c7430", 2, 0),
    "chip-against": chip("#b3261e", 1, 15),
    "chip-neutral": chip("#8a5300", 3, 0),
    "chip-none": chip("#585e66", 0, 15),
    selected: look(null, inverse),
    match: look({ hex: "#000000", ansi: 0 }, { bg: { hex: "#ffd75f", ansi: 3 } }),
    key: look(blue, bold),
    bar: look(blue),
    good: look(green),
    // Hues are counted up to HUES, and both lists have one of each.
    ...hued((hue) => ({ text: look(hues[hue]!, bold), chip: CHIPS[hue]! })),
  };
}

const NONE: Theme = {
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
  key: look(null, bold),
  bar: look(),
  good: look(),
  ...hued(() => ({ text: look(null, bold), chip: look(null, inverse) })),
};

/**
 * The colors of the full-screen view, and how many of them a terminal can show. `painter.ts`
 * writes them.
 */

import type { ThemeName } from "../../home/settings/settings.ts";
import type { Environment } from "../../scenario/files/variables.ts";
import type { HueRole, TextRole } from "./lines.ts";

/** How a role looks; null for the terminal's own colour. */
export type Look = {
  fg: Ink | null;
  bg: Ink | null;
  bold: boolean;
  inverse: boolean;
};

export type Theme = Readonly<Record<TextRole, Look>>;

/** `default` suits the terminal's ground. */
export function createTheme(name: ThemeName, ground: Ground = "unknown"): Theme {
  return createColors(INKS[name === "dark" || name === "light" ? name : ground]);
}

function createLook(fg: Ink | null = null, more: Partial<Look> = {}): Look {
  return { fg, bg: null, bold: false, inverse: false, ...more };
}

const bold = { bold: true };
const inverse = { inverse: true };

function createChip(hex: string, ansi: number, inkOnSixteen: 0 | 15, paper = "#ffffff"): Look {
  return createLook({ hex: paper, ansi: inkOnSixteen }, { bg: { hex, ansi }, bold: true });
}

const CHIPS = [
  createChip("#0a58ca", 4, 15),
  createChip("#b34700", 3, 0),
  createChip("#6f42c1", 4, 15),
  createChip("#0b6e69", 6, 0),
  createChip("#b3246e", 1, 15),
  createChip("#5f6600", 2, 0),
  createChip("#006d8f", 6, 0),
  createChip("#7d4427", 3, 0),
] as const;

function createHues(looks: (hue: number) => { text: Look; chip: Look }) {
  const each = Array.from({ length: HUES }, (_, hue) => {
    const { text, chip: ofOption } = looks(hue);
    return [
      [`hue-${hue}`, text],
      [`chip-${hue}`, ofOption],
    ];
  });
  return Object.fromEntries(each.flat()) as Readonly<Record<HueRole, Look>>;
}

function createColors({ grey, green, red, amber, blue, hues }: Inks): Theme {
  return {
    text: createLook(),
    dim: createLook(grey),
    strong: createLook(null, bold),
    accent: createLook(blue),
    rule: createLook(grey),
    warn: createLook(amber),
    error: createLook(red, bold),
    for: createLook(green),
    against: createLook(red),
    neutral: createLook(amber),
    none: createLook(grey),
    "chip-for": createChip("#1c7430", 2, 0),
    "chip-against": createChip("#b3261e", 1, 15),
    "chip-neutral": createChip("#8a5300", 3, 0),
    "chip-none": createChip("#585e66", 0, 15),
    selected: createLook(null, inverse),
    match: createLook({ hex: "#000000", ansi: 0 }, { bg: { hex: "#ffd75f", ansi: 3 } }),
    key: createLook(blue, bold),
    bar: createLook(blue),
    good: createLook(green),
    // Hues are counted up to HUES, and both lists have one of each.
    ...createHues((hue) => ({ text: createLook(hues[hue]!, bold), chip: CHIPS[hue]! })),
  };
}

/** `#rrggbb`, and its replacement on a terminal with 16 colors. Null is the terminal's own color. */
export type Ink = { hex: string; ansi: number | "faint" | null };

export const HUES = 8;

type Inks = {
  grey: Ink;
  green: Ink;
  red: Ink;
  amber: Ink;
  blue: Ink;
  hues: readonly Ink[];
};

function createInk(hex: string, ansi: Ink["ansi"]): Ink {
  return { hex, ansi };
}

/** `#rrggbb`, or `#rrggbb/ansi`. */
function parseInks(list: string): readonly Ink[] {
  const pairs = list.split(" ").map((each) => each.split("/"));
  return pairs.map(([hex = "", ansi]) => createInk(hex, ansi === undefined ? null : Number(ansi)));
}

/** If the ground is unknown, mid tones that read on black and on white. Of the 16 colors, yellow, cyan and blue vanish on one ground or the other; magenta, red and green stay. */
const INKS: Readonly<Record<Ground, Inks>> = {
  unknown: {
    grey: createInk("#808080", "faint"),
    green: createInk("#2a8c3a", 2),
    red: createInk("#d7504f", 1),
    amber: createInk("#a67800", 5),
    blue: createInk("#2f81e0", null),
    hues: parseInks("#3b82d6 #c2630a #8f63d9 #0f8f86 #cc4f9a #7d8518 #2389b5 #a8684a"),
  },
  dark: {
    grey: createInk("#949ba6", "faint"),
    green: createInk("#5fcf7a", 10),
    red: createInk("#ff6b6b", 9),
    amber: createInk("#e3b341", 11),
    blue: createInk("#6cb6ff", 14),
    hues: parseInks(
      "#79b8ff/12 #ffab70/3 #c9a6ff/13 #4fd1c5/6 #ff8ac2/5 #c8cc5a/11 #76d3f2/14 #d9a78a/7",
    ),
  },
  light: {
    grey: createInk("#656b73", "faint"),
    green: createInk("#116329", 2),
    red: createInk("#b3261e", 1),
    amber: createInk("#8a5300", 5),
    blue: createInk("#0550ae", 4),
    hues: parseInks(
      "#0a58ca/4 #b34700/1 #6f42c1/5 #0b6e69/2 #b3246e/5 #5f6600/2 #006d8f/4 #7d4427/1",
    ),
  },
};

const DEPTHS = ["none", "16", "256", "truecolor"] as const;
export type Depth = (typeof DEPTHS)[number];

/** Our own table: asking a terminal database can print what it cannot parse. */
export function detectDepth(env: Environment): Depth {
  const { TERM = "", COLORTERM = "", NO_COLOR, TMUX } = env;
  if (NO_COLOR || MONOCHROME.test(TERM)) return "none";
  // COLORTERM is inherited by programs inside; these terminals ignore it.
  if (CONSOLE.test(TERM)) return "16";
  if (SCREEN.test(TERM) && !TMUX) return /256/.test(TERM) ? "256" : "16";
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM) || TRUECOLOR.test(TERM)) return "truecolor";
  return /256/.test(TERM) || COLORTERM === "gnome-terminal" ? "256" : "16";
}

const MONOCHROME = /^(?:$|dumb|unknown|vt\d|ansi-mini$|xterm-mono$|.*-m(?:ono)?$)/;
const CONSOLE = /^(?:linux|cons25|cygwin|ansi|pcansi|wsvt25)/;
const SCREEN = /^screen/;
const TRUECOLOR =
  /-(?:direct|truecolor)$|^(?:xterm-)?(?:kitty|ghostty)|^(?:alacritty|foot|wezterm|contour|iterm2|rio|mintty)/;

const BACKGROUNDS = ["dark", "light", "unknown"] as const;
export type Ground = (typeof BACKGROUNDS)[number];

/** `COLORFGBG=15;0`, set by rxvt, konsole and others: its last number is the background's. */
export function detectGround({ COLORFGBG = "" }: Environment): Ground {
  const last = COLORFGBG.slice(COLORFGBG.lastIndexOf(";") + 1);
  if (!/^\d{1,2}$/.test(last)) return "unknown";
  const colour = Number(last);
  return colour <= 6 || colour === 8 ? "dark" : "light";
}

export type Signs = "all" | "console" | "ascii";

/** The first of LC_ALL, LC_CTYPE and LANG that is set decides whether the terminal takes UTF-8. */
export function detectSigns({ TERM = "", LC_ALL, LC_CTYPE, LANG }: Environment): Signs {
  if (!/utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "")) return "ascii";
  return TERM === "linux" ? "console" : "all";
}

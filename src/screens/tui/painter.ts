/**
 * Writes lines to the terminal. It sends only rows that changed, and replaces signs that the
 * terminal cannot show.
 */

import type { ThemeName } from "../../home/settings/settings.ts";
import { dropMissing } from "../../lists.ts";
import type { Environment } from "../../scenario/files/variables.ts";
import { measureWidth } from "../../text/width.ts";
import type { Line, TextRole } from "./lines.ts";
import {
  createTheme,
  type Depth,
  detectDepth,
  detectGround,
  detectSigns,
  type Ink,
  type Look,
  type Signs,
  type Theme,
} from "./theme.ts";

type Painter = { paint(lines: readonly Line[]): string; forget(): void };

export type Painting = { theme: Theme; depth: Depth; signs: Signs };

/** A theme that is asked for has priority over NO_COLOR. */
export function createPainting(env: Environment, asked: ThemeName | undefined): Painting {
  const depth =
    asked === "none"
      ? "none"
      : detectDepth(asked === undefined ? env : { ...env, NO_COLOR: undefined });
  return {
    theme: createTheme(asked ?? "default", detectGround(env)),
    depth,
    signs: detectSigns(env),
  };
}

export function createPainter({ theme, depth, signs }: Painting): Painter {
  const looks = new Map<TextRole, string>();
  let painted: readonly string[] = [];
  const getSequence = (role: TextRole) => {
    const known = looks.get(role) ?? formatSgr(theme[role], depth);
    looks.set(role, known);
    return known;
  };

  return {
    paint(lines) {
      const rows = lines.map((line) => paintRow(line, getSequence, signs));
      const changed = rows
        .map((row, y) => (row === painted[y] ? "" : `\x1b[${y + 1};1H${row}`))
        .join("");
      painted = rows;
      return changed;
    },
    forget() {
      painted = [];
    },
  };
}

function paintRow(line: Line, getSequence: (role: TextRole) => string, signs: Signs): string {
  let row = "";
  let look = "";
  for (const { text, role } of line) {
    const wanted = getSequence(role);
    if (wanted !== look) row += wanted;
    look = wanted;
    row += toDrawable(text, signs);
  }
  return `${row}\x1b[0m`;
}

export function formatSgr({ fg, bg, bold, inverse }: Look, depth: Depth): string {
  const codes = dropMissing([
    bold && "1",
    depth === "16" && fg?.ansi === "faint" && "2",
    // Without colors, inverse replaces a background.
    (inverse || (depth === "none" && bg !== null)) && "7",
    ...listColorCodes(fg, depth, 38),
    ...listColorCodes(bg, depth, 48),
  ]);
  return `\x1b[${["0", ...codes].join(";")}m`;
}

function listColorCodes(ink: Ink | null, depth: Depth, base: 38 | 48): readonly string[] {
  if (ink === null || depth === "none") return [];
  if (depth === "truecolor") return [`${base};2;${parseRgb(ink.hex).join(";")}`];
  if (depth === "256") return [`${base};5;${findNearest(ink.hex)}`];
  if (typeof ink.ansi !== "number") return [];
  return [String(ink.ansi < 8 ? base - 8 + ink.ansi : base + 44 + ink.ansi)];
}

function parseRgb(hex: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Of a colour of the cube or the ramp of greys, which are the same everywhere; the first sixteen are the user's own. */
function computeRgb(index: number): readonly number[] {
  if (index >= 232) return [0, 1, 2].map(() => 8 + (index - 232) * 10);
  const cube = index - 16;
  return [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) =>
    step === 0 ? 0 : 55 + step * 40,
  );
}

export function findNearest(hex: string): number {
  const wanted = parseRgb(hex);
  let best = 16;
  let least = Number.POSITIVE_INFINITY;
  for (let index = 16; index < 256; index++) {
    const far = computeRgb(index).reduce(
      (sum, part, at) => sum + (part - (wanted[at] ?? 0)) ** 2,
      0,
    );
    if (far < least) {
      best = index;
      least = far;
    }
  }
  return best;
}

const PLAIN: Readonly<Record<string, string>> = {
  "─": "-",
  "━": "=",
  "═": "=",
  "│": "|",
  "┬": "+",
  "┴": "+",
  "├": "+",
  "┤": "+",
  "█": "#",
  "▌": "|",
  "▸": ">",
  "›": ">",
  "–": "-",
  "“": '"',
  "”": '"',
  "●": "*",
  "◐": "*",
  "⊗": "x",
  "■": "#",
  "○": "o",
  "◌": ".",
  "‖": "=",
  "→": ">",
  "←": "<",
  "↑": "^",
  "↓": "v",
  "×": "x",
  "·": ".",
  "…": "~",
  "✓": "+",
  "✗": "x",
  "▤": "#",
};

const IN_CONSOLE = /[─━═│┬┴├┤█░▌→←↑↓×·■▼]/;

function toDrawable(text: string, signs: Signs): string {
  if (signs === "all" || /^[ -~]*$/.test(text)) return text;
  return replaceSigns(text)
    .map((sign) => {
      if (sign <= "~" || (signs === "console" && IN_CONSOLE.test(sign))) return sign;
      const plain = PLAIN[sign] ?? (/[▁-▇]/.test(sign) ? "#" : undefined);
      if (plain !== undefined) return plain;
      return signs === "console" ? sign : "?".repeat(measureWidth(sign));
    })
    .join("");
}

function replaceSigns(text: string): readonly string[] {
  return text.match(/[^\p{Mn}\p{Me}][\p{Mn}\p{Me}]*/gu) ?? [];
}

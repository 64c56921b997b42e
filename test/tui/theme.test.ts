import { describe, expect, it } from "vitest";
import { GROUNDS } from "../../src/tui/paint/depth.ts";
import { nearest, rgbOf, rgbOfIndex } from "../../src/tui/paint/painter.ts";
import { type Look, THEME_NAMES, themeOf } from "../../src/tui/paint/theme.ts";

const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];

/** As xterm has them out of the box. */
const SIXTEEN = [
  "#000000",
  "#cd0000",
  "#00cd00",
  "#cdcd00",
  "#0000ee",
  "#cd00cd",
  "#00cdcd",
  "#e5e5e5",
  "#7f7f7f",
  "#ff0000",
  "#00ff00",
  "#ffff00",
  "#5c5cff",
  "#ff00ff",
  "#00ffff",
  "#ffffff",
].map(rgbOf);

function luminance(colour: readonly number[]): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Contrast ratio as WCAG has it, 1 to 21. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

type Named = readonly [string, Look];
const looks = (theme: Parameters<typeof themeOf>[0], ground?: Parameters<typeof themeOf>[1]): Named[] =>
  Object.entries(themeOf(theme, ground));
/** What is written straight on the terminal's own ground. */
const bare = (given: readonly Named[]) => given.filter(([, { fg, bg }]) => fg !== null && bg === null);
const grounds = { dark: [BLACK], light: [WHITE], unknown: [BLACK, WHITE] } as const;

describe("the default theme", () => {
  const written = GROUNDS.flatMap((ground) =>
    bare(looks("default", ground)).map(([role, { fg }]) => ({ ground, role, hex: fg!.hex })),
  );

  it.each(written)("on a $ground ground $role reads, in all colours and in 256", ({ ground, hex }) => {
    const least = ground === "unknown" ? 3 : 4.5;
    for (const paper of grounds[ground]) {
      expect(contrast(rgbOf(hex), paper)).toBeGreaterThan(least);
      expect(contrast(rgbOfIndex(nearest(hex)), paper)).toBeGreaterThan(least);
    }
  });

  it.each(["warn", "neutral", "dim", "accent"] as const)(
    "keeps %s apart from against in 256 colours",
    (role) => {
      for (const ground of GROUNDS) {
        const theme = themeOf("default", ground);
        expect(nearest(theme[role].fg!.hex)).not.toBe(nearest(theme.against.fg!.hex));
      }
    },
  );

  it("has eight hues that stay eight in 256 colours", () => {
    for (const ground of GROUNDS) {
      const hues = looks("default", ground).filter(([role]) => role.startsWith("hue-"));
      expect(new Set(hues.map(([, { fg }]) => nearest(fg!.hex))).size).toBe(8);
    }
  });

  it("warns in no colour of sixteen that is against's, and never in the one that is the light ground's", () => {
    for (const ground of GROUNDS) {
      const { warn, against, dim } = themeOf("default", ground);
      expect(warn.fg!.ansi).not.toBe(against.fg!.ansi);
      expect(dim.fg!.ansi).toBe("faint");
    }
  });
});

describe("writing on a ground of its own", () => {
  const chips = THEME_NAMES.flatMap((name) =>
    looks(name)
      .filter(([, { fg, bg }]) => fg !== null && bg !== null)
      .map(([role, look]) => ({ name, role, look })),
  );

  it.each(chips)("$name: $role reads, in all colours, in 256 and in 16", ({ look }) => {
    const [fg, bg] = [look.fg!, look.bg!];
    expect(contrast(rgbOf(fg.hex), rgbOf(bg.hex))).toBeGreaterThan(4.5);
    expect(contrast(rgbOfIndex(nearest(fg.hex)), rgbOfIndex(nearest(bg.hex)))).toBeGreaterThan(4.5);
    expect(contrast(SIXTEEN[Number(fg.ansi)]!, SIXTEEN[Number(bg.ansi)]!)).toBeGreaterThan(4.5);
  });
});

describe("the other themes", () => {
  it("high-contrast greys nothing out", () => {
    for (const [, { fg, bg }] of looks("high-contrast")) expect(fg === null || bg !== null).toBe(true);
  });

  it("none has no colour at all, and marks what colour tells elsewhere", () => {
    const theme = themeOf("none");
    for (const [, { fg, bg }] of looks("none")) expect([fg, bg]).toEqual([null, null]);
    for (const role of ["chip-for", "chip-against", "selected", "match"] as const)
      expect(theme[role].inverse).toBe(true);
  });
});

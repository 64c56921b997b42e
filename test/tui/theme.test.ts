import { describe, expect, it } from "vitest";
import { type Look, THEME_NAMES, themeOf } from "../../src/tui/theme.ts";

const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];

/** Red, green and blue of a colour of the 256-colour palette above the terminal's own sixteen. */
function rgb(index: number): readonly number[] {
  if (index >= 232) return [0, 1, 2].map(() => 8 + (index - 232) * 10);
  const cube = index - 16;
  const steps = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return steps.map((step) => (step === 0 ? 0 : 55 + step * 40));
}

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

const looks = (name: (typeof THEME_NAMES)[number]): readonly (readonly [string, Look])[] =>
  Object.entries(themeOf(name));

describe("the themes", () => {
  it.each(looks("default").filter(([, { fg, bg }]) => fg !== null && bg === null))(
    "by default %s reads on black and on white",
    (_, { fg }) => {
      expect(contrast(rgb(fg!), BLACK)).toBeGreaterThan(3);
      expect(contrast(rgb(fg!), WHITE)).toBeGreaterThan(3);
    },
  );

  const grounded = THEME_NAMES.flatMap((name) => looks(name).map(([role, look]) => ({ name, role, look })));

  it.each(grounded.filter(({ look }) => look.bg !== null))(
    "$name: $role reads on its own ground",
    ({ look }) => {
      expect(contrast(rgb(look.fg!), rgb(look.bg!))).toBeGreaterThan(4.5);
    },
  );

  it("high-contrast greys nothing out", () => {
    for (const [, { fg, bg }] of looks("high-contrast")) expect(fg === null || bg !== null).toBe(true);
  });

  it("none has no colour at all", () => {
    for (const [, { fg, bg }] of looks("none")) expect([fg, bg]).toEqual([null, null]);
  });
});

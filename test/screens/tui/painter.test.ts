import { describe, expect, it } from "vitest";
import { createSpan } from "../../../src/screens/tui/lines.ts";
import {
  createPainter,
  findNearest,
  formatSgr,
  type Painting,
} from "../../../src/screens/tui/painter.ts";
import { createTheme } from "../../../src/screens/tui/theme.ts";

const painting: Painting = { theme: createTheme("default"), depth: "256", signs: "all" };
const painter = (more: Partial<Painting> = {}) => createPainter({ ...painting, ...more });

describe("a painter", () => {
  it("draws every row once, and then what has changed", () => {
    const { paint } = painter();
    expect(paint([[createSpan("one")], [createSpan("two")]])).toBe(
      "\x1b[1;1H\x1b[0mone\x1b[0m\x1b[2;1H\x1b[0mtwo\x1b[0m",
    );
    expect(paint([[createSpan("one")], [createSpan("two")]])).toBe("");
    expect(paint([[createSpan("one")], [createSpan("2")]])).toBe("\x1b[2;1H\x1b[0m2\x1b[0m");
  });

  it("draws all anew once it has forgotten", () => {
    const { paint, forget } = painter();
    const first = paint([[createSpan("one")]]);
    forget();
    expect(paint([[createSpan("one")]])).toBe(first);
  });

  it("switches looks only where they change", () =>
    expect(
      painter({ depth: "none" }).paint([
        [createSpan("a", "key"), createSpan("b", "key"), createSpan("c")],
      ]),
    ).toBe("\x1b[1;1H\x1b[0;1mab\x1b[0mc\x1b[0m"));

  it("draws plain signs of the same width where the terminal has no others", () => {
    const row = [[createSpan("▸ ✓ Résumé 界 █│")]];
    expect(painter({ signs: "ascii" }).paint(row)).toContain("> + R?sum? ?? #|");
    expect(painter({ signs: "console" }).paint(row)).toContain("> + Résumé 界 █│");
    expect(painter().paint(row)).toContain("▸ ✓ Résumé 界 █│");
  });
});

describe("a look as the terminal is told", () => {
  const { against, dim, "chip-for": chip, warn } = createTheme("default", "dark");

  it("in all colours, 256, 16 and none", () => {
    expect(formatSgr(against, "truecolor")).toBe("\x1b[0;38;2;255;107;107m");
    expect(formatSgr(against, "256")).toBe(`\x1b[0;38;5;${findNearest("#ff6b6b")}m`);
    expect(formatSgr(against, "16")).toBe("\x1b[0;91m");
    expect(formatSgr(against, "none")).toBe("\x1b[0m");
  });

  it("grey is faint among sixteen, where one grey would be somebody's background", () => {
    expect(formatSgr(dim, "16")).toBe("\x1b[0;2m");
    expect(formatSgr(dim, "256")).toBe("\x1b[0;38;5;247m");
  });

  it("a chip has writing that reads on its sixteen", () =>
    expect(formatSgr(chip, "16")).toBe("\x1b[0;1;30;42m"));

  it("a warning is not told in against's colour", () =>
    expect(formatSgr(warn, "16")).toBe("\x1b[0;93m"));
});

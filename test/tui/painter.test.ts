import { describe, expect, it } from "vitest";
import { span } from "../../src/screens/tui/lines.ts";
import { createPainter, nearest, type Painting, sgr } from "../../src/screens/tui/painter.ts";
import { themeOf } from "../../src/screens/tui/theme.ts";

const painting: Painting = { theme: themeOf("default"), depth: "256", signs: "all" };
const painter = (more: Partial<Painting> = {}) => createPainter({ ...painting, ...more });

describe("a painter", () => {
  it("draws every row once, and then what has changed", () => {
    const { paint } = painter();
    expect(paint([[span("one")], [span("two")]])).toBe(
      "\x1b[1;1H\x1b[0mone\x1b[0m\x1b[2;1H\x1b[0mtwo\x1b[0m",
    );
    expect(paint([[span("one")], [span("two")]])).toBe("");
    expect(paint([[span("one")], [span("2")]])).toBe("\x1b[2;1H\x1b[0m2\x1b[0m");
  });

  it("draws all anew once it has forgotten", () => {
    const { paint, forget } = painter();
    const first = paint([[span("one")]]);
    forget();
    expect(paint([[span("one")]])).toBe(first);
  });

  it("switches looks only where they change", () =>
    expect(
      painter({ depth: "none" }).paint([[span("a", "key"), span("b", "key"), span("c")]]),
    ).toBe("\x1b[1;1H\x1b[0;1mab\x1b[0mc\x1b[0m"));

  it("draws plain signs of the same width where the terminal has no others", () => {
    const row = [[span("▸ ✓ Résumé 界 █│")]];
    expect(painter({ signs: "ascii" }).paint(row)).toContain("> + R?sum? ?? #|");
    expect(painter({ signs: "console" }).paint(row)).toContain("> + Résumé 界 █│");
    expect(painter().paint(row)).toContain("▸ ✓ Résumé 界 █│");
  });
});

describe("a look as the terminal is told", () => {
  const { against, dim, "chip-for": chip, warn } = themeOf("default", "dark");

  it("in all colours, 256, 16 and none", () => {
    expect(sgr(against, "truecolor")).toBe("\x1b[0;38;2;255;107;107m");
    expect(sgr(against, "256")).toBe(`\x1b[0;38;5;${nearest("#ff6b6b")}m`);
    expect(sgr(against, "16")).toBe("\x1b[0;91m");
    expect(sgr(against, "none")).toBe("\x1b[0m");
  });

  it("grey is faint among sixteen, where one grey would be somebody's background", () => {
    expect(sgr(dim, "16")).toBe("\x1b[0;2m");
    expect(sgr(dim, "256")).toBe("\x1b[0;38;5;247m");
  });

  it("a chip has writing that reads on its sixteen", () =>
    expect(sgr(chip, "16")).toBe("\x1b[0;1;30;42m"));

  it("a warning is not told in against's colour", () => expect(sgr(warn, "16")).toBe("\x1b[0;93m"));
});

import { describe, expect, it } from "vitest";
import type { ThemeName } from "../../../src/home/settings/settings.ts";
import { ballot, opened, smallMeeting, spoken, transcript } from "../../showing/meeting.ts";
import { type Watcher, watch } from "../../support/watcher.ts";

type Rgb = readonly number[];

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const SIXTEEN = [
  ...["#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"],
  ...["#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"],
].map(rgbOf);

/** The cube of six steps a colour, and the ramp of greys. */
function rgbOfIndex(index: number): Rgb {
  if (index < 16) return SIXTEEN[index] ?? [];
  if (index >= 232) return Array.from({ length: 3 }, () => 8 + (index - 232) * 10);
  const cube = index - 16;
  const steps = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return steps.map((step) => (step === 0 ? 0 : 55 + step * 40));
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio as WCAG has it, 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const lights = [luminance(one), luminance(other)];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

type Look = { codes: string; ink: Rgb | null; paper: Rgb | null };

/** One look as a terminal takes its codes. */
function lookOf(codes: string): Look {
  const left = codes.split(";").map(Number);
  let ink: Rgb | null = null;
  let paper: Rgb | null = null;
  for (let code = left.shift(); code !== undefined; code = left.shift()) {
    const colour = code === 38 || code === 48 ? extended(left) : sixteenth(code);
    if (colour === null) continue;
    if (code === 48 || (code >= 40 && code < 48) || code >= 100) paper = colour;
    else ink = colour;
  }
  return { codes, ink, paper };
}

function extended(left: number[]): Rgb {
  return left.shift() === 2 ? left.splice(0, 3) : rgbOfIndex(left.splice(0, 1)[0] ?? 0);
}

function sixteenth(code: number): Rgb | null {
  const [first] = [30, 40, 90, 100].filter((from) => code >= from && code < from + 8);
  return first === undefined ? null : (SIXTEEN[code - first + (first >= 90 ? 8 : 0)] ?? null);
}

/** A debate with every kind of verdict, and screens that between them show everything there is to colour. */
function screens(): readonly Watcher[] {
  const meeting = smallMeeting();
  const abstains = transcript([
    opened(),
    ballot("1/1/1", "chen", "opening", null, "None yet."),
    ballot("1/2/1", "kumar", "opening", "NO_HIRE"),
    spoken("2", "chen", "Well.", { verdict: "WAIT", reasoning: "So." }),
    spoken("3", "kumar", "No.", { verdict: "NO_HIRE", reasoning: "So." }),
  ]);
  const out = { provider: "lab", ms: 1, ofMs: 9 };
  const asked = { path: "9", speaker: "chen" };
  const live = [
    watch(meeting.slice(0, 13), { signals: [{ ...asked, type: "text", delta: "I hold" }] }),
    watch(meeting.slice(0, 13), {
      signals: [{ ...asked, type: "waiting", ms: 9_000, why: "overloaded", out }],
    }),
    watch(meeting.slice(0, 13), { isPaused: true }).keys("tab", "a", "g"),
    watch(abstains),
    watch(candidates()),
    watch(meeting),
    watch([]).keys("enter"),
  ];
  const panels = ["0", "", "2", "3", "4", "5", "6"];
  const shown = [live[0]!, live[5]!].flatMap((watcher) =>
    panels.map((panel) => watcher.write(panel)),
  );
  const sought = watch(meeting).keys("/").write("hire").keys("enter");
  return [
    ...live,
    ...shown,
    sought,
    watch(meeting).keys("?"),
    watch(meeting).keys("4", "c"),
    live[0]!.keys("q"),
  ];
}

function candidates() {
  const ids = Array.from({ length: 9 }, (_, at) => `BUILD_${String.fromCharCode(65 + at)}`);
  const [first] = smallMeeting();
  if (first?.type !== "meeting.opened") throw new Error("a meeting opens first");
  const { scenario, seats } = first;
  const [seat] = seats;
  const members = ids.map((id, at) => ({
    ...seat!,
    id: `m${at}`,
    persona: { ...seat!.persona, name: `${String.fromCharCode(65 + at)}nn Lee` },
    weight: 1,
    model: id,
  }));
  return transcript([
    opened({
      scenario: {
        ...scenario,
        verdicts: ids.map((id) => ({ id, side: "for" as const })),
        decision: { ...scenario.decision, by: "option" },
      },
      seats: members,
    }),
    ...members.map(({ id }, at) =>
      spoken(String(at + 1), id, "Mine.", { verdict: ids[at]!, reasoning: "So." }),
    ),
  ]);
}

const SCREENS = screens();
const UTF8 = "C.UTF-8";
const TERMS = { "all colours": "xterm-direct", "256": "xterm-256color", "16": "xterm" } as const;
const COLORFGBG = { dark: "15;0", light: "0;15", unknown: "" } as const;
const PAPERS = { dark: ["#000000"], light: ["#ffffff"], unknown: ["#000000", "#ffffff"] } as const;
const THEMES = ["default", "dark", "light", "none"] as const;
const GROUNDS = ["dark", "light", "unknown"] as const;

function looks(
  term: string,
  theme: ThemeName,
  ground: keyof typeof COLORFGBG = "unknown",
): readonly Look[] {
  const env = { TERM: term, LANG: UTF8, COLORFGBG: COLORFGBG[ground] };
  const codes = SCREENS.flatMap((screen) =>
    [...screen.painted(env, theme).matchAll(/\x1b\[([\d;]+)m/g)].map(([, code]) => code!),
  );
  return [...new Set(codes)].map(lookOf);
}

const bare = (all: readonly Look[]) =>
  all.filter(({ ink, paper }) => ink !== null && paper === null);

describe("the default theme", () => {
  for (const ground of GROUNDS)
    it.each(["all colours", "256"] as const)(`on a ${ground} ground reads in %s`, (depth) => {
      const written = bare(looks(TERMS[depth], "default", ground));
      // Blue, grey, green, red, amber, and the hues of eight members.
      expect(written.length).toBeGreaterThanOrEqual(13);
      for (const { codes, ink } of written)
        for (const paper of PAPERS[ground])
          expect(contrast(ink!, rgbOf(paper)), codes).toBeGreaterThan(
            ground === "unknown" ? 3 : 4.5,
          );
    });
});

describe("writing on a ground of its own", () => {
  const cases = THEMES.filter((theme) => theme !== "none").flatMap((theme) =>
    Object.keys(TERMS).map((depth) => [theme, depth as keyof typeof TERMS] as const),
  );

  it.each(cases)("%s: reads in %s", (theme, depth) => {
    const chips = looks(TERMS[depth], theme).filter(
      ({ ink, paper }) => ink !== null && paper !== null,
    );
    expect(chips.length).toBeGreaterThanOrEqual(2);
    for (const { codes, ink, paper } of chips)
      expect(contrast(ink!, paper!), codes).toBeGreaterThan(4.5);
  });
});

describe("the theme none", () => {
  it("has no colour at all, and marks by inverse what colour tells elsewhere", () => {
    const all = looks(TERMS["all colours"], "none");
    for (const { ink, paper } of all) expect([ink, paper]).toEqual([null, null]);
    const codes = all.map((look) => look.codes);
    expect(codes).toContain("0;7");
    expect(codes).toContain("0;1");
  });
});

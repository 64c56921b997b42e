import { describe, expect, it } from "vitest";
import { smallMeeting } from "../../showing/meeting.ts";
import { watch } from "../../support/watcher.ts";

type Env = Readonly<Record<string, string>>;

const seen = watch(smallMeeting());
const painted = (env: Env) => seen.painted({ LANG: "C.UTF-8", ...env });

function depthOf(env: Env): string {
  const codes = [...painted(env).matchAll(/\x1b\[([\d;]*)m/g)].map(([, code]) => code!);
  if (codes.some((code) => /\b[34]8;2;/.test(code))) return "truecolor";
  if (codes.some((code) => /\b[34]8;5;/.test(code))) return "256";
  return codes.some((code) => /(?:^|;)(?:[39]|4|10)[0-7](?:$|;)/.test(code)) ? "16" : "none";
}

function groundOf(env: Env): string {
  const TERM = "xterm-direct";
  const as = painted({ TERM, ...env });
  return ["dark", "light", "unknown"].find(
    (ground) => painted({ TERM, COLORFGBG: COLORFGBG[ground]! }) === as,
  )!;
}

const COLORFGBG: Env = { dark: "15;0", light: "0;15", unknown: "" };

function signsOf(env: Env): string {
  const screen = seen.painted({ TERM: "xterm", ...env });
  if (!/[^\x00-\x7f]/.test(screen)) return "ascii";
  return /●/.test(screen) ? "all" : "console";
}

describe("how many colours a terminal shows", () => {
  it.each([
    ["xterm-256color", "256"],
    ["tmux-256color", "256"],
    ["screen-256color", "256"],
    ["konsole-256color", "256"],
    ["vte-256color", "256"],
    ["gnome-256color", "256"],
    ["putty-256color", "256"],
    ["rxvt-unicode-256color", "256"],
    ["st-256color", "256"],
    ["xterm-kitty", "truecolor"],
    ["xterm-ghostty", "truecolor"],
    ["alacritty", "truecolor"],
    ["foot", "truecolor"],
    ["wezterm", "truecolor"],
    ["xterm-direct", "truecolor"],
    ["xterm", "16"],
    ["xterm-color", "16"],
    ["screen", "16"],
    ["rxvt", "16"],
    ["linux", "16"],
    ["vt100", "none"],
    ["vt220", "none"],
    ["xterm-mono", "none"],
    ["dumb", "none"],
  ])("TERM=%s: %s", (TERM, depth) => expect(depthOf({ TERM })).toBe(depth));

  it("COLORTERM raises it", () => {
    for (const COLORTERM of ["truecolor", "24bit"])
      for (const TERM of ["xterm-256color", "tmux-256color", "konsole-256color", "xterm"])
        expect(depthOf({ TERM, COLORTERM })).toBe("truecolor");
  });

  it("a COLORTERM inherited from outside does not: on the console, and in screen, which drops what it cannot show", () => {
    const COLORTERM = "truecolor";
    expect(depthOf({ TERM: "linux", COLORTERM })).toBe("16");
    expect(depthOf({ TERM: "screen-256color", COLORTERM })).toBe("256");
    expect(depthOf({ TERM: "screen", COLORTERM })).toBe("16");
    expect(depthOf({ TERM: "screen-256color", COLORTERM, TMUX: "/tmp/tmux-0/default,1,0" })).toBe(
      "truecolor",
    );
  });

  it("NO_COLOR leaves none", () =>
    expect(depthOf({ TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" })).toBe(
      "none",
    ));
});

describe("the ground", () => {
  it.each([
    ["15;0", "dark"],
    ["15;default;0", "dark"],
    ["7;8", "dark"],
    ["0;15", "light"],
    ["0;default;15", "light"],
    ["0;7", "light"],
    ["default;default", "unknown"],
    ["", "unknown"],
  ])("COLORFGBG=%s: %s", (COLORFGBG, ground) => expect(groundOf({ COLORFGBG })).toBe(ground));

  it("is unknown where nothing tells it, and each is painted for", () => {
    expect(groundOf({})).toBe("unknown");
    for (const ground of ["dark", "light", "unknown"])
      expect(groundOf({ COLORFGBG: COLORFGBG[ground]! })).toBe(ground);
  });
});

describe("the signs", () => {
  it("are ASCII where the locale is not UTF-8; LC_ALL outweighs LANG", () => {
    expect(signsOf({ LANG: "C" })).toBe("ascii");
    expect(signsOf({ LANG: "C", LC_ALL: "de_DE.UTF-8" })).toBe("all");
    expect(signsOf({ LANG: "en_GB.UTF-8", LC_ALL: "C" })).toBe("ascii");
  });

  it("are those of its font on the Linux console", () =>
    expect(signsOf({ TERM: "linux", LANG: "C.UTF-8" })).toBe("console"));
});

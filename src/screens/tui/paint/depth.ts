const DEPTHS = ["none", "16", "256", "truecolor"] as const;
export type Depth = (typeof DEPTHS)[number];

type Env = Readonly<Record<string, string | undefined>>;

/** Our own table: asking a terminal database can print what it cannot parse. */
export function depthOf(env: Env): Depth {
  const { TERM = "", COLORTERM = "", NO_COLOR, TMUX } = env;
  if (NO_COLOR || MONOCHROME.test(TERM)) return "none";
  // COLORTERM is inherited by programs inside; these terminals ignore it.
  if (CONSOLE.test(TERM)) return "16";
  if (SCREEN.test(TERM) && !TMUX) return /256/.test(TERM) ? "256" : "16";
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM) || TRUECOLOR.test(TERM)) return "truecolor";
  return /256/.test(TERM) || COLORTERM === "gnome-terminal" ? "256" : "16";
}

/** Dumb, teletypes of old, and names that end in `-m` or `-mono`. */
const MONOCHROME = /^(?:$|dumb|unknown|vt\d|ansi-mini$|xterm-mono$|.*-m(?:ono)?$)/;
const CONSOLE = /^(?:linux|cons25|cygwin|ansi|pcansi|wsvt25)/;
const SCREEN = /^screen/;
const TRUECOLOR =
  /-(?:direct|truecolor)$|^(?:xterm-)?(?:kitty|ghostty)|^(?:alacritty|foot|wezterm|contour|iterm2|rio|mintty)/;

const GROUNDS = ["dark", "light", "unknown"] as const;
export type Ground = (typeof GROUNDS)[number];

/** `COLORFGBG=15;0`, set by rxvt, konsole and others: its last number is the background's. */
export function groundOf({ COLORFGBG = "" }: Env): Ground {
  const last = COLORFGBG.slice(COLORFGBG.lastIndexOf(";") + 1);
  if (!/^\d{1,2}$/.test(last)) return "unknown";
  const colour = Number(last);
  return colour <= 6 || colour === 8 ? "dark" : "light";
}

/** Signs that a terminal can draw: all, those of the Linux console's font, or ASCII. */
export type Signs = "all" | "console" | "ascii";

/** The first of LC_ALL, LC_CTYPE and LANG that is set decides whether the terminal takes UTF-8. */
export function signsOf({ TERM = "", LC_ALL, LC_CTYPE, LANG }: Env): Signs {
  if (!/utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "")) return "ascii";
  return TERM === "linux" ? "console" : "all";
}

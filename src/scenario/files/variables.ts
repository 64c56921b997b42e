/**
 * The environment variables that Boardroom reads, apart from keys and addresses of providers, which `PRESETS` has. The
 * code reads its own variables by this table, and docs/reference/environment.md is generated from it.
 */

type Variable = { about: string; preset: string };

export const VARIABLES = {
  BOARDROOM_CONFIG: {
    about: "Your settings file; --config has priority",
    preset: "~/.config/boardroom/boardroom.yaml",
  },
  BOARDROOM_DATABASE_URL: { about: "Address of the PostgreSQL database of workers", preset: "" },
  BOARDROOM_MAX_MESSAGES: { about: "Messages, reminders and passes together", preset: "100" },
  BOARDROOM_MODEL: { about: "Model of all members", preset: "simulated" },
  BOARDROOM_OUT: { about: "Folder of transcripts", preset: "transcripts" },
  BOARDROOM_SEED: { about: "Seed of all random choices", preset: "random" },
  ALL_PROXY: {
    about: "Proxy of calls to models; HTTP_PROXY and HTTPS_PROXY have priority",
    preset: "",
  },
  APPDATA: { about: "Folder of your settings on Windows", preset: "" },
  COLORFGBG: { about: "Background of the terminal, for the theme", preset: "" },
  COLORTERM: { about: "Number of colors of the full-screen view", preset: "" },
  EDITOR: { about: "Editor for e in ask, if VISUAL is not set", preset: "the system's program" },
  HOME: { about: "Folder that has .config", preset: "" },
  HTTP_PROXY: { about: "Proxy of calls to http addresses", preset: "ALL_PROXY" },
  HTTPS_PROXY: { about: "Proxy of calls to https addresses", preset: "ALL_PROXY" },
  LANG: { about: "Signs of the full-screen view: UTF-8 or ASCII", preset: "ASCII" },
  LC_ALL: { about: "As LANG, with priority", preset: "" },
  LC_CTYPE: { about: "As LANG, with priority", preset: "" },
  NO_COLOR: { about: "Any value turns colors off", preset: "" },
  NO_PROXY: { about: "Hosts without a proxy: api.example.com, .example.com, *", preset: "" },
  PATH: { about: "Where doctor and check find programs", preset: "" },
  TERM: { about: "Kind of the terminal; dumb turns colors off", preset: "" },
  TMUX: { about: "Set by tmux; limits the colors", preset: "" },
  VISUAL: { about: "Editor for e in ask", preset: "EDITOR" },
  XDG_CONFIG_HOME: { about: "Folder of your settings", preset: "~/.config" },
} as const satisfies Record<string, Variable>;

export type Environment = Readonly<Record<string, string | undefined>>;

export type VariableName = keyof typeof VARIABLES;

/** The value without blanks around it; empty if the variable is not set. */
export function readVariable(env: Environment, name: VariableName): string {
  return env[name]?.trim() ?? "";
}

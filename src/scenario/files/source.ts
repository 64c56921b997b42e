// The types by which callers name a scenario and change it.

export type Lookup = {
  /** Absolute folder whose `scenarios/` and `personas/` come first. */
  cwd: string;
  /** Absolute folder with the packaged `scenarios/` and `personas/`; default this package's own. */
  packaged?: string | undefined;
};

export type ScenarioSource = Required<Lookup> & {
  name: string;
  folder: string;
  file: string;
  isPackaged: boolean;
};

/** What flags change in a scenario. Paths are absolute or relative to `cwd`. */
export type ScenarioOverrides = ModelOverrides & {
  document?: string | undefined;
  attach?: readonly string[] | undefined;
  maxMessages?: number | undefined;
  seed?: string | number | undefined;
  protocol?: string | undefined;
};

export type ModelOverrides = {
  model?: string | undefined;
  members?: Readonly<Record<string, string>> | undefined;
  defaultModel?: string | undefined;
};

export type Lookup = {
  /** Absolute folder whose `scenarios/` and `personas/` come first. */
  readonly cwd: string;
  /** Absolute folder with the packaged `scenarios/` and `personas/`; default this package's own. */
  readonly packaged?: string | undefined;
};

export type ScenarioSource = Required<Lookup> & {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly isPackaged: boolean;
};

/** What flags change in a scenario. Paths are absolute or relative to `cwd`. */
export type ScenarioOverrides = ModelOverrides & {
  readonly document?: string | undefined;
  readonly attach?: readonly string[] | undefined;
  readonly maxMessages?: number | undefined;
  readonly seed?: string | number | undefined;
  readonly protocol?: string | undefined;
};

export type ModelOverrides = {
  readonly model?: string | undefined;
  readonly members?: Readonly<Record<string, string>> | undefined;
  readonly defaultModel?: string | undefined;
};

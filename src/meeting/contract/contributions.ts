import type { listPersonas } from "../../scenario/loading/load.ts";
import type { TemplateFile } from "../../scenario/loading/template.ts";

/** Whoever starts a scenario, as a protocol may ask. */
export type Interview = {
  /** A line from whoever sits at the terminal; null at the end of the input, left out where nobody does. */
  readonly ask?: ((question: string) => Promise<string | null>) | undefined;
  readonly say: (text: string) => void;
  readonly personas: () => ReturnType<typeof listPersonas>;
};

/** How `boardroom new scenario NAME --protocol ...` begins: what a protocol asks for, and the files it makes of that. */
export type ScenarioStart = {
  /** What is asked for, in a few words. */
  readonly about: string;
  readonly flags: readonly {
    /** As commander reads it: `--rounds <count>`. */
    readonly flag: string;
    readonly about: string;
    /** Left out, a text. `pairs`: `key=value`, repeated; `list`: repeated. */
    readonly takes?: "count" | "list" | "pairs";
  }[];
  readonly files: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    interview: Interview,
  ) => Promise<readonly TemplateFile[]>;
  /** What is to be done before the scenario can be checked; null if nothing is. */
  readonly next: (name: string, given: Readonly<Record<string, unknown>>) => string | null;
};

/** Folders as a command of a protocol may look into them. */
export type Folders = {
  /** An absolute path. */
  readonly resolve: (path: string) => string;
  readonly exists: (path: string) => boolean;
  /** A file's text; null where it cannot be read. */
  readonly read: (path: string) => string | null;
};

/** A command of a protocol's own, over one folder. */
export type ProtocolCommand = {
  readonly argument: { readonly name: string; readonly about: string };
  readonly help: string;
  readonly run: (
    folder: string,
    folders: Folders,
  ) => { readonly lines: readonly string[]; readonly holds: boolean };
};

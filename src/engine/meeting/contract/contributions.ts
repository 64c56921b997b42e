import type { listPersonas } from "../../../scenario/loading/load.ts";
import type { TemplateFile } from "../../../scenario/loading/template.ts";

export type Interview = {
  readonly ask?: ((question: string) => Promise<string | null>) | undefined;
  readonly say: (text: string) => void;
  readonly personas: () => ReturnType<typeof listPersonas>;
};

/** How `boardroom new scenario NAME --protocol ...` begins. */
export type ScenarioStart = {
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
  /** What to do before the scenario can be checked; null if nothing. */
  readonly next: (name: string, given: Readonly<Record<string, unknown>>) => string | null;
};

export type Folders = {
  readonly resolve: (path: string) => string;
  readonly exists: (path: string) => boolean;
  readonly read: (path: string) => string | null;
};

export type ProtocolCommand = {
  readonly argument: { readonly name: string; readonly about: string };
  readonly help: string;
  readonly run: (
    folder: string,
    folders: Folders,
  ) => { readonly lines: readonly string[]; readonly holds: boolean };
};

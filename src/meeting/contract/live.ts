/** What a watcher may show while a call is under way; for the eye only, never in the log. */
export type LiveSignal =
  | { readonly type: "thinking"; readonly path: string; readonly speaker: string; readonly private: boolean }
  | { readonly type: "text"; readonly path: string; readonly speaker: string; readonly delta: string }
  /** What streamed so far will not count: the call failed or its reply is being repaired. */
  | { readonly type: "discarded"; readonly path: string; readonly speaker: string; readonly why: string }
  | {
      readonly type: "waiting";
      readonly path: string;
      readonly speaker: string;
      readonly ms: number;
      readonly why: string;
      /** Where the provider answers nobody: which, for how long it has, and for how long it is waited for. Milliseconds. */
      readonly out?: { readonly provider: string; readonly ms: number; readonly ofMs: number };
    };

export type LiveListener = (signal: LiveSignal) => void;

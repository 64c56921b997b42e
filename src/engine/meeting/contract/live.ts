/** For the eye only, never in the log. */
export type LiveSignal =
  | { readonly type: "thinking"; readonly path: string; readonly speaker: string; readonly private: boolean }
  | { readonly type: "text"; readonly path: string; readonly speaker: string; readonly delta: string }
  /** The call failed or its reply is being repaired, so what streamed so far will not count. */
  | { readonly type: "discarded"; readonly path: string; readonly speaker: string; readonly why: string }
  | {
      readonly type: "waiting";
      readonly path: string;
      readonly speaker: string;
      readonly ms: number;
      readonly why: string;
      /** The provider answers nobody: how long it has, and how long it is waited for, in milliseconds. */
      readonly out?: { readonly provider: string; readonly ms: number; readonly ofMs: number };
    };

export type LiveListener = (signal: LiveSignal) => void;

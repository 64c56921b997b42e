import type { PhaseTable } from "./cue-data.ts";
import type { Phase } from "./options.ts";

export type TurnTaken = {
  readonly member: string;
  readonly how: "spoke" | "passed" | "absent";
  readonly ready: boolean;
};

export type Course = {
  readonly table: PhaseTable;
  readonly phase: Phase;
  readonly index: number;
  readonly of: number;
  readonly isPresenting: boolean;
};

import type { PhaseTable } from "./cue-data.ts";
import type { Phase } from "./options.ts";

/** What became of the floor, turn by turn, in one phase. */
export type TurnTaken = {
  readonly member: string;
  readonly how: "spoke" | "passed" | "absent";
  readonly ready: boolean;
};

/** A phase under way. */
export type Course = {
  readonly table: PhaseTable;
  readonly phase: Phase;
  /** Place among the phases, from 0, and how many there are. */
  readonly index: number;
  readonly of: number;
  /** Whether topics that go round do so in this phase. */
  readonly isPresenting: boolean;
};

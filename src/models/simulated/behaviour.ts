import type { Scenario, Seat } from "../../scenario/scenario.ts";
import type { ModelRequest } from "../model.ts";
import type { Memory } from "./memory.ts";
import type { Voice } from "./voice.ts";

/** What a simulated member may draw on when it is given the floor. */
export type SimulatedTurn = {
  readonly seat: Seat;
  readonly scenario: Scenario;
  /** Its `occasion` has the kind and the facts of the cue. */
  readonly request: ModelRequest;
  readonly memory: Memory;
  readonly voice: Voice;
};

/** What a simulated member replies to one kind of cue; the same turn gives the same text. */
export type Behaviour = (turn: SimulatedTurn) => string;

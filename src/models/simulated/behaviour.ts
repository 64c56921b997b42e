import type { Scenario, Seat } from "../../scenario/schema/scenario.ts";
import type { ModelRequest } from "../port/model.ts";
import type { Chance } from "./chance.ts";
import type { Mind } from "./mind.ts";
import type { Tongue } from "./tongue.ts";

/** What a simulated member may draw on when it is given the floor. */
export type SimulatedTurn = {
  readonly seat: Seat;
  readonly scenario: Scenario;
  readonly request: ModelRequest;
  /** Facts of the cue, as its protocol gave them. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The member's mind, with all that it was sent taken in. */
  readonly mind: () => Mind;
  /** A draw for one purpose of this call, by seed and path. */
  readonly chance: (purpose: string) => Chance;
  /** A draw that is the same at every call of this member: by seed and persona alone. */
  readonly own: (purpose: string) => Chance;
  /** The member's manner of speaking, about a mind, with its words drawn by a chance. */
  readonly tongue: (mind: Mind, chance: Chance) => Tongue;
};

/** What a simulated member replies to one kind of cue; the same turn gives the same text. */
export type Behaviour = (turn: SimulatedTurn) => string;

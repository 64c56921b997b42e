import type { Behaviour } from "../index.ts";
import { CHAMBER } from "./chamber.ts";
import { JUDGES } from "./judges.ts";
import { JURY } from "./jury.ts";
import { ROUNDS } from "./rounds.ts";

/** What simulated members do, by protocol, then by kind of cue. Other kinds are answered as at an open table. */
export const BEHAVIOURS: Readonly<Record<string, Readonly<Record<string, Behaviour>>>> = {
  jury: JURY,
  judges: JUDGES,
  chamber: CHAMBER,
  rounds: ROUNDS,
};

import { agentSeat } from "../../../engine/meeting/people/process-agents.ts";
import type { Seat } from "../../../scenario/schema/scenario.ts";

export const ARBITER = {
  id: "arbiter",
  name: "Arbiter",
  title: "Keeper of checks and record",
  manner: "States what an artefact shows, with its place, and nothing else.",
} as const;

export function arbiterSeat(model: string): Seat {
  return agentSeat(ARBITER, model);
}

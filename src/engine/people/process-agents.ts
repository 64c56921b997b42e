/**
 * The agents that run a meeting and have no vote: the TimeKeeper and the chair. Protocols add more
 * agents with createAgentSeat.
 */

import type { Seat } from "../../scenario/schema/scenario.ts";
import { findPerson } from "./person.ts";

/** A process agent runs the procedure and judges nothing. `template` needs no model. */
export function createAgentSeat(
  agent: {
    id: string;
    name: string;
    title: string;
    manner: string;
  },
  model = "template",
): Seat {
  return {
    id: agent.id,
    kind: "agent",
    model,
    weight: 0,
    persona: {
      id: agent.id,
      name: agent.name,
      title: agent.title,
      expertise: ["running meetings"],
      personality: "Neutral and brief; takes no side.",
      speakingStyle: agent.manner,
      priorities: {},
      stubbornness: 0,
      optimism: 0,
      background: "",
    },
  };
}

export function chooseAgentModel(members: readonly Seat[]): string {
  return members.find((seat) => findPerson(seat) === null)?.model ?? "simulated";
}

export const TIMEKEEPER = {
  id: "timekeeper",
  name: "TimeKeeper",
  title: "Meeting Coordinator",
  manner: "Two or three plain sentences: the count, who is outstanding, what is asked.",
} as const;

export const CHAIR = {
  id: "chair",
  name: "Chair",
  title: "Chair of the meeting",
  manner: "Names the next speaker and the reason in one sentence.",
} as const;

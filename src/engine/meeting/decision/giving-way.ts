import type { Floor } from "../contract/floor.ts";
import { holdBallot } from "./ballot.ts";

/** For procedures with a fixed order: before each turn or group people are heard, called ballots held, and given floors taken. */
export function givingWay(floor: Floor): Floor {
  return {
    get state() {
      return floor.state;
    },
    signal: floor.signal,
    random: (purpose) => floor.random(purpose),
    hear: () => floor.hear(),
    async turn(speaker, cue) {
      await giveWay(floor);
      return floor.turn(speaker, cue);
    },
    announce: (agent, notice) => floor.announce(agent, notice),
    ask: (person, request) => floor.ask(person, request),
    wait: (until) => floor.wait(until),
    record: (name, data) => floor.record(name, data),
    async parallel(branches, plan) {
      await giveWay(floor);
      return floor.parallel(branches, plan);
    },
  };
}

async function giveWay(floor: Floor): Promise<void> {
  await floor.hear();
  if (floor.state.ballotRequested) await holdBallot(floor, "called");
  for (let speaker = chosenBy(floor); speaker !== null; speaker = chosenBy(floor)) {
    const why = "given the floor by a person";
    const cue = { kind: "floor", text: "You have the floor." };
    await floor.turn({ selector: "person", speaker, weights: [], draw: null, why }, cue);
    await floor.hear();
  }
}

function chosenBy({ state }: Floor): string | null {
  const { requestedSpeaker, members } = state;
  return requestedSpeaker !== null && members.get(requestedSpeaker)?.status === "active"
    ? requestedSpeaker
    : null;
}

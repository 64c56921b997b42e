// A protocol that ends after the opening votes of another one. The prompt of each vote is, word for
// word, the one of a real meeting, since the real protocol asks for it.

import { runBallot } from "../../engine/meeting/ballot.ts";
import { decide } from "../../engine/meeting/decide.ts";
import type { Floor } from "../../engine/protocol/floor.ts";
import type { Protocol } from "../../engine/protocol/protocol.ts";

/** Ends the real protocol after its first votes. */
class VotesHeld extends Error {}

const READ_FREELY: ReadonlySet<PropertyKey> = new Set(["state", "signal", "random"]);

/** A protocol that begins otherwise than with votes gets them as one more question. */
export function holdOpeningVotes(protocol: Protocol): Protocol {
  return {
    ...protocol,
    name: "opening-votes",
    builtIn: undefined,
    bind(scenario) {
      const bound = protocol.bind(scenario);
      const calls = scenario.members.length;
      return {
        ...bound,
        plan: () => ({ ...bound.plan(), low: calls, high: calls, expected: calls, first: calls }),
        async run(floor) {
          const votes = { areHeld: false };
          try {
            await bound.run(stopAfterVotes(floor, votes));
          } catch (error) {
            if (!(error instanceof VotesHeld)) throw error;
          }
          if (!votes.areHeld) await runBallot(floor, "opening");
          return decide(floor.state);
        },
      };
    },
  };
}

function stopAfterVotes(floor: Floor, votes: { areHeld: boolean }): Floor {
  return new Proxy(floor, {
    get(target, key) {
      if (READ_FREELY.has(key)) return Reflect.get(target, key, target) as unknown;
      if (key === "hear" && !votes.areHeld) return async () => {};
      if (key === "parallel" && !votes.areHeld)
        return async (...asked: Parameters<Floor["parallel"]>) => {
          votes.areHeld = true;
          return target.parallel(...asked);
        };
      throw new VotesHeld();
    },
  });
}

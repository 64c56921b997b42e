import { BoardroomError, openMeeting, type Scenario } from "boardroom";
import { createSimulatedModel } from "boardroom/extend";
import { faultyModel } from "boardroom/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { protocolOf, shipped } from "../simulated/meetings.ts";

/** As many of the members, with what a jury needs so as to begin all the same. */
function seating(scenario: Scenario, seats: number): Scenario {
  const members = scenario.members.slice(0, seats);
  const options = scenario.protocol === "jury" ? { ...scenario.options, quorum: 1 } : scenario.options;
  return { ...scenario, members, options };
}

/** How a meeting ends; null where it cannot be held, and says so in time. */
async function ending(scenario: Scenario, rate: number, seed: number): Promise<string | null> {
  const protocol = protocolOf(scenario);
  try {
    const createModel = (seat: Scenario["members"][number]) =>
      faultyModel(createSimulatedModel({ seat, scenario }), {
        rates: { refused: rate, empty: rate / 2 },
        seed: `${seed}-${seat.id}`,
      });
    const meeting = openMeeting({ scenario, protocol, seed, createModel });
    return (await meeting.run()).status;
  } catch (error) {
    if (error instanceof BoardroomError && error.code === "scenario-invalid") return null;
    throw error;
  }
}

describe.each(["hiring", "trial", "memory-curation", "code-review", "niche-decision", "architecture-review"])(
  "%s",
  (name) => {
    let scenario: Scenario;
    beforeAll(async () => {
      scenario = await shipped(name);
    });

    it.each([
      [1, 0],
      [2, 0],
      [1, 0.4],
      [2, 0.4],
      [5, 0.6],
    ])(
      "of %i members, a share of %f absent, ends in order or is refused before it begins",
      async (seats, rate) => {
        for (let seed = 1; seed <= 4; seed++)
          expect(["closed", "suspended", null]).toContain(await ending(seating(scenario, seats), rate, seed));
      },
    );
  },
);

import { board, type ModelRequest, openMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { expect, it } from "vitest";
import { createFailure } from "../../../src/models/contract/failure.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

const thought = createFailure("empty", "It thought for all of its room.", { stop: "length" });

/** One member whose model thinks for the whole of its room in its first calls. */
async function meet(emptyCalls: number) {
  const rooms: number[] = [];
  const say = (request: ModelRequest) => {
    rooms.push(request.maxOutputTokens);
    if (rooms.length <= emptyCalls) return thought;
    return reply({ verdict: "YES", content: "Yes.", withdrawn: true });
  };
  const scenario = exampleScenario({ options: { openingBallot: false } });
  const meeting = openMeeting({
    scenario: { ...scenario, members: scenario.members.slice(0, 1) },
    protocol: board,
    seed: 7,
    sleep: () => Promise.resolve(),
    createModel: () => scriptedModel(Array(20).fill(say)),
  });
  await meeting.run();
  return { rooms, events: meeting.journal.events };
}

it("a model that thought for all of its room is asked once more with twice as much", async () => {
  const { rooms, events } = await meet(1);
  expect(rooms.slice(0, 2)).toEqual([rooms[0], 2 * rooms[0]!]);
  expect(eventsOf(events, "call.failed").map(({ stop }) => stop)).toEqual(["length"]);
  expect(eventsOf(events, "message.spoken")[0]).toMatchObject({ content: "Yes." });
  expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
});

it("and not a third time", async () => {
  const { rooms } = await meet(20);
  expect(rooms).toEqual([rooms[0], 2 * rooms[0]!]);
});

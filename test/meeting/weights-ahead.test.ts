import { createFold } from "boardroom/extend";
import { expect, it } from "vitest";
import { weighNext } from "../../src/engine/meeting/select-speaker.ts";
import { exampleMeeting, talker } from "../support/meetings.ts";

it("the weights shown ahead of a draw are those that the draw then records", async () => {
  const cast = {
    ada: talker("ada", "YES", 4),
    ben: talker("ben", "NO", 4),
    cleo: talker("cleo", "YES", 4),
  };
  const meeting = exampleMeeting(cast);
  await meeting.run();
  const fold = createFold();
  let draws = 0;
  for (const event of meeting.journal.events) {
    if (event.type === "speaker.selected") {
      expect(weighNext(fold.state)).toEqual(event.weights);
      draws += 1;
    }
    fold.apply(event);
  }
  expect(draws).toBeGreaterThan(8);
});

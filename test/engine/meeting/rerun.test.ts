import { board, type MeetingEvent } from "boardroom";
import { describe, expect, it } from "vitest";
import { exampleMeeting, talker } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

async function held(): Promise<readonly MeetingEvent[]> {
  const cast = { ada: talker("ada", "YES"), ben: talker("ben", "NO"), cleo: talker("cleo", "YES") };
  const meeting = exampleMeeting(cast);
  await meeting.run();
  return meeting.journal.events;
}

const rerun = (events: readonly MeetingEvent[]) => rerunMeeting({ events, protocol: board });

describe("a record that is run again", () => {
  it("is the same where nothing was changed", async () => {
    const events = await held();
    expect(await rerun(events)).toMatchObject({ isSame: true });
  });

  it("differs at the line of what was changed", async () => {
    const events = await held();
    const at = events.findIndex(({ type }) => type === "message.spoken");
    const changed = events.map((event, index) =>
      index === at && event.type === "message.spoken"
        ? { ...event, content: "I never said so." }
        : event,
    );
    const line = events[at]?.seq;
    expect(await rerun(changed)).toEqual({
      isSame: false,
      line,
      message: expect.stringMatching(/^message\.spoken at .*: run again, content/),
    });
  });

  it("differs where something is made that nobody recorded", async () => {
    const events = await held();
    const at = events.findIndex(({ type }) => type === "message.spoken");
    const without = events.filter((_, index) => index !== at);
    const last = events.at(-1)?.seq ?? 0;
    expect(await rerun(without)).toEqual({
      isSame: false,
      line: last + 1,
      message: `the re-run has message.spoken at ${events[at]?.path}, but the transcript has nothing there`,
    });
  });
});

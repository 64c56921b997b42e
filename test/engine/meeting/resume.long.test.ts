import {
  board,
  createMemoryJournal,
  type Journal,
  type MeetingEvent,
  resumeMeeting,
  type Seat,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { reply } from "../../support/example-scenario.ts";
import { exampleMeeting } from "../../support/meetings.ts";

function answerer(counts: { calls: number }, more = "") {
  return ({
    instruction,
    turns,
    chance,
  }: {
    instruction: string;
    turns: readonly { parts: readonly string[] }[];
    chance: string;
  }) => {
    counts.calls += 1;
    const heard = turns.reduce((sum, { parts }) => sum + parts.length, 0);
    if (instruction.includes('-vote"')) return reply({ verdict: heard % 2 ? "YES" : "NO" });
    const isLast = heard > 6;
    const said = reply({
      verdict: isLast ? "YES" : null,
      withdrawn: isLast,
      content: `After ${heard}: ${chance.slice(0, 6)}`,
    });
    return said + more;
  };
}

function always(counts: { calls: number }, more?: string) {
  return scriptedModel(Array.from({ length: 300 }, () => answerer(counts, more)));
}

function cutAt(events: readonly MeetingEvent[], length: number): Journal {
  const journal = createMemoryJournal();
  for (const { seq: _, prev: __, ...draft } of events.slice(0, length))
    journal.append(draft as MeetingEvent);
  return journal;
}

describe("resuming", () => {
  it("comes to the same bytes from every event on, and asks nothing again that was answered", async () => {
    const counts = { calls: 0 };
    const whole = exampleMeeting({}, { createModel: () => always(counts) });
    await whole.run();
    const lines = JSON.stringify(whole.journal.events);
    const opening = whole.journal.events.filter(({ path }) => path === "0").length;
    for (let length = opening; length <= whole.journal.events.length; length++) {
      const again = { calls: 0 };
      const journal = cutAt(whole.journal.events, length);
      const resumed = resumeMeeting({ journal, protocol: board, createModel: () => always(again) });
      const result = await resumed.run();
      const answered = whole.journal.events
        .slice(0, length)
        .filter(({ type }) => type === "call.answered").length;
      expect(JSON.stringify(journal.events), `cut after ${length}`).toBe(lines);
      expect(again.calls, `calls after a cut at ${length}`).toBe(counts.calls - answered);
      expect(result.status).toBe("closed");
      expect(journal.head).toBe(whole.journal.head);
    }
  });

  it("writes nothing twice of an effect that was stopped half-way, an attempt to speak for others included", async () => {
    const posing = reply({ speaker: "Ben Birch", content: "I, Ben, agree." });
    const createModel = ({ id }: Seat) => always({ calls: 0 }, id === "ada" ? posing : "");
    const whole = exampleMeeting({}, { createModel });
    await whole.run();
    const { events } = whole.journal;
    const cuts = events.flatMap(({ type }, index) =>
      type === "impersonation.attempted" ? [index + 1] : [],
    );
    expect(cuts).not.toEqual([]);
    for (const length of cuts) {
      const journal = cutAt(events, length);
      await resumeMeeting({ journal, protocol: board, createModel }).run();
      expect(journal.head, `cut after ${length}`).toBe(whole.journal.head);
    }
  });

  it("refuses a record that the protocol does not lead to", async () => {
    const whole = exampleMeeting({});
    await whole.run();
    const at = whole.journal.events.findIndex(({ type }) => type === "message.spoken");
    const changed = whole.journal.events.map((event, index) =>
      index === at ? { ...event, speaker: "ben", path: event.path } : event,
    );
    const other = changed.map((event) =>
      event.type === "message.spoken" && event.speaker === "ben"
        ? { ...event, speaker: "cleo" }
        : event,
    );
    const journal = cutAt(other as MeetingEvent[], other.length);
    const resumed = resumeMeeting({
      journal,
      protocol: board,
      createModel: () => always({ calls: 0 }),
    });
    await expect(resumed.run()).rejects.toMatchObject({ code: "transcript-mismatch" });
  });

  it("refuses another version of the protocol", async () => {
    const whole = exampleMeeting({});
    await whole.run();
    const journal = cutAt(whole.journal.events, 5);
    const next = board.version + 1;
    const setup = {
      journal,
      protocol: { ...board, version: next },
      createModel: () => always({ calls: 0 }),
    };
    expect(() => resumeMeeting(setup)).toThrow(
      `made by board@${board.version}, and this program has board@${next}`,
    );
  });
});

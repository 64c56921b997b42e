import { board, createMemoryJournal, judges, type MeetingEvent, resumeMeeting } from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { eventsOf, exampleMeeting, talker } from "../support/meetings.ts";
import { rerunMeeting } from "../support/rerun.ts";

const QUESTION = "Should the move wait for a year?";

function models(seen: string[] = []) {
  return ({ id }: { id: string }) => {
    const first = talker(id, "YES") as (request: { instruction: string }) => string;
    const answer = (request: {
      instruction: string;
      turns: readonly { parts: readonly string[] }[];
    }) => {
      if (!request.instruction.includes(QUESTION)) return first(request);
      seen.push([...request.turns.flatMap(({ parts }) => parts), request.instruction].join("\n"));
      return request.instruction.includes('-vote"')
        ? reply({ verdict: "NO" })
        : reply({ verdict: "NO", withdrawn: true, content: `${id} changes its mind.` });
    };
    return scriptedModel(Array.from({ length: 200 }, () => answer));
  };
}

async function closed() {
  const meeting = exampleMeeting({}, { createModel: models() });
  await meeting.run();
  return meeting.journal;
}

function reopened(
  events: readonly MeetingEvent[],
  seen?: string[],
  question: string | undefined = QUESTION,
) {
  const journal = createMemoryJournal(events);
  return resumeMeeting({ journal, protocol: board, createModel: models(seen), question });
}

describe("one more question to a closed board", () => {
  it("is answered by a new vote over the old debate", async () => {
    const { events: before } = await closed();
    const seen: string[] = [];
    const meeting = reopened(before, seen);
    const result = await meeting.run();
    const { events } = meeting.journal;
    expect(result).toMatchObject({
      status: "closed",
      outcome: { side: "against", votes: { against: 3 } },
    });
    expect(events.slice(0, before.length)).toEqual(before);
    expect(events[before.length]).toMatchObject({ type: "meeting.reopened", question: QUESTION });
    expect(eventsOf(events, "meeting.closed")).toHaveLength(2);
    expect(seen[0]).toContain("ada says 1.");
    expect(seen[0]).toContain('<Interjection from="Question 2">');
    expect(seen[0]).toContain("The result before: 3 of 3 votes for");
    expect(seen[0]).toContain(`The question is now: ${QUESTION}`);
    expect(seen[0]).toContain("You have not given a verdict yet.");
    expect(meeting.state).toMatchObject({
      question: 2,
      scenario: { question: QUESTION },
      counts: { messages: 3 },
    });
  });

  it("comes to the same bytes if it is stopped anywhere, and can be run again and asked a third time", async () => {
    const { events: before } = await closed();
    const meeting = reopened(before);
    await meeting.run();
    const { events, head } = meeting.journal;
    for (let length = before.length + 1; length <= events.length; length++) {
      const journal = createMemoryJournal(events.slice(0, length));
      await resumeMeeting({ journal, protocol: board, createModel: models() }).run();
      expect(journal.head, `cut after ${length}`).toBe(head);
    }
    expect(await rerunMeeting({ events, protocol: board })).toEqual({
      isSame: true,
      compared: expect.any(Number),
    });
    const third = reopened(events, [], `${QUESTION} And why?`);
    expect(await third.run()).toMatchObject({ status: "closed", outcome: { side: "against" } });
    expect(third.state.question).toBe(3);
  });

  it("is refused with a remedy while the meeting goes on, to simulated members, and by other protocols", async () => {
    const { events } = await closed();
    expect(() => reopened(events.slice(0, -1))).toThrow(/the meeting has not ended/);
    expect(() => reopened(events, [], " ")).toThrow(/the question is empty/);
    const createModel = (seat: { id: string }) => ({
      ...models()(seat),
      provider: "simulated",
    });
    const simulated = exampleMeeting({}, { createModel });
    await simulated.run();
    const ofSimulated = {
      journal: createMemoryJournal(simulated.journal.events),
      protocol: board,
      createModel,
    };
    expect(() => resumeMeeting({ ...ofSimulated, question: QUESTION })).toThrow(
      /a script for one question/,
    );
    const { takesQuestions: _, ...once } = board;
    const other = createMemoryJournal(events);
    expect(() =>
      resumeMeeting({ journal: other, protocol: once, createModel: models(), question: QUESTION }),
    ).toThrow(/the board protocol takes one question/);
    expect(judges.takesQuestions).toBeUndefined();
  });
});

import { board, runMeeting } from "boardroom";
import { dueReminder, timeKeeperOptions } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { eventsOf, exampleMeeting, type Reply } from "../support/meetings.ts";

const LETTERS: Readonly<Record<string, string>> = { "time-reminder": "t", "verdict-deadline": "V" };

/** Message numbers at which the TimeKeeper speaks, with the kind: `5t 9t`. */
async function interventions(timeKeeper: object, messages = 46, verdict?: string): Promise<string> {
  const scenario = exampleScenario({
    limits: { messages },
    options: { timeKeeper, openingBallot: false },
  });
  const talk = ({ instruction }: { instruction: string }) =>
    instruction.includes('-vote"')
      ? reply({ verdict: "YES" })
      : reply({ content: "Go on.", ...(verdict && { verdict }) });
  const { meeting } = await runMeeting({
    scenario,
    protocol: board,
    createModel: () => scriptedModel(Array.from({ length: 100 }, () => talk)),
  });
  const spoken = meeting.journal.events.filter(
    ({ type }) => type === "message.spoken" || type === "notice.given",
  );
  return spoken
    .flatMap((event, index) =>
      event.type === "notice.given" ? [`${index + 1}${LETTERS[event.kind]}`] : [],
    )
    .join(" ");
}

describe("the TimeKeeper's machine", () => {
  it("keeps reminders every 4 and deadlines every 20, each with a timer of its own", async () => {
    expect(await interventions({})).toBe("5t 9t 13t 17t 21t 23V 25t 29t 33t 37t 41t 43V 45t");
  });

  it("reminds half as often, and sets no deadline, while everybody has a verdict, until the limit is near", async () => {
    expect(await interventions({}, 46, "YES")).toBe("9t 17t 25t 33t 35V 37t 41t 45t");
  });
});

describe("the TimeKeeper's words", () => {
  const silent: Reply = ({ instruction }) =>
    instruction.includes('-vote"') ? reply({ verdict: "NO" }) : reply({ content: "Hm." });
  const cast = { ada: silent, ben: silent, cleo: silent };

  it("names who has no verdict, presses towards the limit, and ends with the closing ballot", async () => {
    const meeting = exampleMeeting(cast, {
      scenario: exampleScenario({ limits: { messages: 20 } }),
    });
    const result = await meeting.run();
    const notices = eventsOf(meeting.journal.events, "notice.given").map(({ text }) => text);
    expect(notices).toEqual([
      "5 of 20 messages used. Dr. Ada Ash, Ben Birch and Prof. Cleo Cedar have not given a verdict yet.",
      expect.stringContaining("9 of 20 messages used."),
      expect.stringContaining("13 of 20 messages used."),
      expect.stringContaining("17 of 20 messages used."),
    ]);
    expect(notices[3]).toContain(
      "3 messages left. Please give your verdict, and withdraw if you have nothing to add.",
    );
    expect(result).toMatchObject({
      status: "closed",
      outcome: { status: "partial", side: "against" },
    });
    expect(eventsOf(meeting.journal.events, "ballot.cast").map(({ ballot }) => ballot)).toEqual([
      "opening",
      "opening",
      "opening",
      "closing",
      "closing",
      "closing",
    ]);
  });

  it("count the notice itself: what is used and what remains make up the limit, and so many are taken", async () => {
    for (const messages of [20, 25, 33]) {
      const scenario = exampleScenario({ limits: { messages } });
      const meeting = exampleMeeting(cast, { scenario });
      await meeting.run();
      const { events } = meeting.journal;
      const turns = events.filter(({ type }) => /^(?:message.spoken|notice.given)$/.test(type));
      const told = turns.flatMap((event, index) => {
        const text = event.type === "notice.given" ? event.text : "";
        const used = /^(\d+) of/.exec(text)?.[1];
        const left = /(\d+) messages? left|(No) messages left/.exec(text);
        return left
          ? [{ used: Number(used), left: Number(left[1] ?? 0), after: turns.length - index - 1 }]
          : [];
      });
      expect(told.length).toBeGreaterThan(0);
      for (const { used, left, after } of told)
        expect([used + left, left]).toEqual([messages, after]);
    }
  });

  it("says at the next notice what was left out of a message", async () => {
    const bad = reply({ speaker: "Dr. Ada Ash", verdict: "PERHAPS", content: "I am torn." });
    const ada: Reply = ({ instruction }) =>
      instruction.includes('-vote"') ? reply({ verdict: "NO" }) : bad;
    const meeting = exampleMeeting(
      { ...cast, ada },
      { scenario: exampleScenario({ limits: { messages: 6 } }) },
    );
    await meeting.run();
    expect(eventsOf(meeting.journal.events, "notice.given")[0]?.text).toContain(
      "Ignored, Dr. Ada Ash: the verdict is not one of the options.",
    );
  });
});

describe("how hard the TimeKeeper presses", () => {
  /** The words of the reminder that is due after so many messages, of a hundred. */
  function wordsAfter(messages: number): string {
    const { state } = exampleMeeting({});
    const counts = { messages, notices: 0, passes: 0, absences: 0 };
    const scenario = {
      ...state.scenario,
      limits: exampleScenario({ limits: { messages: 100 } }).limits,
    };
    const options = timeKeeperOptions.parse({});
    return dueReminder({ ...state, counts, scenario }, options)!.text;
  }

  /** Normal has no word of what remains; the others differ in what they ask. */
  function urgencyIn(text: string): string {
    if (text.includes("closing vote")) return "force";
    if (text.includes("Only ")) return "demand";
    return /messages? left\./.test(text) ? "insist" : "normal";
  }

  it.each([
    [69, "normal"],
    [70, "insist"],
    [84, "insist"],
    [85, "demand"],
    [94, "demand"],
    [95, "force"],
  ] as const)("is at %i messages: %s", (messages, expected) => {
    expect(urgencyIn(wordsAfter(messages))).toBe(expected);
  });

  it("gives the floor to nobody right before and right after a notice", async () => {
    const talk: Reply = ({ instruction }) =>
      reply(instruction.includes('-vote"') ? { verdict: "NO" } : { content: "Hm." });
    const held = [1, 2, 3, 4].map(async (seed) => {
      const scenario = exampleScenario({ limits: { messages: 60 } });
      const meeting = exampleMeeting({ ada: talk, ben: talk, cleo: talk }, { scenario, seed });
      await meeting.run();
      const members = meeting.state.speakers.filter((seat) => seat !== "timekeeper");
      return members.filter((seat, index) => seat === members[index - 1]).length;
    });
    expect(await Promise.all(held)).toEqual([0, 0, 0, 0]);
  });
});

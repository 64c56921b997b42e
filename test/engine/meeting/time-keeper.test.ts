import { board, runMeeting } from "boardroom";
import { createDueReminder, timeKeeperOptions } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf, exampleMeeting, type Reply } from "../../support/meetings.ts";

/** Numbers of the messages that the TimeKeeper gives. */
async function interventions(
  timeKeeper: object,
  messages = 46,
  verdict?: string,
): Promise<readonly number[]> {
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
  return spoken.flatMap(({ type }, index) => (type === "notice.given" ? [index + 1] : []));
}

describe("the TimeKeeper's machine", () => {
  it("reminds after four messages, or as the scenario says, and after twice as many if the same is due", async () => {
    expect(await interventions({}, 30)).toEqual([5, 13, 21, 25, 29]);
    expect(await interventions({ reminderEvery: 10 }, 30)).toEqual([11, 22]);
  });

  it("has no reminder while there is nothing to name, until the limit is near", async () => {
    expect(await interventions({}, 46, "YES")).toEqual([34, 38, 42, 46]);
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
      expect.stringContaining("13 of 20 messages used."),
      expect.stringContaining("17 of 20 messages used."),
    ]);
    expect(notices[2]).toContain("3 messages left.");
    expect(notices.join()).not.toMatch(/leave|withdraw/);
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

it.each([
  [
    "words that the cited line does not have",
    '<Artifact ref="memo.md#L3">sales have doubled</Artifact>',
    true,
  ],
  ["a clause that it drafts", "", false],
])("a reminder corrects a member that quotes %s: %s", async (_, artifact, isCorrected) => {
  const text = `<Message><Artifacts>${artifact}</Artifacts><Content>I move this: "No draw on the money before the cover is in place."</Content></Message>`;
  const speak =
    (first: string): Reply =>
    ({ instruction, turns }) => {
      if (instruction.includes('-vote"')) return reply({ verdict: "NO" });
      return turns.length === 1 ? first : reply({ content: "Hm." });
    };
  const silent = speak(reply({ content: "Hm." }));
  const scenario = exampleScenario({ limits: { messages: 12 } });
  const meeting = exampleMeeting({ ada: speak(text), ben: silent, cleo: silent }, { scenario });
  await meeting.run();
  const notices = eventsOf(meeting.journal.events, "notice.given").map(({ text }) => text);
  const corrected = "Ignored, Dr. Ada Ash: the cited lines do not have the quoted words.";
  expect(notices.some((notice) => notice.includes(corrected))).toBe(isCorrected);
  expect(notices.some((notice) => notice.includes("Ignored"))).toBe(isCorrected);
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
    return createDueReminder({ ...state, counts, scenario }, options)!.text;
  }

  /** Normal has no word of what remains; the others differ in what they ask. */
  function urgencyIn(text: string): string {
    if (text.includes("final vote")) return "force";
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
    const text = wordsAfter(messages);
    expect(urgencyIn(text)).toBe(expected);
    expect(/leave|withdraw/.test(text)).toBe(expected === "demand");
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

describe("what the TimeKeeper names as open", () => {
  async function listOpen(words: Readonly<Record<string, string>>): Promise<string> {
    const options = { openingBallot: false, selector: { name: "round-robin" } };
    const scenario = exampleScenario({
      limits: { messages: 14 },
      options: { ...options, timeKeeper: { reminderEvery: 3 } },
    });
    const speak = (seat: string): Reply => {
      let turns = 0;
      return ({ instruction }) => {
        if (instruction.includes('-vote"')) return reply({ verdict: "NO" });
        turns += 1;
        return turns === 1 && words[seat] ? words[seat] : reply({ content: `${seat}, ${turns}.` });
      };
    };
    const cast = { ada: speak("ada"), ben: speak("ben"), cleo: speak("cleo") };
    const meeting = exampleMeeting(cast, { scenario });
    await meeting.run();
    return eventsOf(meeting.journal.events, "notice.given")
      .map(({ text }) => text)
      .join("\n");
  }

  it("is a question that nobody answered", async () => {
    const cleo = reply({ to: "Ben Birch", content: "Ben, who counted the customers?" });
    expect(await listOpen({ cleo })).toContain(
      "Open: Prof. Cleo Cedar asked Ben Birch in [3]: “Ben, who counted the customers?”",
    );
  });

  it("is no question that was answered next, and a reminder waits for that answer", async () => {
    const cleo = reply({ to: "Dr. Ada Ash", content: "Ada, who counted the customers?" });
    const open = await listOpen({ cleo });
    expect(open).not.toContain("asked");
    expect(open).toMatch(/^5 of 14 messages used/);
  });

  it("is a reason that was taken up", async () => {
    const ada = reply({ verdict: "YES", reasoning: "Costs fell.", content: "Costs fell." });
    const ben = reply({ content: "I doubt [1]." });
    expect(await listOpen({ ada, ben })).toContain(
      "Open: Ben Birch took up the reason of Dr. Ada Ash in [2].",
    );
  });

  it("is an offer that no one took up", async () => {
    const ada = reply({ content: "I would accept it with a second pilot." });
    expect(await listOpen({ ada })).toContain(
      "Open: Dr. Ada Ash offered terms in [1]: “I would accept it with a second pilot”",
    );
    const ben = reply({ to: "Dr. Ada Ash", content: "A second pilot is too slow." });
    expect(await listOpen({ ada, ben })).not.toContain("offered terms");
  });
});

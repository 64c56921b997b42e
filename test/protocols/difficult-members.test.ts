import { verdictTable } from "boardroom";
import { describe, expect, it } from "vitest";
import { reply } from "../support/example-scenario.ts";
import { held, type Part } from "../support/juries.ts";
import { eventsOf } from "../support/meetings.ts";
import { architecture, meetingOf, modelsWith, scenarioWith } from "./rounds-review.ts";

/** What a member does in its turns of the talk; what it says when asked again may be another. */
type Turn = (nth: number) => string;

const FORM = "<Message><Content>what you say to the meeting</Content></Message>";
const CARD = reply({ content: "Waiting for you: [4] Ada Ash: “Who counted them?”" });

const JURIES = [
  ["a jury", {}],
  ["a trial", { trial: { burden: "preponderance" } }],
] as const;

/** Ben talks as told; the others say something new each time, Ada to Ben. */
async function deliberate(options: object, ben: Turn, again: Turn = ben, messages = 40) {
  const asked: string[] = [];
  let spoken = 0;
  const talks =
    (turn: Turn): Part =>
    (request, kind) => {
      if (kind !== "talk") return undefined;
      if (request.exchange) {
        asked.push(request.exchange.problem);
        return again(spoken);
      }
      return turn(spoken++);
    };
  let said = 0;
  const others: Part = (request, kind) =>
    kind === "talk"
      ? reply({ content: `Point number ${said++} of ${request.cacheKey} is new.` })
      : undefined;
  const parts = { ada: others, ben: talks(ben), cleo: others };
  const { meeting } = await held({ options, parts }, { limits: { messages } });
  const { events } = meeting.journal;
  return {
    meeting,
    said: eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ben"),
    asked,
  };
}

describe.each(JURIES)("in the talk of %s", (_, options) => {
  const same = () =>
    reply({ content: "The pilot cut costs by twelve percent, and that counts for me." });

  it("a message that repeats another is refused once, and then marked", async () => {
    const { said, asked } = await deliberate(options, same);
    const marked = said.filter(({ flags }) => flags.includes("repeats"));
    expect(marked.length).toBeGreaterThan(0);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["the form", FORM],
    ["the card", CARD],
  ])("a copy of %s is asked for again, and then is no message", async (__, copied) => {
    const { said, asked, meeting } = await deliberate(options, () => copied);
    expect(asked.length).toBeGreaterThan(0);
    expect(said.map(({ content }) => content).join()).not.toMatch(/what you say|Waiting for you/);
    expect(meeting.state.members.get("ben")!.passes).toBeGreaterThan(0);
  });

  it("a wish to leave is not counted", async () => {
    const { said, meeting } = await deliberate(options, (nth) =>
      reply({ verdict: "YES", withdrawn: true, content: `I leave, for reason ${nth}.` }),
    );
    expect(said.some(({ flags }) => flags.includes("withdrawal-not-open"))).toBe(true);
    expect(said.every(({ withdrawn }) => !withdrawn)).toBe(true);
    expect(meeting.state.members.get("ben")!.status).toBe("active");
  });
});

it("who always addresses the same juror is heard, and others speak after two answers", async () => {
  let nth = 0;
  const to =
    (name: string): Part =>
    (_, kind) =>
      kind === "talk" ? reply({ to: name, content: `To ${name}: thought ${nth++}.` }) : undefined;
  const { meeting } = await held(
    {
      options: { selector: { name: "weighted", answers: 1 } },
      parts: { ada: to("Ben Birch"), ben: to("Ada Ash") },
    },
    { limits: { messages: 60 } },
  );
  const talk = eventsOf(meeting.journal.events, "message.spoken").map(({ speaker }) => speaker);
  const longest = talk.join(" ").match(/(?:(?:ada|ben) ?)+/g) ?? [];
  expect(Math.max(...longest.map((run) => run.trim().split(" ").length))).toBeLessThanOrEqual(4);
});

it("a question that a juror never answers stands in the table", async () => {
  let asked = false;
  const asks: Part = (_, kind) => {
    if (kind !== "talk" || asked) return undefined;
    asked = true;
    return reply({ to: "Ben Birch", content: "Ben, who counted the customers that left?" });
  };
  let nth = 0;
  const evades: Part = (_, kind) =>
    ["talk", "statement"].includes(kind)
      ? reply({ to: "Cleo Cedar", content: `Cleo, something else, number ${nth++}.` })
      : undefined;
  const { meeting } = await held(
    { parts: { ada: asks, ben: evades } },
    { limits: { messages: 60 } },
  );
  const { members } = verdictTable(meeting.state, { headHash: "" });
  expect(members[1]!.unanswered).toHaveLength(1);
});

describe("in rounds", () => {
  async function review(say: (kind: string, isAgain: boolean) => string | null) {
    const asked: string[] = [];
    const createModel = modelsWith((request, kind) => {
      if (kind !== "rounds-supplement") return null;
      if (request.exchange) asked.push(request.exchange.problem);
      return say(kind, request.exchange !== undefined);
    });
    const members = architecture.members.map((seat) => ({ ...seat, model: "lab:m" }));
    const scenario = scenarioWith({ rounds: 1, stress: [], stressReason: "A test." }, { members });
    const meeting = meetingOf({ scenario, createModel });
    await meeting.run();
    const said = eventsOf(meeting.journal.events, "message.spoken");
    return { asked, said, state: meeting.state };
  }

  it("a supplement that repeats another is refused once, and then marked", async () => {
    const text = reply({ content: "What is missing is a test of the clocks in all of the shops." });
    const { asked, said } = await review(() => text);
    expect(asked[0]).toContain("Your message repeats");
    expect(said.some(({ flags }) => flags.includes("repeats"))).toBe(true);
  });

  it.each([
    ["the form", FORM],
    ["the card", CARD],
  ])("a copy of %s is asked for again, and then the role is absent", async (_, copied) => {
    const { asked, said } = await review(() => copied);
    expect(asked.length).toBeGreaterThan(0);
    expect(said.map(({ content }) => content).join()).not.toMatch(/what you say|Waiting for you/);
  });
});

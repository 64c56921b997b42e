import {
  createBoard,
  createMemoryJournal,
  type MeetingSetup,
  resumeMeeting,
  type Selector,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario } from "../support/example-scenario.ts";
import { eventsOf, exampleMeeting, talker } from "../support/meetings.ts";

const cast = () => ({
  ada: talker("ada", "YES", 4),
  ben: talker("ben", "NO", 4),
  cleo: talker("cleo", "YES", 4),
});
const scenario = exampleScenario({ options: { selector: { name: "own" } } });
const own = (weigh: Selector["weigh"]): Selector => ({ name: "own", why: "as it weighs", weigh });
const fair = own(({ candidates }) => candidates.map(() => 1));

/** Weighs wrongly as soon as anybody has had two turns. */
const turningBad = (wrong: Selector["weigh"]): Selector =>
  own((situation) =>
    situation.candidates.some(({ turns }) => turns > 1) ? wrong(situation) : fair.weigh(situation),
  );

describe("a board with a selector that a program brings", () => {
  it("draws by its weights and records its name and reason", async () => {
    const meeting = exampleMeeting(cast(), { scenario, protocol: createBoard([fair]) });
    expect((await meeting.run()).status).toBe("closed");
    const selections = eventsOf(meeting.journal.events, "speaker.selected");
    expect(selections.length).toBeGreaterThan(8);
    for (const { selector, why } of selections.slice(0, 6)) {
      expect(selector).toBe("own");
      expect(why).toBe("as it weighs");
    }
  });

  it("uses the only one where the scenario names none, and asks which of several", async () => {
    const unnamed = exampleScenario({});
    const meeting = exampleMeeting(cast(), { scenario: unnamed, protocol: createBoard([fair]) });
    await meeting.run();
    expect(eventsOf(meeting.journal.events, "speaker.selected")[0]).toMatchObject({
      selector: "own",
    });
    const other = { ...fair, name: "other" };
    expect(() => createBoard([fair, other])).toThrow(
      /was given 2 selectors: own, other[\s\S]*"own"/,
    );
    expect(createBoard([fair, other], "other").name).toBe("board");
  });

  it.each<[string, Selector["weigh"], RegExp]>([
    [
      "too few weights",
      () => [1],
      /^Selector "own" gave 1 weight for \d candidates; give one finite number/,
    ],
    ["NaN", ({ candidates }) => candidates.map(() => Number.NaN), /^Selector "own" gave NaN for "/],
    [
      "a weight below 0",
      ({ candidates }) => candidates.map(() => -1),
      /^Selector "own" gave -1 for "/,
    ],
  ])("stops at %s, and a mended selector goes on from the record", async (_, wrong, told) => {
    const journal = createMemoryJournal();
    const broken = exampleMeeting(cast(), {
      scenario,
      journal,
      protocol: createBoard([turningBad(wrong)]),
    });
    await expect(broken.run()).rejects.toMatchObject({
      code: "selector-invalid",
      message: expect.stringMatching(told),
    });
    const before = journal.events.length;
    expect(before).toBeGreaterThan(8);
    const protocol = createBoard([fair]);
    const createModel: MeetingSetup["createModel"] = ({ id }) =>
      scriptedModel(Array.from({ length: 200 }, () => talker(id, "YES", 1)));
    expect((await resumeMeeting({ journal, protocol, createModel }).run()).status).toBe("closed");
    expect(journal.events.length).toBeGreaterThan(before);
  });

  it("is told which selector threw, and why", async () => {
    const throwing = turningBad(() => {
      throw new TypeError("no such seat");
    });
    const meeting = exampleMeeting(cast(), { scenario, protocol: createBoard([throwing]) });
    await expect(meeting.run()).rejects.toMatchObject({
      code: "selector-invalid",
      message: expect.stringMatching(/^Selector "own" threw: no such seat\n/),
      cause: expect.any(TypeError),
    });
  });
});

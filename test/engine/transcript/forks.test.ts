import {
  copyJournal,
  findForkPoint,
  forkMeeting,
  type MeetingEvent,
  type Model,
  openMeeting,
} from "boardroom";
import { defineProtocol, type Floor, type Instruction } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isTurn } from "../../../src/engine/transcript/forks.ts";
import { exampleScenario } from "../../support/example-scenario.ts";
import { emptyFolder } from "../../support/folders.ts";
import { rerunMeeting } from "../../support/rerun.ts";
import { answering, linesOf, writeLog } from "../../support/transcripts.ts";

const instruction: Instruction = { kind: "floor", text: "It is your turn to speak." };
const draws: number[] = [];

const together = defineProtocol({
  name: "together",
  version: 1,
  summary: "Speaks together.",
  options: z.object({}).prefault({}),
  agents: () => [],
  expectedCalls: () => ({ low: 5, high: 5 }),
  async run(floor: Floor) {
    for (const group of [["ada"], ["ada", "ben", "cleo"], ["ben"]]) {
      draws.push(floor.random("which"));
      if (group.length === 1) await floor.turn(group[0]!, instruction);
      else
        await floor.parallel(
          group.map((seat) => (branch: Floor) => branch.turn(seat, instruction)),
        );
    }
    return {
      status: "hung",
      side: null,
      option: null,
      rule: "none",
      votes: {},
      margin: 0,
      reason: "none",
    };
  },
});

const setup = { protocol: together, createModel: () => answering(undefined, 99) };
const meeting = openMeeting({ ...setup, scenario: exampleScenario(), seed: 7 });
await meeting.run();
const { events } = meeting.journal;

describe("the place where a fork parts", () => {
  it.each([
    [0, 0, "1"],
    [1, 1, "2"],
    [2, 4, "3"],
    [3, 4, "3"],
    [4, 4, "3"],
    [5, 5, "4"],
  ])("after turn %i shares %i turns: never inside a parallel group", (at, shared, path) => {
    const point = findForkPoint(events, at)!;
    expect(point).toMatchObject({ shared, path });
    expect(events.slice(0, point.lines).filter(isTurn)).toHaveLength(shared);
    const next = events[point.lines]!;
    expect(next.path.startsWith(path)).toBe(true);
  });

  it("is nowhere beyond the last turn", () => {
    expect(findForkPoint(events, 6)).toBeNull();
  });
});

describe("a forked meeting", () => {
  it("draws as before up to the fork and from the new seed after it, group or not", async () => {
    const drawn = draws.splice(0);
    const from = writeLog(emptyFolder(), linesOf(meeting.journal));
    for (const at of [0, 1, 4]) {
      const point = findForkPoint(events, at)!;
      const journal = copyJournal(from, point.lines, `${from}/at-${at}`);
      const fork = forkMeeting({ ...setup, journal, point, amendments: { seed: "8" } });
      await fork.run();
      const again = draws.splice(0);
      const common = Number(point.path) - 1;
      expect(again.slice(0, common)).toEqual(drawn.slice(0, common));
      expect(again[common]).not.toBe(drawn[common]);
      const { events: all } = journal;
      expect(await rerunMeeting({ events: all, protocol: together })).toMatchObject({
        isSame: true,
      });
      journal.close();
      draws.length = 0;
    }
  });

  it("asks each seat on the cache, and as the mind, that it had before", async () => {
    const from = writeLog(emptyFolder(), linesOf(meeting.journal));
    const point = findForkPoint(events, 1)!;
    const journal = copyJournal(from, point.lines, `${from}/branch`);
    const asked: string[] = [];
    const createModel = (): Model => {
      const model = answering(undefined, 99);
      return {
        ...model,
        generate(request, options) {
          asked.push(`${request.cacheKey} ${request.seed}`);
          return model.generate(request, options);
        },
      };
    };
    const fork = forkMeeting({ ...setup, createModel, journal, point, amendments: { seed: "8" } });
    await fork.run();
    journal.close();
    const { meeting: origin } = events[0] as MeetingEvent<"meeting.opened">;
    expect(fork.state.meeting).not.toBe(origin);
    expect(fork.state.origin).toBe(origin);
    expect(asked).toEqual(["ada", "ben", "cleo", "ben"].map((seat) => `${origin}:${seat} 7`));
  });
});

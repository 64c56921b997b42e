import {
  board,
  createMemoryJournal,
  listIncidents,
  openMeeting,
  resumeMeeting,
  type Seat,
  verdictTable,
} from "boardroom";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { createFailure } from "../../../src/models/contract/failure.ts";
import { exampleScenario, reply } from "../../support/example-scenario.ts";
import { eventsOf } from "../../support/meetings.ts";
import { rerunMeeting } from "../../support/rerun.ts";

const DOWN = createFailure("overloaded", "503 no capacity");
const SPARE = "spare:model";

/** Ada's own provider never answers; her fallback does. */
function createModel({ id, model }: Seat) {
  const says = ({ instruction }: { instruction: string }) =>
    reply(
      instruction.includes('-vote"')
        ? { verdict: "YES" }
        : { verdict: "YES", withdrawn: true, content: `${id} agrees.` },
    );
  const replies = model === "lab:down" ? DOWN : says;
  const scripted = scriptedModel(Array.from({ length: 300 }, () => replies));
  const [provider = ""] = model.split(":");
  return { ...scripted, spec: model, provider, deterministic: model !== "lab:down" };
}

function scenario() {
  const { members, ...rest } = exampleScenario();
  const [ada, ...others] = members;
  const seat = { ...ada!, model: "lab:down", fallback: SPARE };
  return { ...rest, members: [seat, ...others.map((each) => ({ ...each, model: "lab2:up" }))] };
}

const ports = {
  protocol: board,
  createModel,
  nonce: () => "",
  sleep: () => Promise.resolve(),
  clock: () => 0,
  retry: { lab: { attempts: 2 } },
};

describe("the fallback of a seat", () => {
  it("answers while the provider is down, which is recorded and shown", async () => {
    const meeting = openMeeting({ ...ports, scenario: scenario(), seed: 7 });
    expect(await meeting.run()).toMatchObject({ status: "closed", outcome: { votes: { for: 3 } } });
    const { events, head } = meeting.journal;
    const ada = eventsOf(events, "call.answered").filter(({ speaker }) => speaker === "ada");
    expect(ada.length).toBeGreaterThan(1);
    expect(new Set(ada.map(({ asked }) => asked))).toEqual(new Set([SPARE]));
    expect(eventsOf(events, "turn.absent")).toEqual([]);
    expect(listIncidents(events)).toContainEqual(
      `Answered by the fallback model, as the provider did not: ${SPARE} ${ada.length} (Dr. Ada Ash ${ada.length}).`,
    );
    expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
    const first = events.findIndex(
      ({ type, path }) => type === "call.failed" && !path.includes("/"),
    );
    for (const length of [first + 1, first + 2, first + 3, events.length - 1]) {
      const journal = createMemoryJournal(events.slice(0, length));
      await resumeMeeting({ ...ports, journal }).run();
      expect(journal.head, `cut after ${length}`).toBe(head);
    }
  });

  it.each([
    ["a server error", createFailure("overloaded", "503 no capacity")],
    ["a timeout", createFailure("timeout", "Nothing came for 60 s.")],
    ["a stream that breaks off", createFailure("dropped", "terminated", { partialText: "<Mess" })],
    ["a key that is revoked", createFailure("auth", "401 revoked")],
    ["a quota that is used up", createFailure("quota", "402 no credit")],
  ])(
    "answers from the second turn on after %s, and is named next to the model",
    async (_, fault) => {
      let calls = 0;
      const failing = (seat: Seat) => {
        const model = createModel({
          ...seat,
          model: seat.model === "lab:down" ? "lab:up" : seat.model,
        });
        if (seat.model !== "lab:down") return model;
        const generate: typeof model.generate = (...asked) =>
          ++calls === 1 ? model.generate(...asked) : Promise.resolve(fault);
        return { ...model, spec: "lab:down", deterministic: false, generate };
      };
      const meeting = openMeeting({
        ...ports,
        createModel: failing,
        scenario: scenario(),
        seed: 7,
      });
      expect(await meeting.run()).toMatchObject({
        status: "closed",
        outcome: { votes: { for: 3 } },
      });
      const { events } = meeting.journal;
      const asked = eventsOf(events, "call.answered").filter(({ speaker }) => speaker === "ada");
      expect(asked.map((call) => call.asked)).toEqual([
        "lab:down",
        ...asked.slice(1).map(() => SPARE),
      ]);
      expect(eventsOf(events, "turn.absent")).toEqual([]);
      // Tried again at the first turn that fails, and once at each later one.
      const again = eventsOf(events, "call.failed").filter(({ retryInMs }) => retryInMs !== null);
      expect(again.length).toBe(fault.retryable ? 1 : 0);
      const [row] = verdictTable(meeting.state, { headHash: "" }).members;
      expect(row?.model).toBe(`lab:down (fallback ${SPARE})`);
      expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
    },
  );

  it("is asked for nothing if the member's own words are refused, and is checked before anything is asked", async () => {
    const refused = (seat: Seat) =>
      seat.model === "lab:down"
        ? {
            ...createModel(seat),
            generate: () => Promise.resolve(createFailure("refused", "flagged")),
          }
        : createModel(seat);
    const meeting = openMeeting({ ...ports, createModel: refused, scenario: scenario() });
    await meeting.run();
    expect(
      eventsOf(meeting.journal.events, "call.answered").map(({ asked }) => asked),
    ).not.toContain(SPARE);
    const missing = (seat: Seat) => {
      if (seat.model === SPARE) throw new Error("no such model");
      return createModel(seat);
    };
    expect(() => openMeeting({ ...ports, createModel: missing, scenario: scenario() })).toThrow(
      /no such model/,
    );
  });
});

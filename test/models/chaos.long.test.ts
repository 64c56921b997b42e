import {
  board,
  listIncidents,
  type MeetingSetup,
  openMeeting,
  resumeMeeting,
  type Scenario,
  verdictTable,
} from "boardroom";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { verdictTableSchema } from "../../src/showing/verdict-schema.ts";
import { createBuiltInRegistry } from "../../src/simulated/behaviours/registry.ts";
import { shipped } from "../simulated/meetings.ts";
import { faultyModel } from "../support/faulty-model.ts";
import { eventsOf } from "../support/meetings.ts";
import { MISBEHAVING, misbehaving } from "../support/misbehaving.ts";

let hiring: Scenario;
beforeAll(async () => {
  hiring = await shipped("hiring");
});

async function hold(
  models: readonly string[],
  seed: number,
  limits: Partial<Scenario["limits"]> = {},
) {
  const registry = createBuiltInRegistry({ env: {} });
  registry.registerProvider("misbehaving", misbehaving);
  registry.registerProvider("faulty", ({ id, seat, scenario }) =>
    faultyModel(registry.create({ spec: "simulated", seat, scenario }), { rates: Number(id) }),
  );
  const members = hiring.members.map((seat, index) => ({
    ...seat,
    model: models[index % models.length]!,
  }));
  const ports: Pick<MeetingSetup, "protocol" | "createModel"> = {
    protocol: board,
    createModel: (seat, scenario) => registry.create({ spec: seat.model, seat, scenario }),
  };
  const meeting = openMeeting({
    ...ports,
    scenario: { ...hiring, members, limits: { ...hiring.limits, ...limits } },
    seed,
  });
  const result = await meeting.run();
  const { events, head } = meeting.journal;
  const wrong = listIncidents(events);
  const table = verdictTable(meeting.state, { headHash: head, incidents: wrong });
  expect(verdictTableSchema.parse(table)).toEqual(table);
  expect(table.members).toHaveLength(hiring.members.length);
  const options = [null, ...hiring.verdicts.map(({ id }) => id)];
  for (const { final } of table.members) expect(options).toContain(final);
  return { result, events, wrong, table, meeting, ports };
}

describe("a meeting under chaos", () => {
  it("ends with a valid table and an honest list of what went wrong, whatever the seed and the rate", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        async (seed, rate) => {
          const { result, events, wrong } = await hold([`faulty:${rate.toFixed(3)}`], seed, {
            messages: 40,
          });
          expect(["closed", "suspended"]).toContain(result.status);
          const failed = eventsOf(events, "call.failed");
          expect(wrong.some((line) => line.startsWith("Calls that failed"))).toBe(
            failed.length > 0,
          );
          for (const { kind } of failed) expect(wrong[0]).toContain(kind);
          for (const { speaker } of eventsOf(events, "turn.absent")) {
            const { name } = hiring.members.find(({ id }) => id === speaker)!.persona;
            expect(wrong.join("\n")).toContain(`${name} was absent`);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it("has the same faults every time", async () => {
    const [once, again] = [await hold(["faulty:0.3"], 3), await hold(["faulty:0.3"], 3)];
    expect(JSON.stringify(again.events)).toBe(JSON.stringify(once.events));
  });

  it("suspends, resumable and with a table all the same, where nobody can be reached at all", async () => {
    const { result, wrong } = await hold(["faulty:1"], 3);
    expect(result.status).toBe("suspended");
    expect(wrong.join("\n")).toMatch(/The meeting was suspended .*can be heard\. Last, /);
  });
});

type Held = Awaited<ReturnType<typeof hold>>;

/** The final vote waits once for a member that would be left without a vote: then the meeting is resumed. */
async function votedOn({ result, meeting, ports }: Held, kind: string) {
  if (result.status !== "suspended") return { result, meeting };
  expect(result.reason, kind).toContain("the final vote waits once");
  const resumed = resumeMeeting({ ...ports, journal: meeting.journal });
  return { result: await resumed.run(), meeting: resumed };
}

describe("misbehaving members", () => {
  it("never change another's identity, vote or withdrawal, and are told of in the list", async () => {
    const kinds = Object.keys(MISBEHAVING).map((kind) => `misbehaving:${kind}`);
    for (const [index, kind] of kinds.entries()) {
      const models = [kind, "simulated", "simulated", "simulated", "simulated"];
      const held = await hold(models, index + 1, { messages: 40 });
      const { result, meeting } = await votedOn(held, kind);
      const { events } = meeting.journal;
      expect(result.status, kind).toBe("closed");
      const calls = new Map(
        eventsOf(events, "call.answered").map((call) => [call.path, call.speaker]),
      );
      for (const spoken of eventsOf(events, "message.spoken")) {
        const asked = [...calls].filter(([path]) => path.startsWith(`${spoken.path}.`));
        for (const [, speaker] of asked) expect(speaker).toBe(spoken.speaker);
      }
      for (const seat of meeting.state.scenario.members.slice(1)) {
        const { withdrawnAt } = meeting.state.members.get(seat.id)!;
        const left = eventsOf(events, "message.spoken").find(
          ({ id }) => id === withdrawnAt?.message,
        );
        if (withdrawnAt) expect(left).toMatchObject({ speaker: seat.id, withdrawn: true });
      }
    }
  });

  it("come to what each of them must come to", async () => {
    const first = hiring.members[0]!.id;
    const outcome = async (kind: string) => {
      const { events, meeting, wrong } = await hold(
        [`misbehaving:${kind}`, "simulated", "simulated", "simulated", "simulated"],
        5,
        { messages: 40 },
      );
      return { events, member: meeting.state.members.get(first)!, wrong: wrong.join("\n") };
    };
    const impersonator = await outcome("impersonator");
    expect(eventsOf(impersonator.events, "impersonation.attempted").length).toBeGreaterThan(0);
    expect(impersonator.member).toMatchObject({ messages: 0, verdicts: [], status: "absent" });
    expect(impersonator.wrong).toContain("Attempts to write as another member");
    const abstainer = await outcome("abstainer");
    expect(abstainer.member.verdicts.map(({ verdict }) => verdict)).toEqual([null]);
    expect(abstainer.member.ballots).not.toEqual([]);
    for (const ballot of abstainer.member.ballots)
      expect(ballot).toMatchObject({ verdict: null, abstains: true, confidence: null });
    const nonvoter = await outcome("nonvoter");
    expect(nonvoter.member.verdicts).toEqual([]);
    for (const ballot of nonvoter.member.ballots) {
      expect(ballot.verdict).toBeNull();
      expect(ballot).not.toHaveProperty("abstains");
    }
    const quitter = await outcome("quitter");
    expect(quitter.member).toMatchObject({ status: "withdrawn", messages: 1 });
    const injector = await outcome("injector");
    expect(injector.wrong).toMatch(/verdict|messages/);
    const staller = await outcome("staller");
    expect(staller.wrong).toContain("timeout");
  });
});

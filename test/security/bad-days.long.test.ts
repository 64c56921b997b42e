import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createJournal,
  type MeetingResult,
  type MeetingState,
  type Model,
  openMeeting,
  reopenJournal,
  resumeMeeting,
  type Scenario,
  type Seat,
} from "boardroom";
import { createRegistry, drawFrom } from "boardroom/extend";
import { describe, expect, it } from "vitest";
import { PROTOCOLS } from "../../src/protocols/built-in.ts";
import { createBuiltInRegistry } from "../../src/simulated/behaviours/registry.ts";
import { cli } from "../cli/cli.ts";
import { seeds, shipped } from "../simulated/meetings.ts";
import { badServer, SERVER_FAULTS, type ServerFault } from "../support/bad-server.ts";
import { emptyFolder } from "../support/folders.ts";
import { eventsOf } from "../support/meetings.ts";
import { SEED } from "../support/seed.ts";
import { readTestVariable } from "../support/variables.ts";

const SEEDED = SEED ?? String(Math.floor(Math.random() * 1_000_000));
const MEETINGS = seeds(Number(readTestVariable("BOARDROOM_BAD_DAYS")));
const SCENARIOS = ["hiring", "trial", "niche-decision", "code-review", "architecture-review"];
const MODELS = ["anthropic:claude-sonnet-5-5", "openai:gpt-6-sol", "house:llama"];
const FAULTS = Object.keys(SERVER_FAULTS) as ServerFault[];

/** What goes wrong in one meeting: some kinds of fault, at a rate, from one call to another, at some providers. */
type Weather = {
  faults: readonly ServerFault[];
  rate: number;
  from: number;
  to: number;
  models: readonly string[];
};

function weatherOf(number: number): Weather & { chance: (call: number) => number } {
  const draw = (purpose: string) => drawFrom(SEEDED, `meeting/${number}`, purpose);
  const among = <T>(list: readonly T[], purpose: string) =>
    list[Math.floor(draw(purpose) * list.length)]!;
  const kinds = among([1, 1, 2, 4], "kinds");
  const from = among([0, 0, 3, 11, 25], "from");
  return {
    faults: seeds(kinds).map((kind) => among(FAULTS, `fault ${kind}`)),
    rate: among([0.15, 0.5, 1, 1], "rate"),
    from,
    to: from + among([6, 20, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], "to"),
    models: among([MODELS.slice(0, 1), MODELS.slice(1, 2), MODELS.slice(2), MODELS], "models"),
    chance: (call) => draw(`call ${call}`),
  };
}

/** A simulated member thinks, and says it through a server: the ticket tells the server which reply is meant. */
function speaking(model: Model, twin: Model, replies: string[]): Model {
  return {
    ...model,
    async generate(request, options) {
      const thought = await twin.generate(request, { signal: options.signal });
      replies.push(thought.type === "answer" ? thought.text : "");
      const instruction = `${request.instruction}\nTicket ${replies.length}.`;
      return model.generate({ ...request, instruction }, options);
    },
  };
}

async function meetingIn(number: number) {
  const weather = weatherOf(number);
  const sky = { isBad: true };
  const replies: string[] = [];
  const server = await badServer({
    fault(call) {
      const isBad = sky.isBad && call > weather.from && call <= weather.to;
      if (!isBad || weather.chance(call) >= weather.rate) return null;
      return weather.faults[call % weather.faults.length]!;
    },
    says: (prompt) =>
      replies[Number([...prompt.matchAll(/Ticket (\d+)\./g)].at(-1)?.[1]) - 1] ?? "",
  });
  const settings = {
    providers: {
      anthropic: { baseUrl: server.url, keyVariable: "A_KEY" },
      openai: { baseUrl: `${server.url}/v1`, keyVariable: "A_KEY" },
      house: { baseUrl: server.url, speaks: "ollama", capabilities: { contextWindow: 200_000 } },
    },
  } as const;
  const registry = createRegistry({ env: { A_KEY: 'sk-"MARKED"/7f3a+9c' }, settings });
  const simulated = createBuiltInRegistry({ env: {} });
  const scenario = await shipped(SCENARIOS[number % SCENARIOS.length]!);
  const members = scenario.members.map((seat, at) => ({
    ...seat,
    model: weather.models[at % weather.models.length]!,
  }));
  const createModel = (seat: Seat, of: Scenario) =>
    speaking(
      registry.create({ spec: seat.model, seat, scenario: of }),
      simulated.create({ spec: "simulated", seat, scenario: of }),
      replies,
    );
  const ports = {
    protocol: PROTOCOLS.find(({ name }) => name === scenario.protocol)!,
    createModel,
    prices: Object.fromEntries(MODELS.map((model) => [model, { input: 0.001, output: 0.001 }])),
    providers: settings.providers,
    sleep: async () => {},
    retry: Object.fromEntries(
      Object.keys(settings.providers).map((name) => [name, { attempts: 3 }]),
    ),
  };
  const { requirements: _, ...asked } = scenario;
  const options =
    scenario.protocol === "rounds"
      ? { ...scenario.options, rounds: 2, stress: [], stressReason: "short" }
      : scenario.options;
  return { weather, sky, server, ports, scenario: { ...asked, options, members } };
}

type Day = Awaited<ReturnType<typeof meetingIn>>;

/** Judges and panelists of a chamber answer with votes alone. */
const VOTES_ALONE = ["judges", "chamber"];

/** At least one vote, and messages if the protocol has a debate. */
function expectDecided({ scenario, outcome, counts, members }: MeetingState, where: string): void {
  const seats = scenario.members.map(({ id }) => members.get(id)!);
  const voted = seats.filter(({ ballots, verdicts }) =>
    [...ballots, ...verdicts].some(({ verdict }) => verdict !== null),
  );
  expect(outcome, where).not.toBeNull();
  expect(voted.length, `${where}: members with a vote`).toBeGreaterThan(0);
  if (!VOTES_ALONE.includes(scenario.protocol))
    expect(counts.messages, `${where}: messages`).toBeGreaterThan(0);
}

async function expectSound({ server }: Day, folder: string, where: string): Promise<void> {
  const verified = await cli(["verify", folder], { cwd: folder });
  expect([0, 3], `${where}\n${verified.out}${verified.err}`).toContain(verified.code);
  const { journal } = reopenJournal(folder);
  journal.close();
  const calls = [
    ...eventsOf(journal.events, "call.answered"),
    ...eventsOf(journal.events, "call.failed"),
  ];
  expect(calls.length, `${where}: calls on record`).toBe(server.prompts.length);
  expect(readFileSync(join(folder, "events.jsonl"), "utf8"), where).not.toContain("MARKED");
}

describe(`meetings whose servers have bad days (seed ${SEEDED})`, () => {
  it.each(MEETINGS)(
    "meeting %i ends with votes, now or after a wait, and every call is on record",
    async (number) => {
      const day = await meetingIn(number);
      const { weather, sky, ports, scenario } = day;
      const where = `${scenario.protocol}, meeting ${number}, seed ${SEEDED}: ${JSON.stringify(weather)}`;
      const folder = emptyFolder();
      const journal = createJournal(folder);
      const meeting = openMeeting({ ...ports, scenario, seed: number, journal });
      const first: MeetingResult = await meeting.run();
      journal.close();
      await expectSound(day, folder, where);
      if (first.status === "closed") {
        return expectDecided(meeting.state, where);
      }
      expect(first.status, `${where}: ${JSON.stringify(first)}`).toBe("suspended");
      sky.isBad = false;
      const again = reopenJournal(folder);
      const resumed = resumeMeeting({ ...ports, journal: again.journal });
      const second = await resumed.run();
      again.journal.close();
      expect(
        second.status,
        `${where}: ${JSON.stringify(first)}, then ${JSON.stringify(second)}`,
      ).toBe("closed");
      await expectSound(day, folder, where);
      expectDecided(resumed.state, where);
    },
  );
});

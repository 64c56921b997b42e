/** A meeting of simulated members who speak through servers that fail. `bad-days` draws the weather by a seed. */
import type { MeetingSetup, Model, Scenario, Seat } from "boardroom";
import { createRegistry } from "boardroom/extend";
import { PROTOCOLS } from "../../src/protocols/built-in.ts";
import { createBuiltInRegistry } from "../../src/simulated/behaviours/registry.ts";
import { shipped } from "../simulated/meetings.ts";
import { type BadServer, badServer, type ServerFault, type Speaks } from "./bad-server.ts";

export const BAD_DAY_MODELS = ["anthropic:claude-sonnet-5-5", "openai:gpt-6-sol", "house:llama"];

/** The key of every provider. No record contains it. */
export const BAD_DAY_KEY = 'sk-"MARKED"/7f3a+9c';

export type BadDay = {
  scenario: Scenario;
  ports: Omit<MeetingSetup, "scenario">;
  server: BadServer;
  /** From here on all servers are sound. */
  clear(): void;
};

type BadDayPlan = {
  scenario: string;
  /** Models of the members, in turn. */
  models: readonly string[];
  /** The fault of the nth call, from 1, or null. */
  fault: (call: number, speaks: Speaks) => ServerFault | null;
};

/** Opens nothing: `openMeeting({ ...ports, scenario })` does. */
export async function planBadDay({ scenario: name, models, fault }: BadDayPlan): Promise<BadDay> {
  let isBad = true;
  const replies: string[] = [];
  const server = await badServer({
    fault: (call, speaks) => (isBad ? fault(call, speaks) : null),
    says: (prompt) => replies[readTicket(prompt) - 1] ?? "",
  });
  const settings = {
    providers: {
      anthropic: { baseUrl: server.url, keyVariable: "A_KEY" },
      openai: { baseUrl: `${server.url}/v1`, keyVariable: "A_KEY" },
      house: { baseUrl: server.url, speaks: "ollama", capabilities: { contextWindow: 200_000 } },
    },
  } as const;
  const registry = createRegistry({ env: { A_KEY: BAD_DAY_KEY }, settings });
  const simulated = createBuiltInRegistry({ env: {} });
  const { requirements: _, ...scenario } = await shipped(name);
  const members = scenario.members.map((seat, index) => ({
    ...seat,
    model: models[index % models.length]!,
  }));
  const createModel = (seat: Seat, of: Scenario) =>
    speakThrough(
      registry.create({ spec: seat.model, seat, scenario: of }),
      simulated.create({ spec: "simulated", seat, scenario: of }),
      replies,
    );
  const options =
    scenario.protocol === "rounds"
      ? { ...scenario.options, rounds: 2, stress: [], stressReason: "short" }
      : scenario.options;
  return {
    scenario: { ...scenario, options, members },
    ports: {
      protocol: PROTOCOLS.find((each) => each.name === scenario.protocol)!,
      createModel,
      prices: Object.fromEntries(
        BAD_DAY_MODELS.map((model) => [model, { input: 0.001, output: 0.001 }]),
      ),
      providers: settings.providers,
      sleep: async () => {},
      retry: Object.fromEntries(
        Object.keys(settings.providers).map((provider) => [provider, { attempts: 3 }]),
      ),
    },
    server,
    clear() {
      isBad = false;
    },
  };
}

/** The number of a call that a member made, from 1. */
export function readTicket(prompt: string): number {
  return Number([...prompt.matchAll(/Ticket (\d+)\./g)].at(-1)?.[1]);
}

/** A simulated member thinks, and says it through a server: the ticket tells the server which reply is meant. */
function speakThrough(model: Model, twin: Model, replies: string[]): Model {
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

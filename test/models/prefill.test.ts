import { board, openMeeting } from "boardroom";
import { createRegistry } from "boardroom/extend";
import { conformanceRequest, scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { eventsOf } from "../support/meetings.ts";
import { bodyOf } from "./endpoints.ts";
import { type OwnServer, ownServer, type Served } from "./own-servers.ts";

type Kind = Parameters<typeof ownServer>[0];
type Body = OwnServer["bodies"][number];

const ADA = "Dr. Ada Ash";
const WHOLE = reply({
  speaker: ADA,
  verdict: "YES",
  reasoning: "Costs fell.",
  content: "The pilot cut costs.",
});
const HALF = WHOLE.indexOf("pilot") + 3;

const isContinued = ({ messages }: Body) => messages.at(-1)!.role === "assistant";
const isAskedForTheRest = ({ messages }: Body) =>
  messages.at(-1)!.content.startsWith("Your reply was cut off.");
const lastRoles = ({ messages }: Body) => messages.slice(-2).map(({ role }) => role);

/** A board in which Ada's model is a server whose first reply in the debate is cut off. */
async function debateAt(kind: Kind, provider: object, served: Partial<Served> = {}) {
  let spoken = 0;
  const server = await ownServer(kind, {
    models: [{ id: "m", loaded: true, window: 32_000 }],
    cuts: ({ messages }) => messages.at(-1)!.content.includes('kind="speak"') && spoken === 1,
    reply(prompt, body) {
      if (isContinued(body) || isAskedForTheRest(body)) return WHOLE.slice(HALF);
      if (prompt.includes('-vote"')) return reply({ speaker: ADA, verdict: "YES" });
      spoken += 1;
      return spoken === 1
        ? WHOLE.slice(0, HALF)
        : reply({ speaker: ADA, content: `My point number ${spoken} is another.` });
    },
    ...served,
  });
  const settings = { providers: { box: { baseUrl: `${server.url}/v1`, ...provider } } };
  const registry = createRegistry({ env: {}, settings });
  const scenario = exampleScenario({
    limits: { messages: 4 },
    options: { openingBallot: false, selector: { name: "round-robin" } },
  });
  const meeting = openMeeting({
    scenario,
    protocol: board,
    createModel: (seat) =>
      seat.id === "ada"
        ? registry.create({ spec: "box:m", seat, scenario })
        : scriptedModel(
            Array.from(
              { length: 20 },
              () =>
                ({ instruction }: { instruction: string }) =>
                  reply(
                    instruction.includes('-vote"')
                      ? { verdict: "NO" }
                      : { content: `${seat.id} says ${instruction.length}.` },
                  ),
            ),
          ),
  });
  await meeting.run();
  const [first] = eventsOf(meeting.journal.events, "message.spoken");
  return {
    server,
    registry,
    scenario,
    first,
    rest: server.bodies.filter((body) => isContinued(body) || isAskedForTheRest(body)),
  };
}

describe("a cut reply", () => {
  it.each([
    ["llamacpp", {}],
    ["vllm", {}],
    ["unknown", { capabilities: { prefill: true } }],
  ] as const)("is the last message of the call for its rest at %s", async (kind, provider) => {
    const { rest, first } = await debateAt(kind, provider);
    expect(rest).toHaveLength(1);
    const [body] = rest as [Body];
    expect(body).toMatchObject({ continue_final_message: true, add_generation_prompt: false });
    expect(lastRoles(body)).toEqual(["user", "assistant"]);
    expect(body.messages.at(-1)!.content).toBe(WHOLE.slice(0, HALF));
    expect(body).not.toHaveProperty("grammar");
    expect(body).not.toHaveProperty("structured_outputs");
    expect(first).toMatchObject({
      content: "The pilot cut costs.",
      verdict: "YES",
      parse: "strict",
      flags: ["stitched"],
    });
  });

  it.each([
    ["lmstudio", {}],
    ["unknown", {}],
    ["llamacpp", { capabilities: { prefill: false } }],
  ] as const)("is asked for in words at %s with settings %j", async (kind, provider) => {
    const { rest, first } = await debateAt(kind, provider);
    expect(rest.map(isAskedForTheRest)).toEqual([true]);
    expect(rest[0]).not.toHaveProperty("continue_final_message");
    expect(first?.content).toBe("The pilot cut costs.");
  });

  it("is asked for in words at once where the server refuses to go on, and always from then on", async () => {
    const refusal = "Assistant response prefill is incompatible with enable_thinking.";
    const { rest, first, registry, scenario, server } = await debateAt(
      "llamacpp",
      {},
      {
        refuses: (body) => (isContinued(body) ? refusal : undefined),
      },
    );
    expect(rest.map(isContinued)).toEqual([true, false]);
    expect(first?.content).toBe("The pilot cut costs.");
    expect(registry.listRefused("box:m")).toEqual(["continue_final_message"]);
    const again = registry.create({ spec: "box:m", seat: scenario.members[0]!, scenario });
    const exchange = {
      reply: "It is all",
      problem: "Your reply was cut off.",
      isCut: true,
    } as const;
    await again.generate(conformanceRequest({ exchange }), {
      signal: new AbortController().signal,
    });
    expect(isContinued(server.bodies.at(-1)!)).toBe(false);
  });

  it("is continued without the schema, which would begin the JSON anew", async () => {
    const json = {
      name: "vote",
      schema: { type: "object", properties: { yes: { type: "boolean" } } },
    };
    const exchange = { reply: '{"yes":', problem: "Your reply was cut off.", isCut: true } as const;
    const given = { capabilities: { structuredOutput: true, prefill: true } };
    const body = await bodyOf("lab:m", conformanceRequest({ json, exchange }), given);
    expect(body).toMatchObject({ continue_final_message: true });
    expect(body).not.toHaveProperty("response_format");
    const { reply: text, problem } = exchange;
    const mended = await bodyOf(
      "lab:m",
      conformanceRequest({ json, exchange: { reply: text, problem } }),
      given,
    );
    expect(mended).toHaveProperty("response_format");
    expect(mended).not.toHaveProperty("continue_final_message");
  });
});

import { board, type ModelRequest, openMeeting } from "boardroom";
import { createRegistry } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { afterEach, describe, expect, it } from "vitest";
import { exampleScenario, reply } from "../support/example-scenario.ts";
import { eventsOf } from "../support/meetings.ts";
import { rerunMeeting } from "../support/rerun.ts";
import { ADAPTERS, type Adapter, bodyOf, modelAt } from "./endpoints.ts";
import { beginStream, DIALECTS, type LocalServer, serve } from "./local-server.ts";

type Body = {
  response_format?: object;
  output_config?: { format?: object };
};
type Asked = { schema: object | undefined; text: string };

let server: LocalServer | undefined;
afterEach(() => server?.close());

const PROSE = "The pilot cut costs, so we should move.";
const MESSAGE = {
  content: PROSE,
  verdict: "YES",
  reasoning: "Costs fell.",
  confidence: 0.8,
  withdraw: true,
};
const ENFORCED = JSON.stringify(MESSAGE);

/** Ada's model is asked through the real SDK, as by an endpoint that enforces JSON alone; `answer` gives the text that its server streams. */
async function meet(
  adapter: Adapter,
  answer: (asked: Asked, nth: number) => string,
  form: "json" | "tags" = "json",
) {
  const asked: Asked[] = [];
  server = await serve((_, response) => {
    const dialect = DIALECTS[adapter.name];
    const text = answer(asked.at(-1)!, asked.length);
    beginStream(response);
    response.write(dialect.opening);
    if (text !== "") response.write(dialect.text(text));
    response.end(dialect.ending(adapter.name === "openai" ? "stop" : "end_turn"));
  });
  const kept: typeof fetch = (input, init) => {
    const body = JSON.parse(String(init?.body)) as Body;
    asked.push({
      schema: body.response_format ?? body.output_config?.format,
      text: JSON.stringify(body),
    });
    return fetch(input, init);
  };
  const quick = ({ instruction }: { instruction: string }) =>
    reply(
      instruction.includes('-vote"')
        ? { verdict: "NO" }
        : { verdict: "NO", withdrawn: true, content: "No." },
    );
  const scenario = exampleScenario({ options: { openingBallot: false } });
  const meeting = openMeeting({
    scenario: {
      ...scenario,
      members: scenario.members.map((seat) => ({
        ...seat,
        model: seat.id === "ada" ? `${adapter.name}:${adapter.id}` : "simulated",
      })),
    },
    protocol: board,
    seed: 7,
    sleep: () => Promise.resolve(),
    createModel: ({ id }) => {
      if (id === "ada")
        return modelAt(adapter, server!.url, {
          fetch: kept,
          capabilities: { form, caching: "none" },
        });
      return scriptedModel(Array(60).fill(quick));
    },
  });
  await meeting.run();
  const { events } = meeting.journal;
  const spoken = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
  return { asked, events, spoken, state: meeting.state };
}

describe.each(ADAPTERS)("messages in JSON from $name", (adapter) => {
  it("are asked for with the fields of the very question, and read as messages are", async () => {
    const { asked, spoken, state, events } = await meet(adapter, () => ENFORCED);
    expect(asked[0]!.schema).toBeDefined();
    expect(JSON.stringify(asked[0]!.schema)).toMatch(/"content".*"YES"/);
    expect(asked[0]!.text).toContain("Reply with one JSON object");
    expect(asked[0]!.text).not.toContain("<Message>");
    expect(spoken[0]).toMatchObject({
      content: PROSE,
      verdict: "YES",
      confidence: 0.8,
      withdrawn: true,
      flags: [],
    });
    expect([...state.members.values()].flatMap(({ seat }) => (seat.form ? [seat.id] : []))).toEqual(
      ["ada"],
    );
    expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
  });

  it.each([
    ["prose instead of JSON", "I think we should move."],
    ["another JSON", '{"answer": 42}'],
  ])("are asked for once more after %s, and then the member is absent", async (_, bad) => {
    const { asked, events } = await meet(adapter, (_asked, nth) =>
      nth === 1 || nth === 3 || nth === 4 ? bad : ENFORCED,
    );
    const [mended] = eventsOf(events, "message.spoken").filter(({ speaker }) => speaker === "ada");
    expect(mended).toMatchObject({ content: PROSE, verdict: "YES" });
    expect(asked[1]!.text).toContain("not the JSON object");
    expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
    await server?.close();
    const always = await meet(adapter, () => bad);
    const absences = eventsOf(always.events, "turn.absent").filter(
      ({ speaker }) => speaker === "ada",
    );
    expect(absences[0]!.reason).toBe("Your reply is not the JSON object that was asked for.");
    expect(always.spoken).toEqual([]);
    expect(await rerunMeeting({ events: always.events, protocol: board })).toMatchObject({
      isSame: true,
    });
  });

  it.each([
    [
      "a confidence out of range",
      { confidence: -1.5 },
      { confidence: null, flags: ["bad-confidence"] },
    ],
    ["half a confidence", { confidence: "0." }, { confidence: null, flags: ["bad-confidence"] }],
    ["a confidence in words", { confidence: "0.8" }, { confidence: 0.8, flags: [] }],
  ])("lose no message for %s", async (_, changes, read) => {
    const { spoken } = await meet(adapter, () => JSON.stringify({ ...MESSAGE, ...changes }));
    expect(spoken[0]).toMatchObject({ content: PROSE, verdict: "YES", ...read });
  });

  it("are read with a trailing comma, a comment or a fence around them", async () => {
    const forms = [
      `${ENFORCED.slice(0, -1)},}`,
      `{ // mine\n${ENFORCED.slice(1)}`,
      `\`\`\`json\n${ENFORCED}\n\`\`\``,
    ];
    for (const form of forms) {
      const { spoken } = await meet(adapter, () => form);
      expect(spoken[0], form).toMatchObject({ content: PROSE, verdict: "YES", flags: [] });
      await server?.close();
    }
  });

  it("are asked for without the schema after one empty reply", async () => {
    const { asked, spoken, events } = await meet(adapter, ({ schema }) =>
      schema === undefined ? ENFORCED : "",
    );
    expect(spoken[0]).toMatchObject({ content: PROSE, verdict: "YES", flags: [] });
    expect(asked.slice(0, 2).map(({ schema }) => schema !== undefined)).toEqual([true, false]);
    expect(asked[1]!.text).toContain("Reply with one JSON object");
    expect(await rerunMeeting({ events, protocol: board })).toMatchObject({ isSame: true });
  });

  it("are not asked for where the endpoint takes tags", async () => {
    const { asked, state } = await meet(
      adapter,
      () => reply({ verdict: "YES", content: PROSE, withdrawn: true }),
      "tags",
    );
    expect(asked[0]!.schema).toBeUndefined();
    expect(asked[0]!.text).toContain("<Message>");
    expect(state.members.get("ada")!.seat.form).toBeUndefined();
  });
});

describe.each(["openai:gpt-6-sol", "anthropic:claude-sonnet-5-5", "ollama:qwen3"])(
  "the schema for %s",
  (spec) => {
    it("is strict, asks for reasons before the verdict, and offers members alone to speak to", async () => {
      const requests: ModelRequest[] = [];
      const meeting = openMeeting({
        scenario: exampleScenario({ limits: { messages: 8 } }),
        protocol: board,
        createModel: () => {
          const keep = (request: ModelRequest) => {
            requests.push(structuredClone(request));
            return JSON.stringify({
              content: "Two customers left.",
              reasoning: null,
              verdict: null,
              to: null,
            });
          };
          return scriptedModel(Array(60).fill(keep), { capabilities: { form: "json" } });
        },
      });
      await meeting.run();
      const spoken = requests.filter(({ instruction }) => instruction.includes('kind="speak"'));
      expect(eventsOf(meeting.journal.events, "message.spoken")[0]).toMatchObject({
        parse: "strict",
        flags: [],
      });
      expect(spoken.length).toBeGreaterThan(3);
      for (const request of requests.filter(({ json }) => json?.name === "message")) {
        const schema = enforcedIn(await bodyOf(spec, request));
        const names = Object.keys(schema.properties);
        expect(schema).toMatchObject({ required: names, additionalProperties: false });
        expect(names.indexOf("reasoning")).toBeLessThan(names.indexOf("verdict"));
        expect(names.slice(0, 2)).toEqual(
          spoken.includes(request) ? ["content", "reasoning"] : ["reasoning", "verdict"],
        );
        expect(JSON.stringify(schema)).not.toMatch(/TimeKeeper|"enum":\[\]/);
      }
    });
  },
);

type Enforced = { properties: Readonly<Record<string, unknown>> };

/** The schema in a request's body, wherever the provider wants it. */
function enforcedIn(body: Readonly<Record<string, unknown>>): Enforced {
  const { response_format, output_config, format } = body as {
    response_format?: {
      json_schema: { schema: Enforced; strict: boolean };
    };
    output_config?: { format: { schema: Enforced } };
    format?: Enforced;
  };
  if (response_format) expect(response_format.json_schema.strict).toBe(true);
  return (response_format?.json_schema.schema ?? output_config?.format.schema ?? format)!;
}

it.each([
  ["anthropic:claude-sonnet-5-5", "tags"],
  ["openai:gpt-6-sol", "tags"],
  ["gemini:gemini-3.5-pro", "tags"],
  ["openrouter:qwen/qwen3", "tags"],
  ["llamacpp:qwen3", "grammar"],
  ["vllm:qwen3", "structured_outputs"],
  ["ollama:qwen3", "json"],
  ["ollama:gpt-oss:120b-cloud", "tags"],
  ["lmstudio:qwen3", "json"],
  ["lab:qwen3", "found"],
  ["attic:qwen3", "json"],
] as const)("the endpoint of %s decides for %s", (spec, form) => {
  const providers = {
    lab: { baseUrl: "http://127.0.0.1:9999/v1" },
    attic: { baseUrl: "http://10.0.0.7:11434/v1", speaks: "ollama" },
  } as const;
  const keys = ["ANTHROPIC", "OPENAI", "GEMINI", "OPENROUTER"].map((name) => [
    `${name}_API_KEY`,
    "k",
  ]);
  const registry = createRegistry({ env: Object.fromEntries(keys), settings: { providers } });
  expect(registry.createSpecEndpoint(spec).capabilities.form).toBe(form);
});

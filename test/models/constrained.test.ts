import { type Capabilities, createRegistry } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { applyLack, applyLearned, createLearned } from "../../src/models/calls/endpoint.ts";
import { exampleScenario } from "../support/example-scenario.ts";
import { bodyOf, capabilitiesOf } from "./endpoints.ts";
import { ownServer } from "./own-servers.ts";

const SCHEMA = {
  type: "object",
  properties: { yes: { type: "boolean" } },
  required: ["yes"],
  additionalProperties: false,
};
const JSON_ASKED = conformanceRequest({ json: { name: "vote", schema: SCHEMA } });

const IN_XML = conformanceRequest({ grammar: 'root ::= "<Message>"' });

const bodyFor = (capabilities: Partial<Capabilities>, request = IN_XML) =>
  bodyOf("lab:qwen", request, { capabilities });

describe("a reply in JSON", () => {
  it("is held to its schema where the server enforces one, and asked for in words where not", async () => {
    const asked = async (structuredOutput: Capabilities["structuredOutput"]) => {
      const body = await bodyFor({ structuredOutput }, JSON_ASKED);
      return [
        body.response_format !== undefined,
        JSON.stringify(body.messages).includes("JSON Schema"),
      ];
    };
    expect(await Promise.all([true, false].map(asked))).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it("is held to it at servers of one's own that nobody has described, and elsewhere only where the settings say so", () => {
    const at = (baseUrl: string, capabilities = {}) =>
      createRegistry({
        env: {},
        settings: { providers: { lab: { baseUrl, capabilities } } },
      }).createSpecEndpoint("lab:qwen").capabilities.structuredOutput;
    expect(at("http://127.0.0.1:8080/v1")).toBe(true);
    expect(at("https://api.example.com/v1")).toBe(false);
    expect(at("http://127.0.0.1:8080/v1", { structuredOutput: false })).toBe(false);
    expect(at("https://api.example.com/v1", { structuredOutput: true })).toBe(true);
  });

  it("is asked for in words alone once the server has refused a schema", () => {
    const learned = createLearned();
    const once = { mostOutput: 100 };
    const sent = { ...learned };
    expect(applyLack(learned, { of: "constraints" }, sent, once)).toBe(true);
    // A call that was sent at the same time has a chance, too.
    expect(applyLack(learned, { of: "constraints" }, sent, once)).toBe(true);
    expect(applyLack(learned, { of: "constraints" }, { ...learned }, once)).toBe(false);
    const known = capabilitiesOf("lab", "qwen", { structuredOutput: true, form: "grammar" });
    expect(applyLearned(known, learned)).toMatchObject({ structuredOutput: false, form: "tags" });
  });
});

describe("a local server of one's own", () => {
  const BOUNDED = {
    type: "object",
    properties: {
      score: { type: "integer", minimum: 1, maximum: 5 },
      points: { type: "array", items: { type: "string", maxLength: 90 }, maxItems: 3 },
      essay: { type: "string", maxLength: 20_000, pattern: "^A" },
    },
    required: ["score", "points", "essay"],
    additionalProperties: false,
  };
  const asked = conformanceRequest({ json: { name: "vote", schema: BOUNDED } });
  const schemaIn = (body: Record<string, unknown>) =>
    (body.response_format as { json_schema: { schema: unknown } }).json_schema.schema;

  it("is sent the bounds that it can hold a reply to; a hosted one is told them in words", async () => {
    const enforced = { capabilities: { structuredOutput: true } };
    const local = await bodyOf("lab:m", asked, { baseUrl: "http://127.0.0.1:9/v1", ...enforced });
    const { essay, ...held } = BOUNDED.properties;
    expect(schemaIn(local)).toMatchObject({
      properties: { ...held, essay: { description: "(maxLength 20000, pattern ^A)" } },
    });
    const hosted = JSON.stringify(schemaIn(await bodyOf("lab:m", asked, enforced)));
    expect(hosted).not.toMatch(/"(?:minimum|maximum|maxItems|maxLength)"/);
    expect(hosted).toContain("minimum 1, maximum 5");
  });

  it.each([
    ["llamacpp", { grammar: IN_XML.grammar }],
    ["vllm", { structured_outputs: { grammar: IN_XML.grammar } }],
    ["lmstudio", {}],
    ["unknown", {}],
  ] as const)("that is %s gets a grammar as it takes it", async (kind, expected) => {
    const server = await ownServer(kind, { models: [{ id: "m", loaded: true, window: 9_000 }] });
    const scenario = exampleScenario();
    const settings = { providers: { box: { baseUrl: `${server.url}/v1` } } };
    const model = createRegistry({ env: {}, settings }).create({
      spec: "box:m",
      seat: scenario.members[0]!,
      scenario,
    });
    for (let call = 0; call < 2; call++)
      await model.generate(IN_XML, { signal: new AbortController().signal });
    expect(server.bodies).toHaveLength(2);
    for (const body of server.bodies) {
      const { grammar, structured_outputs } = body as Record<string, unknown>;
      expect(JSON.parse(JSON.stringify({ grammar, structured_outputs }))).toEqual(expected);
    }
    expect(server.asked.filter((line) => line === "GET /props")).toHaveLength(1);
  });
});

describe("a message in XML", () => {
  it("is held to its form by a grammar where the settings name the key for one", async () => {
    const { grammar } = await bodyFor({ form: "grammar" });
    expect(grammar).toMatch(/^root ::= /m);
    expect((await bodyFor({ form: "structured_outputs" })).structured_outputs).toEqual({ grammar });
    expect(Object.keys(await bodyFor({}))).not.toContain("grammar");
  });

  it("is not where JSON is asked for, and is where a reply is to be mended", async () => {
    expect((await bodyFor({ form: "grammar" }, JSON_ASKED)).grammar).toBeUndefined();
    const exchange = { reply: "<Message><Content>It", problem: "It has no verdict." };
    const mending = conformanceRequest({ exchange, grammar: IN_XML.grammar });
    expect((await bodyFor({ form: "grammar" }, mending)).grammar).toBe(IN_XML.grammar);
  });
});

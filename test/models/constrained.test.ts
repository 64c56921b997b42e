import { type Capabilities, createRegistry } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { asLearned, learn, nothingLearned } from "../../src/models/calls/endpoint.ts";
import { bodyOf, capabilitiesOf } from "./endpoints.ts";

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
      }).endpoint("lab:qwen").capabilities.structuredOutput;
    expect(at("http://127.0.0.1:8080/v1")).toBe(true);
    expect(at("https://api.example.com/v1")).toBe(false);
    expect(at("http://127.0.0.1:8080/v1", { structuredOutput: false })).toBe(false);
    expect(at("https://api.example.com/v1", { structuredOutput: true })).toBe(true);
  });

  it("is asked for in words alone once the server has refused a schema", () => {
    const learned = nothingLearned();
    const once = { mostOutput: 100 };
    const sent = { ...learned };
    expect(learn(learned, { of: "constraints" }, sent, once)).toBe(true);
    // A call that was sent at the same time has a chance, too.
    expect(learn(learned, { of: "constraints" }, sent, once)).toBe(true);
    expect(learn(learned, { of: "constraints" }, { ...learned }, once)).toBe(false);
    const known = capabilitiesOf("lab", "qwen", { structuredOutput: true, form: "grammar" });
    expect(asLearned(known, learned)).toMatchObject({ structuredOutput: false, form: "tags" });
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

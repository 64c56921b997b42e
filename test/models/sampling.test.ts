import type { Capabilities, Sampling } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listUntakenSampling } from "../../src/models/contract/capabilities.ts";
import { hashRequest } from "../../src/models/contract/request-hash.ts";
import { bodyOf, capabilitiesOf } from "./endpoints.ts";

const SET: Sampling = { temperature: 1.4, effort: "low" };

const sent = (spec: string, capabilities: Partial<Capabilities> = {}) =>
  bodyOf(spec, conformanceRequest({ sampling: SET }), { capabilities });

// The vendor's client says of an old model that it will go.
beforeAll(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
afterAll(() => vi.restoreAllMocks());

describe("sampling", () => {
  it("is sent only where the capability table says that it is taken", async () => {
    expect(await sent("anthropic:claude-sonnet-4-5")).toMatchObject({ temperature: 1 });
    expect(await sent("anthropic:claude-sonnet-4-5")).not.toHaveProperty("output_config");
    expect(await sent("anthropic:claude-sonnet-5-5")).toMatchObject({
      output_config: { effort: "low" },
    });
    expect(await sent("anthropic:claude-sonnet-5-5")).not.toHaveProperty("temperature");
    expect(await sent("openai:gpt-4o")).toMatchObject({ temperature: 1.4 });
    expect(await sent("openai:gpt-4o")).not.toHaveProperty("reasoning_effort");
    expect(await sent("openai:gpt-6-sol")).toMatchObject({ reasoning_effort: "low" });
    expect(await sent("openai:gpt-6-sol")).not.toHaveProperty("temperature");
    expect(await sent("lab:qwen")).toMatchObject({ temperature: 1.4 });
    expect(await sent("lab:qwen", { sampling: false })).not.toHaveProperty("temperature");
  });

  it("stands beside a reply's schema", async () => {
    const schema = { type: "object", properties: { next: { type: "string" } }, required: ["next"] };
    const request = conformanceRequest({
      sampling: { effort: "high" },
      json: { name: "choice", schema },
    });
    const { output_config } = await bodyOf("anthropic:claude-opus-5-5", request);
    expect(output_config).toMatchObject({ effort: "high", format: { type: "json_schema" } });
  });

  it("names what a model would not be sent", () => {
    expect(listUntakenSampling(SET, capabilitiesOf("openai", "gpt-6-sol"))).toEqual([
      "temperature",
    ]);
    expect(listUntakenSampling(SET, capabilitiesOf("openai", "gpt-4o"))).toEqual(["effort"]);
    expect(listUntakenSampling({}, capabilitiesOf("openai", "gpt-4o"))).toEqual([]);
  });

  it("is part of what a request is known by", () => {
    const hash = (sampling?: Sampling) => hashRequest(conformanceRequest({ sampling }));
    expect(
      new Set([hash(), hash({ temperature: 0 }), hash({ temperature: 1 }), hash(SET)]).size,
    ).toBe(4);
  });

  it("sends no temperature to Gemini since its third generation", () => {
    expect(capabilitiesOf("gemini", "gemini-2.5-flash").sampling).toBe(true);
    expect(capabilitiesOf("gemini", "gemini-3.8-flash").sampling).toBe(false);
    expect(capabilitiesOf("anthropic", "claude-haiku-5-5").contextWindow).toBe(1_000_000);
  });
});

import type { Sampling } from "boardroom/extend";
import { conformanceRequest, requestHash } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { convertPrompt as toAnthropic } from "../../src/models/anthropic/convert-prompt.ts";
import { convertPrompt as toOpenAi } from "../../src/models/openai/convert-prompt.ts";
import { type Capabilities, capabilitiesOf, untakenSampling } from "../../src/models/port/capabilities.ts";

const SET: Sampling = { temperature: 1.4, effort: "low" };

function anthropic(model: string, sampling: Sampling = SET) {
  const capabilities = capabilitiesOf("anthropic", model);
  return toAnthropic(conformanceRequest({ sampling }), { model, capabilities });
}

function openai(provider: string, model: string, changes: Partial<Capabilities> = {}) {
  const capabilities = capabilitiesOf(provider, model, changes);
  return toOpenAi(conformanceRequest({ sampling: SET }), { model, capabilities });
}

describe("sampling", () => {
  it("is sent only where the capability table says that it is taken", () => {
    expect(anthropic("claude-sonnet-4-5")).toMatchObject({ temperature: 1 });
    expect(anthropic("claude-sonnet-4-5")).not.toHaveProperty("output_config");
    expect(anthropic("claude-sonnet-5-5")).toMatchObject({ output_config: { effort: "low" } });
    expect(anthropic("claude-sonnet-5-5")).not.toHaveProperty("temperature");
    expect(openai("openai", "gpt-4o")).toMatchObject({ temperature: 1.4 });
    expect(openai("openai", "gpt-4o")).not.toHaveProperty("reasoning_effort");
    expect(openai("openai", "gpt-6-sol")).toMatchObject({ reasoning_effort: "low" });
    expect(openai("openai", "gpt-6-sol")).not.toHaveProperty("temperature");
    expect(openai("lab", "qwen")).toMatchObject({ temperature: 1.4 });
    expect(openai("lab", "qwen", { sampling: false })).not.toHaveProperty("temperature");
  });

  it("stands beside a reply's schema", () => {
    const schema = { type: "object", properties: { next: { type: "string" } }, required: ["next"] };
    const capabilities = capabilitiesOf("anthropic", "claude-opus-5-5");
    const request = conformanceRequest({ sampling: { effort: "high" }, json: { name: "choice", schema } });
    const { output_config } = toAnthropic(request, { model: "claude-opus-5-5", capabilities });
    expect(output_config).toMatchObject({ effort: "high", format: { type: "json_schema" } });
  });

  it("names what a model would not be sent", () => {
    expect(untakenSampling(SET, capabilitiesOf("openai", "gpt-6-sol"))).toEqual(["temperature"]);
    expect(untakenSampling(SET, capabilitiesOf("openai", "gpt-4o"))).toEqual(["effort"]);
    expect(untakenSampling({}, capabilitiesOf("openai", "gpt-4o"))).toEqual([]);
  });

  it("is part of what a request is known by", () => {
    const hash = (sampling?: Sampling) => requestHash(conformanceRequest({ sampling }));
    expect(new Set([hash(), hash({ temperature: 0 }), hash({ temperature: 1 }), hash(SET)]).size).toBe(4);
  });
});

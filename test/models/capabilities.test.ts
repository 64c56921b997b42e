import { describe, expect, it } from "vitest";
import { addThinkingRoom } from "../../src/models/contract/capabilities.ts";
import { capabilitiesOf } from "./endpoints.ts";

describe("what a model takes", () => {
  it("lets only the 4.5 generation of Claude be sampled", () => {
    for (const id of ["claude-sonnet-4-5", "claude-haiku-4-5-20251001"]) {
      expect(capabilitiesOf("anthropic", id)).toMatchObject({ sampling: true });
    }
    for (const id of [
      "claude-sonnet-5-5",
      "claude-opus-4-6",
      "claude-haiku-5-5",
      "claude-fable-5-1",
      "claude-next",
    ]) {
      expect(capabilitiesOf("anthropic", id)).toMatchObject({ sampling: false });
    }
  });

  it("sends unknown endpoints only what every compatible server takes", () => {
    expect(capabilitiesOf("lab", "qwen")).toMatchObject({
      contentParts: false,
      caching: "none",
      structuredOutput: false,
      outputLimitKey: "max_tokens",
      contextWindow: null,
    });
  });

  it("leaves room for thinking where a model thinks", () => {
    expect(addThinkingRoom(1_000, capabilitiesOf("openai", "gpt-6-sol"))).toBeGreaterThan(1_000);
    expect(addThinkingRoom(1_000, capabilitiesOf("openai", "gpt-4o"))).toBe(1_000);
  });
});

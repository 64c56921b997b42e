import { BoardroomError, type Scenario, type Seat } from "boardroom";
import { createRegistry } from "boardroom/extend";
import { scriptedModel } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { parseModelSpec } from "../../src/models/contract/model-spec.ts";
import { modelSettingsSchema } from "../../src/models/registry/settings.ts";

const seat = { id: "sarah-chen", kind: "member", model: "simulated", weight: 1 } as Seat;
const scenario = { name: "hiring" } as Scenario;
const env = {
  ANTHROPIC_API_KEY: "MARKED-KEY-1",
  OPENAI_API_KEY: "MARKED-KEY-2",
  GEMINI_API_KEY: " ",
};

function problemOf(act: () => unknown): BoardroomError {
  try {
    act();
  } catch (error) {
    if (error instanceof BoardroomError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("parseModelSpec", () => {
  it("splits at the first colon, so that ids may hold colons and slashes", () => {
    expect(parseModelSpec("ollama:llama3.3:70b")).toEqual({
      spec: "ollama:llama3.3:70b",
      provider: "ollama",
      id: "llama3.3:70b",
    });
    expect(parseModelSpec(" openrouter:mistralai/mistral-large ").id).toBe(
      "mistralai/mistral-large",
    );
    expect(parseModelSpec("simulated")).toEqual({
      spec: "simulated",
      provider: "simulated",
      id: "simulated",
    });
  });

  it("asks for the missing half", () => {
    expect(problemOf(() => parseModelSpec("anthropic")).message).toContain(
      'invalid model "anthropic"',
    );
    expect(problemOf(() => parseModelSpec("openai:")).code).toBe("unknown-model");
    expect(problemOf(() => parseModelSpec(":gpt-5")).message).toContain("expected provider:model");
  });
});

describe("createRegistry", () => {
  it("makes the model of each preset without connecting to anything", () => {
    const registry = createRegistry({
      env: { ...env, GEMINI_API_KEY: "g", OPENROUTER_API_KEY: "o" },
    });
    const specs = [
      "anthropic:claude-sonnet-5-5",
      "openai:gpt-6-sol",
      "gemini:gemini-3.5-flash",
      "ollama:llama3.3:70b",
    ];
    const models = [...specs, "openrouter:a/b"].map((spec) =>
      registry.create({ spec, seat, scenario }),
    );
    expect(models.map(({ provider }) => provider)).toEqual([
      "anthropic",
      "openai",
      "gemini",
      "ollama",
      "openrouter",
    ]);
    expect(models.map(({ capabilities }) => capabilities.outputLimitKey)).toEqual([
      "max_tokens",
      "max_completion_tokens",
      "max_tokens",
      "max_tokens",
      "max_tokens",
    ]);
  });

  it("names the variable of a missing or empty key, and no key", () => {
    const registry = createRegistry({ env });
    const missing = problemOf(() => registry.create({ spec: "openrouter:a/b", seat, scenario }));
    expect(missing.code).toBe("missing-key");
    expect(missing.message).toContain("OPENROUTER_API_KEY is not set");
    const empty = problemOf(() =>
      registry.create({ spec: "gemini:gemini-3.5-flash", seat, scenario }),
    );
    expect(empty.message).toContain("GEMINI_API_KEY is empty");
    expect(empty.message).not.toContain("MARKED-KEY");
  });

  it("hands seat and scenario to a factory passed in, which may stand alone or carry an id", () => {
    const seen: unknown[] = [];
    const factory = (input: { spec: string }) => {
      seen.push(input);
      return scriptedModel([], { spec: input.spec });
    };
    const { create } = createRegistry({
      env: {},
      factories: { simulated: factory, house: factory },
    });
    expect(create({ spec: "simulated", seat, scenario }).spec).toBe("simulated");
    expect(create({ spec: "house:brick", seat, scenario }).spec).toBe("house:brick");
    expect(seen).toEqual([
      { id: "simulated", spec: "simulated", seat, scenario },
      { id: "brick", spec: "house:brick", seat, scenario },
    ]);
  });

  it("takes providers of the user's own from settings", () => {
    const settings = modelSettingsSchema.parse({
      providers: {
        lab: {
          baseUrl: "http://127.0.0.1:8000/v1",
          keyVariable: "LAB_KEY",
          capabilities: { contentParts: true },
        },
        openai: { idleSeconds: 2 },
      },
    });
    const registry = createRegistry({ env: { ...env, LAB_KEY: "l" }, settings });
    expect(registry.createSpecEndpoint("lab:qwen")).toMatchObject({
      baseUrl: "http://127.0.0.1:8000/v1",
      apiKey: "l",
      capabilities: { contentParts: true, outputLimitKey: "max_tokens", caching: "none" },
    });
    expect(registry.createSpecEndpoint("openai:gpt-6-sol").limits?.idleMs).toBe(2_000);
    expect(problemOf(() => registry.parse("lab")).message).toContain("expected provider:model");
  });

  it("refuses a provider of the user's own without an address, or with a password in it", () => {
    const error = problemOf(() => createRegistry({ env, settings: { providers: { opnai: {} } } }));
    expect(error.code).toBe("settings-invalid");
    expect(error.message).toContain("Did you mean openai?");
    const withPassword = { providers: { lab: { baseUrl: "https://me:secret@lab.example/v1" } } };
    expect(modelSettingsSchema.safeParse(withPassword).success).toBe(false);
    expect(
      modelSettingsSchema.safeParse({ providers: { lab: { baseUrl: "file:///etc" } } }).success,
    ).toBe(false);
  });
});

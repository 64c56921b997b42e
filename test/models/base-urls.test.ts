import { BoardroomError } from "boardroom";
import { createRegistry, type ModelSettings } from "boardroom/extend";
import { describe, expect, it } from "vitest";

type Environment = Readonly<Record<string, string>>;

function provider(name: string, env: Environment, settings: ModelSettings = {}) {
  const { baseUrl, addressFrom } = createRegistry({ env, settings })
    .endpoints()
    .find((each) => each.name === name)!;
  return { baseUrl, addressFrom };
}

describe("the address of a provider", () => {
  it.each([
    [
      "anthropic",
      "ANTHROPIC_BASE_URL",
      "https://gate.example.com/anthropic",
      "https://gate.example.com/anthropic",
    ],
    ["anthropic", "ANTHROPIC_BASE_URL", " https://gate.example.com/ ", "https://gate.example.com"],
    ["openai", "OPENAI_BASE_URL", "https://gate.example.com/openai/v1", "https://gate.example.com/openai/v1"],
    ["gemini", "GOOGLE_GEMINI_BASE_URL", "https://gate.example.com", "https://gate.example.com/v1beta/openai/"],
    ["ollama", "OLLAMA_HOST", "gpu", "http://gpu:11434/v1"],
    ["ollama", "OLLAMA_HOST", "gpu:9000", "http://gpu:9000/v1"],
    ["ollama", "OLLAMA_HOST", "0.0.0.0", "http://127.0.0.1:11434/v1"],
    ["ollama", "OLLAMA_HOST", "https://gpu.example.com/v1", "https://gpu.example.com/v1"],
  ])("of %s is what %s=%s says", (name, variable, value, baseUrl) => {
    expect(provider(name, { [variable]: value })).toEqual({ baseUrl, addressFrom: variable });
    const { endpoint } = createRegistry({
      env: { [variable]: value, ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" },
    });
    expect(endpoint(`${name}:x`).baseUrl).toBe(baseUrl);
  });

  it("is what boardroom.yaml says over the environment", () => {
    const settings = { providers: { openai: { baseUrl: "https://own.example.com/v1" } } };
    expect(provider("openai", { OPENAI_BASE_URL: "https://gate.example.com/v1" }, settings)).toEqual({
      baseUrl: "https://own.example.com/v1",
      addressFrom: "boardroom.yaml",
    });
  });

  it("is its own where its key has another name than the environment's usual one, or the variable is empty", () => {
    const own = { baseUrl: "https://api.openai.com/v1", addressFrom: null };
    const settings = { providers: { openai: { keyVariable: "TEAM_KEY" } } };
    expect(provider("openai", { OPENAI_BASE_URL: "https://gate.example.com/v1" }, settings)).toEqual(own);
    expect(provider("openai", { OPENAI_BASE_URL: " " })).toEqual(own);
  });

  it("of a provider of one's own is not touched by the environment", () => {
    const settings = { providers: { lab: { baseUrl: "http://127.0.0.1:8000/v1" } } };
    const env = { OPENAI_BASE_URL: "https://gate.example.com/v1", LAB_BASE_URL: "https://gate.example.com" };
    expect(provider("lab", env, settings).baseUrl).toBe("http://127.0.0.1:8000/v1");
  });
});

describe("an address that cannot be used", () => {
  it.each([
    [
      "gate.example.com/v1",
      'OPENAI_BASE_URL cannot be used: "gate.example.com/v1" is no http or https address.',
    ],
    [
      "ftp://gate.example.com",
      'OPENAI_BASE_URL cannot be used: "ftp://gate.example.com" is no http or https address.',
    ],
    [
      "https://me:s3cret@gate.example.com/v1",
      "OPENAI_BASE_URL cannot be used: it holds a user name or password.",
    ],
    [
      "me:s3cret@gate.example.com",
      'OPENAI_BASE_URL cannot be used: "...@gate.example.com" is no http or https address.',
    ],
  ])("is refused when its provider is asked for, with the remedy and no password: %s", (value, message) => {
    const registry = createRegistry({
      env: { OPENAI_BASE_URL: value, OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" },
    });
    const found = thrownBy(() => registry.endpoint("openai:gpt-6-sol"));
    expect(found.code).toBe("settings-invalid");
    expect(found.problems[0]).toMatchObject({
      place: { file: "environment" },
      message,
      remedy: expect.stringContaining("unset it, or name a baseUrl in boardroom.yaml"),
    });
    expect(found.message).not.toContain("s3cret");
    expect(registry.endpoint("anthropic:claude-sonnet-5-5").baseUrl).toBe("https://api.anthropic.com");
  });
});

function thrownBy(act: () => unknown): BoardroomError {
  try {
    act();
  } catch (error) {
    if (error instanceof BoardroomError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

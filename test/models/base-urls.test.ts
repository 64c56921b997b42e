import { BoardroomError } from "boardroom";
import { createRegistry, type ModelSettings } from "boardroom/extend";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { badServer } from "../support/bad-server.ts";
import { exampleScenario } from "../support/example-scenario.ts";

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
    [
      "openai",
      "OPENAI_BASE_URL",
      "https://gate.example.com/openai/v1",
      "https://gate.example.com/openai/v1",
    ],
    [
      "gemini",
      "GOOGLE_GEMINI_BASE_URL",
      "https://gate.example.com",
      "https://gate.example.com/v1beta/openai/",
    ],
    ["ollama", "OLLAMA_HOST", "gpu", "http://gpu:11434/v1"],
    ["ollama", "OLLAMA_HOST", "gpu:9000", "http://gpu:9000/v1"],
    ["ollama", "OLLAMA_HOST", "0.0.0.0", "http://127.0.0.1:11434/v1"],
    ["ollama", "OLLAMA_HOST", "https://gpu.example.com/v1", "https://gpu.example.com/v1"],
  ])("of %s is what %s=%s says", (name, variable, value, baseUrl) => {
    expect(provider(name, { [variable]: value })).toEqual({ baseUrl, addressFrom: variable });
    const { createSpecEndpoint } = createRegistry({
      env: { [variable]: value, ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" },
    });
    expect(createSpecEndpoint(`${name}:x`).baseUrl).toBe(baseUrl);
  });

  it("is what boardroom.yaml says over the environment", () => {
    const settings = { providers: { openai: { baseUrl: "https://own.example.com/v1" } } };
    expect(
      provider("openai", { OPENAI_BASE_URL: "https://gate.example.com/v1" }, settings),
    ).toEqual({
      baseUrl: "https://own.example.com/v1",
      addressFrom: "boardroom.yaml",
    });
  });

  it("is its own where its key has another name than the environment's usual one, or the variable is empty", () => {
    const own = { baseUrl: "https://api.openai.com/v1", addressFrom: null };
    const settings = { providers: { openai: { keyVariable: "TEAM_KEY" } } };
    expect(
      provider("openai", { OPENAI_BASE_URL: "https://gate.example.com/v1" }, settings),
    ).toEqual(own);
    expect(provider("openai", { OPENAI_BASE_URL: " " })).toEqual(own);
  });

  it("of a provider of one's own is not touched by the environment", () => {
    const settings = { providers: { lab: { baseUrl: "http://127.0.0.1:8000/v1" } } };
    const env = {
      OPENAI_BASE_URL: "https://gate.example.com/v1",
      LAB_BASE_URL: "https://gate.example.com",
    };
    expect(provider("lab", env, settings).baseUrl).toBe("http://127.0.0.1:8000/v1");
  });
});

describe("an address that is more than a base", () => {
  it.each([
    ["openai", "https://gate.example.com/v1/chat/completions", "https://gate.example.com/v1"],
    ["openai", "https://gate.example.com/v1/chat/completions/", "https://gate.example.com/v1"],
    ["openai", "https://gate.example.com/v1/models", "https://gate.example.com/v1"],
    [
      "openai",
      "https://gate.example.com/v1/chat/completions?v=1",
      "https://gate.example.com/v1?v=1",
    ],
    ["openai", "https://gate.example.com/v1#x", "https://gate.example.com/v1"],
    ["openai", "https://gate.example.com/v1//", "https://gate.example.com/v1"],
    ["openai", "https://gate.example.com/v1/", "https://gate.example.com/v1/"],
    ["anthropic", "https://gate.example.com/v1/messages", "https://gate.example.com"],
    ["anthropic", "https://gate.example.com/v1", "https://gate.example.com"],
    ["ollama", "http://gpu:11434/api/chat", "http://gpu:11434"],
  ] as const)("of %s, %s, is read as %s", (speaks, baseUrl, base) => {
    expect(provider("lab", {}, { providers: { lab: { speaks, baseUrl } } }).baseUrl).toBe(base);
  });

  it.each([
    ["openai", "/v1", "/v1/chat/completions?key=a%2Fb"],
    ["anthropic", "", "/v1/messages?key=a%2Fb"],
    ["ollama", "/v1", "/api/chat?key=a%2Fb"],
  ] as const)("of %s keeps its query behind the path of the call", async (speaks, path, asked) => {
    const server = await badServer({ fault: () => null });
    const lab = { speaks, baseUrl: `${server.url}${path}?key=a%2Fb` };
    const scenario = exampleScenario();
    const seat = scenario.members[0]!;
    const model = createRegistry({ env: {}, settings: { providers: { lab } } }).create({
      spec: "lab:m",
      seat,
      scenario,
    });
    await model.generate(conformanceRequest(), { signal: new AbortController().signal });
    expect(server.paths.find((path) => path !== "/api/show")).toBe(asked);
  });
});

describe("a key that no request can carry", () => {
  it.each([
    ["sk-abc\u2026", 7, "2026"],
    ["\u201csk-abc\u201d", 1, "201C"],
    ["sk-\u200babc", 4, "200B"],
    ["sk-abc\ndef", 7, "000A"],
    ["sk-\ud83d\ude00", 4, "1F600"],
    ['"sk-abc"', 1, "0022"],
    ["sk-abc'", 7, "0027"],
    ["Bearer sk-abc", 7, "0020"],
  ])("%j is refused before the first call, without repeating it", (key, place, code) => {
    const { createSpecEndpoint } = createRegistry({ env: { OPENAI_API_KEY: key } });
    const refused = () => createSpecEndpoint("openai:x");
    expect(refused).toThrow(
      `OPENAI_API_KEY cannot be used: character ${place} (U+${code}) is in no key.`,
    );
    expect(refused).not.toThrow(key);
  });

  it("may end with blanks, and does not stop other providers", () => {
    const { createSpecEndpoint } = createRegistry({
      env: { OPENAI_API_KEY: " sk-abc\n", ANTHROPIC_API_KEY: "\u2026" },
    });
    expect(createSpecEndpoint("openai:x").apiKey).toBe("sk-abc");
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
  ])(
    "is refused when its provider is asked for, with the remedy and no password: %s",
    (value, message) => {
      const registry = createRegistry({
        env: { OPENAI_BASE_URL: value, OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" },
      });
      const found = thrownBy(() => registry.createSpecEndpoint("openai:gpt-6-sol"));
      expect(found.code).toBe("settings-invalid");
      expect(found.problems[0]).toMatchObject({
        place: { file: "environment" },
        message,
        remedy: expect.stringContaining("unset it, or name a baseUrl in boardroom.yaml"),
      });
      expect(found.message).not.toContain("s3cret");
      expect(registry.createSpecEndpoint("anthropic:claude-sonnet-5-5").baseUrl).toBe(
        "https://api.anthropic.com",
      );
    },
  );
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

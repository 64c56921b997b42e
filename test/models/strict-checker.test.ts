import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { bodyOf, capabilitiesOf } from "./endpoints.ts";
import { serve } from "./local-server.ts";
import { strictChecker } from "./strict-checker.ts";

const asked = conformanceRequest();
const claude = capabilitiesOf("anthropic", "claude-sonnet-5-5");
const gpt = capabilitiesOf("openai", "gpt-6-sol");
type Loose = Record<string, unknown> & {
  messages: Record<string, unknown>[];
  system: Record<string, unknown>[];
};
type Case = readonly [broken: string, path: string, spoil: (body: Loose) => void];
const MARK = { cache_control: { type: "ephemeral" } };

const CASES: readonly Case[] = [
  [
    "temperature is sent",
    "/messages",
    (body) => {
      body.temperature = 1;
    },
  ],
  [
    "not streaming",
    "/messages",
    (body) => {
      delete body.stream;
    },
  ],
  ["the last turn is not user (prefill)", "/messages", (body) => void body.messages.pop()],
  ["the first turn is not user", "/messages", (body) => void body.messages.shift()],
  ["roles do not alternate", "/messages", (body) => void body.messages.push(body.messages.at(-1)!)],
  [
    "an empty text block",
    "/messages",
    (body) => {
      body.messages[0]!.content = [{ type: "text", text: " " }];
    },
  ],
  ["the shared layer is not the first block, byte for byte", "/messages", (body) => void body.system.reverse()],
  [
    "a layer has no breakpoint",
    "/messages",
    (body) => {
      delete body.system[0]!.cache_control;
    },
  ],
  [
    "wrong output limit",
    "/messages",
    (body) => {
      delete body.max_tokens;
    },
  ],
  [
    "5 breakpoints",
    "/messages",
    (body) => void body.messages.splice(1, 1, { role: "assistant", content: [{ text: "x", ...MARK }] }),
  ],
  [
    "1h after 5m",
    "/messages",
    (body) => {
      body.system[1]!.cache_control = { type: "ephemeral", ttl: "1h" };
    },
  ],
  [
    "max_tokens is sent",
    "/chat/completions",
    (body) => {
      body.max_tokens = 1;
    },
  ],
  [
    "usage is not asked for",
    "/chat/completions",
    (body) => {
      delete body.stream_options;
    },
  ],
  [
    "wrong prompt_cache_key",
    "/chat/completions",
    (body) => {
      delete body.prompt_cache_key;
    },
  ],
  [
    "name is sent",
    "/chat/completions",
    (body) => {
      body.messages[1]!.name = "chen";
    },
  ],
  [
    "stop is sent",
    "/chat/completions",
    (body) => {
      body.stop = ["x"];
    },
  ],
  [
    "the key is in the body or the address",
    "/chat/completions",
    (body) => {
      body.user = "the-key";
    },
  ],
];

describe("the strict checker", () => {
  for (const [broken, path, spoil] of CASES) {
    it(`finds: ${broken} (${path})`, async () => {
      const server = await serve((_, response) => response.end());
      const isAnthropic = path === "/messages";
      const body = (await bodyOf(
        isAnthropic ? "anthropic:claude-sonnet-5-5" : "openai:gpt-6-sol",
        asked,
      )) as Loose;
      const checker = strictChecker({
        capabilities: isAnthropic ? claude : gpt,
        shared: asked.shared,
        key: "the-key",
      });
      const post = () =>
        checker.fetch(`${server.url}${path}`, {
          method: "POST",
          headers: { authorization: "Bearer the-key" },
          body: JSON.stringify(body),
        });
      await post();
      expect(checker.violations).toEqual([]);
      spoil(body);
      await post();
      expect(checker.violations).toContain(broken);
      await server.close();
    });
  }
});

import { conformanceRequest } from "boardroom/testing";
import { expect, it } from "vitest";
import { bodyOf, capabilitiesOf } from "./endpoints.ts";
import { strictChecker } from "./strict-checker.ts";

type Loose = Record<string, unknown> & Record<"messages" | "system", Record<string, unknown>[]>;
type Case = readonly [path: string, broken: string, spoil: (body: Loose) => unknown];

const asked = conformanceRequest();
const MARK = { cache_control: { type: "ephemeral" } };
const TO = { anthropic: "claude-sonnet-5-5", openai: "gpt-6-sol" } as const;

const CASES: readonly Case[] = [
  ["/messages", "temperature is sent", (body) => Object.assign(body, { temperature: 1 })],
  ["/messages", "not streaming", (body) => delete body.stream],
  ["/messages", "the last turn is not user (prefill)", ({ messages }) => messages.pop()],
  ["/messages", "the first turn is not user", ({ messages }) => messages.shift()],
  ["/messages", "roles do not alternate", ({ messages }) => messages.push(messages.at(-1)!)],
  [
    "/messages",
    "an empty text block",
    ({ messages }) => Object.assign(messages[0]!, { content: [{ type: "text", text: " " }] }),
  ],
  [
    "/messages",
    "the shared layer is not the first block, byte for byte",
    ({ system }) => system.reverse(),
  ],
  ["/messages", "a layer has no breakpoint", ({ system }) => delete system[0]!.cache_control],
  ["/messages", "wrong output limit", (body) => delete body.max_tokens],
  [
    "/messages",
    "5 breakpoints",
    ({ messages }) =>
      messages.splice(1, 1, { role: "assistant", content: [{ text: "x", ...MARK }] }),
  ],
  [
    "/messages",
    "1h after 5m",
    ({ system }) =>
      Object.assign(system[1]!, { cache_control: { ...MARK.cache_control, ttl: "1h" } }),
  ],
  ["/chat/completions", "max_tokens is sent", (body) => Object.assign(body, { max_tokens: 1 })],
  ["/chat/completions", "usage is not asked for", (body) => delete body.stream_options],
  ["/chat/completions", "wrong prompt_cache_key", (body) => delete body.prompt_cache_key],
  [
    "/chat/completions",
    "name is sent",
    ({ messages }) => Object.assign(messages[1]!, { name: "chen" }),
  ],
  ["/chat/completions", "stop is sent", (body) => Object.assign(body, { stop: ["x"] })],
  [
    "/chat/completions",
    "the key is in the body or the address",
    (body) => Object.assign(body, { user: "the-key" }),
  ],
];

it.each(CASES)("the strict checker finds in %s: %s", async (path, broken, spoil) => {
  const provider = path === "/messages" ? "anthropic" : "openai";
  const capabilities = capabilitiesOf(provider, TO[provider]);
  const checker = strictChecker({ capabilities, shared: asked.shared, key: "the-key" });
  const body = (await bodyOf(`${provider}:${TO[provider]}`, asked)) as Loose;
  // Nobody answers there: what went out is all that counts.
  const post = () =>
    checker
      .fetch(`http://127.0.0.1:1${path}`, {
        method: "POST",
        headers: { authorization: "Bearer the-key" },
        body: JSON.stringify(body),
      })
      .catch(() => {});
  await post();
  expect(checker.violations).toEqual([]);
  spoil(body);
  await post();
  expect(checker.violations).toContain(broken);
});

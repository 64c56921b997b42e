import type { Capabilities } from "../../src/models/contract/capabilities.ts";

/** A JSON body as it went over the wire. */
export type WireBody = Readonly<Record<string, unknown>>;

export type StrictChecker = {
  /** Checks each request and passes it on to the real `fetch`. */
  fetch: typeof fetch;
  /** Raw bodies in order. */
  bodies: WireBody[];
  /** Broken rules in words; empty when every request was as providers want it. */
  violations: string[];
};

type Block = {
  type?: string;
  text?: string;
  cache_control?: { ttl?: string };
  prompt_cache_breakpoint?: { mode?: string };
};
type WireMessage = {
  role?: string;
  content?: string | readonly Block[];
  name?: string;
};

const REFUSED =
  "temperature top_p top_k seed stop stop_sequences frequency_penalty logit_bias".split(" ");

/**
 * The rules that the providers document and no fake server holds. `shared` is the layer every request must begin with.
 * `key` is the only secret that may go out, and only in the authorization header.
 */
export function strictChecker(options: {
  capabilities: Capabilities;
  shared: string;
  key: string;
}): StrictChecker {
  const bodies: WireBody[] = [];
  const violations: string[] = [];
  return {
    bodies,
    violations,
    fetch: async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      const raw = String(init?.body ?? "");
      const body = JSON.parse(raw) as WireBody;
      bodies.push(body);
      const rules = url.endsWith("/messages") ? anthropicRules : openaiRules;
      violations.push(...rules(body, options), ...secretRules(url, raw, init, options.key));
      return await fetch(input, init);
    },
  };
}

function secretRules(
  url: string,
  raw: string,
  init: RequestInit | undefined,
  key: string,
): string[] {
  const authorization = new Headers(init?.headers).get("authorization");
  return broken([
    [authorization === `Bearer ${key}`, "the key is not in the authorization header"],
    [!raw.includes(key) && !url.includes(key), "the key is in the body or the address"],
  ]);
}

function commonRules(body: WireBody): string[] {
  return broken([
    [body.stream === true, "not streaming"],
    ...REFUSED.map((key): Rule => [!(key in body), `${key} is sent`]),
  ]);
}

function anthropicRules(body: WireBody, { shared }: { shared: string }): string[] {
  const system = (body.system ?? []) as readonly Block[];
  const messages = (body.messages ?? []) as readonly WireMessage[];
  const blocks = messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : (content ?? []),
  );
  const ttls = [...system, ...blocks].flatMap((block) =>
    block.cache_control ? [block.cache_control.ttl ?? "5m"] : [],
  );
  // A instruction and an exchange are three turns at most.
  const isLong = messages.length > 3;
  return [
    ...commonRules(body),
    ...turnRules(messages),
    ...broken([
      [
        typeof body.max_tokens === "number" && !("max_completion_tokens" in body),
        "wrong output limit",
      ],
      [system[0]?.text === shared, "the shared layer is not the first block, byte for byte"],
      [system.every((block) => block.cache_control !== undefined), "a layer has no breakpoint"],
      [ttls.length <= 4, `${ttls.length} breakpoints`],
      [!ttls.includes("1h", ttls.indexOf("5m") + 1) || ttls.indexOf("5m") < 0, "1h after 5m"],
      [blocks.at(-1)?.cache_control === undefined, "the instruction has a breakpoint"],
      [!isLong || blocks.some((block) => block.cache_control), "the history has no breakpoint"],
    ]),
  ];
}

function openaiRules(
  body: WireBody,
  { shared, capabilities }: { shared: string; capabilities: Capabilities },
): string[] {
  const [system, ...messages] = (body.messages ?? []) as readonly WireMessage[];
  const otherKey =
    capabilities.outputLimitKey === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  const wantsKey = capabilities.caching.startsWith("prompt-cache-");
  const isExplicit = JSON.stringify(body.prompt_cache_options) === '{"mode":"explicit"}';
  const parts = [system, ...messages].flatMap((message) =>
    typeof message?.content === "object" ? message.content : [],
  );
  const marked = parts.filter((part) => part.prompt_cache_breakpoint?.mode === "explicit");
  const key = body.prompt_cache_key;
  const content = system?.content;
  const first = typeof content === "string" ? content.slice(0, shared.length) : content?.[0]?.text;
  const plain = messages.every((message) => typeof message.content === "string");
  return [
    ...commonRules(body),
    ...turnRules(messages),
    ...broken([
      [
        system?.role === "system" && first === shared,
        "the shared layer is not first, byte for byte",
      ],
      [
        typeof body[capabilities.outputLimitKey] === "number",
        `${capabilities.outputLimitKey} is missing`,
      ],
      [!(otherKey in body), `${otherKey} is sent`],
      [JSON.stringify(body.stream_options) === '{"include_usage":true}', "usage is not asked for"],
      [
        wantsKey ? typeof key === "string" && key.length <= 64 : key === undefined,
        "wrong prompt_cache_key",
      ],
      [isExplicit ? marked.length > 0 : marked.length === 0, "breakpoints without their mode"],
      [!marked.includes(parts.at(-1)!), "the instruction has a breakpoint"],
      [capabilities.contentParts || plain, "content parts are sent"],
      [messages.every(({ name }) => name === undefined), "name is sent"],
      [!JSON.stringify(body).includes("cache_control"), "cache_control is sent"],
    ]),
  ];
}

function turnRules(messages: readonly WireMessage[]): string[] {
  const texts = messages.flatMap(({ content }) =>
    typeof content === "string" ? [content] : (content ?? []).map(({ text }) => text ?? ""),
  );
  return broken([
    [messages.length > 0 && texts.length > 0, "no messages"],
    [messages[0]?.role === "user", "the first turn is not user"],
    [messages.at(-1)?.role === "user", "the last turn is not user (prefill)"],
    [
      messages.every(({ role }, index) => index === 0 || role !== messages[index - 1]?.role),
      "roles do not alternate",
    ],
    [messages.every(({ role }) => role === "user" || role === "assistant"), "a strange role"],
    [
      messages.every(({ content }) => content !== undefined && content.length > 0),
      "a turn without content",
    ],
    [texts.every((text) => text.trim() !== ""), "an empty text block"],
  ]);
}

type Rule = readonly [holds: boolean, otherwise: string];

function broken(rules: readonly Rule[]): string[] {
  return rules.filter(([holds]) => !holds).map(([, otherwise]) => otherwise);
}

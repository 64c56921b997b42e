import { conformanceRequest } from "boardroom/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertPrompt as toAnthropic } from "../../src/models/anthropic/convert-prompt.ts";
import { findCapabilities } from "../../src/models/contract/capabilities.ts";
import type { ViewTurn } from "../../src/models/contract/model.ts";
import { convertPrompt as toOpenAi } from "../../src/models/openai/convert-prompt.ts";

const claude = {
  model: "claude-sonnet-5-5",
  capabilities: findCapabilities("anthropic", "claude-sonnet-5-5"),
};
const gpt = { model: "gpt-6-sol", capabilities: findCapabilities("openai", "gpt-6-sol") };

type OpenTurn = { role: ViewTurn["role"]; parts: string[] };
type Wire = { role: string; content: unknown };

/** Adds alternate turns and further parts of the last one, as a debate does. */
const growth = fc.array(
  fc.record({ own: fc.boolean(), text: fc.string({ minLength: 1, maxLength: 5 }) }),
  {
    minLength: 1,
    maxLength: 30,
  },
);

function grow(turns: OpenTurn[], own: boolean, text: string): void {
  const role = own ? "assistant" : "user";
  const last = turns.at(-1)!;
  if (last.role === role) last.parts.push(text);
  else turns.push({ role, parts: [text] });
}

function blocksOf(messages: readonly unknown[]): string[] {
  const turns = (messages as readonly Wire[]).filter(({ role }) => role !== "system");
  const blocks = turns.flatMap(({ role, content }) =>
    typeof content === "string"
      ? [`${role}: ${content}`]
      : (content as readonly { text: string }[]).map(({ text }) => `${role}: ${text}`),
  );
  return blocks.slice(0, -1);
}

describe("convertPrompt", () => {
  it("only ever adds blocks to what a member was sent before", () => {
    fc.assert(
      fc.property(growth, (steps) => {
        const turns: OpenTurn[] = [{ role: "user", parts: ["open"] }];
        let before: { claude: string[]; gpt: string[] } = { claude: [], gpt: [] };
        for (const { own, text } of steps) {
          grow(turns, own, text);
          const request = conformanceRequest({ turns });
          const after = {
            claude: blocksOf(toAnthropic(request, claude).messages),
            gpt: blocksOf(toOpenAi(request, gpt).messages),
          };
          expect(after.claude.slice(0, before.claude.length)).toEqual(before.claude);
          expect(after.gpt.slice(0, before.gpt.length)).toEqual(before.gpt);
          before = after;
        }
      }),
    );
  });

  it("gives the same body for a view seen before as for one never seen", () => {
    fc.assert(
      fc.property(growth, (steps) => {
        const turns: OpenTurn[] = [{ role: "user", parts: ["open"] }];
        for (const { own, text } of steps) {
          grow(turns, own, text);
          const request = conformanceRequest({ turns });
          const afresh = conformanceRequest({ turns: structuredClone(turns) });
          expect(toAnthropic(request, claude)).toEqual(toAnthropic(afresh, claude));
          expect(toOpenAi(request, gpt)).toEqual(toOpenAi(afresh, gpt));
        }
      }),
    );
  });

  it("marks where the history ended at this call and at the call before", () => {
    const turns: ViewTurn[] = [
      { role: "user", parts: ["open"] },
      { role: "assistant", parts: ["mine"] },
      { role: "user", parts: Array.from({ length: 25 }, (_, index) => `other ${index}`) },
      { role: "assistant", parts: ["mine again"] },
      { role: "user", parts: ["last"] },
    ];
    const { messages } = toAnthropic(conformanceRequest({ turns }), claude);
    const marked = messages.flatMap(({ content }) =>
      (content as readonly { text: string; cache_control?: unknown }[])
        .filter((block) => block.cache_control)
        .map(({ text }) => text),
    );
    expect(marked).toEqual(["other 24", "last"]);
  });

  const PARTS: ViewTurn[] = [
    { role: "user", parts: ["open", "other"] },
    { role: "assistant", parts: ["mine"] },
    { role: "user", parts: ["last"] },
  ];
  type Marked = { text: string; cache_control?: unknown; prompt_cache_breakpoint?: unknown };
  const markedTexts = (messages: readonly unknown[]) =>
    (messages as readonly Wire[]).flatMap(({ content }) =>
      typeof content === "string"
        ? []
        : (content as readonly Marked[])
            .filter((part) => part.cache_control ?? part.prompt_cache_breakpoint)
            .map(({ text }) => text),
    );

  it("marks every part but the instruction for OpenAI since GPT-5.6, and none before", () => {
    const request = conformanceRequest({
      shared: "all",
      individual: "own",
      openingVote: "vote",
      turns: PARTS,
    });
    const body = toOpenAi(request, gpt);
    expect(markedTexts(body.messages)).toEqual(["all", "vote", "open", "other", "last"]);
    expect(body.prompt_cache_options).toEqual({ mode: "explicit" });
    const old = toOpenAi(request, {
      model: "gpt-5",
      capabilities: findCapabilities("openai", "gpt-5"),
    });
    expect(JSON.stringify(old)).not.toMatch(/breakpoint|prompt_cache_options/);
    expect(old.prompt_cache_key).toBeDefined();
  });

  it("marks Claude's prompts through OpenRouter as the Messages API does, and no other model's", () => {
    const request = conformanceRequest({ shared: "all", individual: "own", turns: PARTS });
    const sent = (id: string) =>
      toOpenAi(request, { model: id, capabilities: findCapabilities("openrouter", id) });
    expect(markedTexts(sent("anthropic/claude-sonnet-5.5").messages)).toEqual([
      "all",
      "own",
      "other",
      "last",
    ]);
    expect(JSON.stringify(sent("openai/gpt-6.1-sol"))).not.toMatch(/cache_control|breakpoint/);
  });

  it("writes nothing of a seat's last prompt to a cache, and reads what its call before wrote", () => {
    const request = conformanceRequest({
      shared: "all",
      individual: "own",
      turns: PARTS,
      reused: "shared layer",
    });
    const { system, messages } = toAnthropic(request, claude);
    const all = [{ role: "system", content: system }, ...messages];
    expect(markedTexts(all)).toEqual(["all", "other"]);
    expect(markedTexts(toOpenAi(request, gpt).messages)).toEqual(["all", "open", "other"]);
    // An earlier call whose reply the history lacks, such as a vote, ended a part.
    const open = { role: "user" as const, parts: ["last", "new"] };
    const later = { ...request, turns: [...PARTS.slice(0, -1), open] };
    expect(markedTexts(toAnthropic(later, claude).messages)).toEqual(["last"]);
    expect(markedTexts(toOpenAi(later, gpt).messages)).toEqual(["all", "open", "other", "last"]);
    const router = {
      model: "anthropic/x",
      capabilities: findCapabilities("openrouter", "anthropic/x"),
    };
    expect(markedTexts(toOpenAi(later, router).messages)).toEqual(["all", "last"]);
    const first = { ...request, turns: PARTS.slice(0, 1) };
    expect(markedTexts(toAnthropic(first, claude).messages)).toEqual([]);
    const alone = conformanceRequest({ ...request, reused: "nothing" });
    const once = toAnthropic(alone, claude);
    expect(JSON.stringify([once, toOpenAi(alone, gpt)])).not.toMatch(/cache_control|_breakpoint/);
  });

  it("sends no schema that is told in words", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    for (const inWords of [false, true]) {
      const request = conformanceRequest({ json: { name: "a", schema, inWords } });
      expect(toAnthropic(request, claude).output_config === undefined).toBe(inWords);
      expect(toOpenAi(request, gpt).response_format === undefined).toBe(inWords);
      expect(JSON.stringify(toOpenAi(request, gpt)).includes("JSON Schema:")).toBe(inWords);
    }
  });

  it("never sends white space alone, and keeps all other text as it is", () => {
    const turns: ViewTurn[] = [
      { role: "user", parts: [" a ", "\n"] },
      { role: "assistant", parts: ["  "] },
      { role: "user", parts: ["b\n"] },
    ];
    const expected = ["user:  a ", "user: b\n"];
    expect(blocksOf(toAnthropic(conformanceRequest({ turns }), claude).messages)).toEqual(expected);
    expect(blocksOf(toOpenAi(conformanceRequest({ turns }), gpt).messages)).toEqual(expected);
  });

  it("keeps a cache key within 64 characters", () => {
    const cacheKey = "m".repeat(80);
    const key = toOpenAi(conformanceRequest({ cacheKey }), gpt).prompt_cache_key;
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(toOpenAi(conformanceRequest({ cacheKey: "short" }), gpt).prompt_cache_key).toBe("short");
    const [ada, ben] = ["m1:ada", "m1:ben"].map(
      (seat) => toOpenAi(conformanceRequest({ cacheKey: seat }), gpt).prompt_cache_key,
    );
    expect([ada, ben]).toEqual(["m1", "m1"]);
  });
});

import { readFileSync } from "node:fs";
import type { ModelRequest } from "boardroom";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { convertPrompt as toAnthropic } from "../../src/models/anthropic/convert-prompt.ts";
import { convertPrompt as toOpenAi } from "../../src/models/openai/convert-prompt.ts";
import { capabilitiesOf } from "../../src/models/port/capabilities.ts";

const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { member: { type: "string", minLength: 1 }, score: { type: "integer", minimum: 1, maximum: 5 } },
  required: ["member", "score"],
};

const turn = conformanceRequest();
const repair = conformanceRequest({ exchange: { reply: "I vote PERHAPS.", problem: "PERHAPS is no option." } });
const choice = conformanceRequest({ json: { name: "choice of speaker", schema } });
const opening = conformanceRequest({ turns: [], individual: "" });

const anthropic = (request: ModelRequest, sharedCacheTtl?: "1h") => {
  const model = "claude-sonnet-5-5";
  return toAnthropic(request, { model, capabilities: capabilitiesOf("anthropic", model), sharedCacheTtl });
};
const openai = (request: ModelRequest) => {
  const model = "gpt-6-sol";
  return toOpenAi(request, { model, capabilities: capabilitiesOf("openai", model) });
};
const plain = (request: ModelRequest) => {
  return toOpenAi(request, { model: "qwen", capabilities: capabilitiesOf("lab", "qwen") });
};

const SHAPES: readonly (readonly [file: string, body: unknown])[] = [
  ["anthropic-turn", anthropic(turn)],
  ["anthropic-turn-1h", anthropic(turn, "1h")],
  ["anthropic-repair", anthropic(repair)],
  ["anthropic-json", anthropic(choice)],
  ["anthropic-opening", anthropic(opening)],
  ["openai-turn", openai(turn)],
  ["openai-repair", openai(repair)],
  ["openai-json", openai(choice)],
  ["openai-opening", openai(opening)],
  ["plain-turn", plain(turn)],
  ["plain-repair", plain(repair)],
  ["plain-json", plain(choice)],
];

describe("the wire shape", () => {
  for (const [file, body] of SHAPES) {
    it(`of ${file} is the golden one`, () => {
      const golden = readFileSync(new URL(`golden/${file}.json`, import.meta.url), "utf8");
      expect(JSON.parse(JSON.stringify(body))).toEqual(JSON.parse(golden));
    });
  }
});

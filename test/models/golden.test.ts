import { readFileSync } from "node:fs";
import type { ModelRequest } from "boardroom";
import { conformanceRequest } from "boardroom/testing";
import { describe, expect, it } from "vitest";
import { selectSentFields } from "../../src/models/calls/endpoint-model.ts";
import { bodyOf } from "./endpoints.ts";

const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    member: { type: "string", minLength: 1 },
    score: { type: "integer", minimum: 1, maximum: 5 },
  },
  required: ["member", "score"],
};

const turn = conformanceRequest();
const repair = conformanceRequest({
  exchange: { reply: "I vote PERHAPS.", problem: "PERHAPS is no option." },
});
const choice = conformanceRequest({ json: { name: "choice of speaker", schema } });
const opening = conformanceRequest({ turns: [], individual: "" });

const CLAUDE = "anthropic:claude-sonnet-5-5";
const GPT = "openai:gpt-6-sol";

const SHAPES: readonly (readonly [file: string, spec: string, request: ModelRequest])[] = [
  ["anthropic-turn", CLAUDE, turn],
  ["anthropic-repair", CLAUDE, repair],
  ["anthropic-json", CLAUDE, choice],
  ["anthropic-opening", CLAUDE, opening],
  ["openai-turn", GPT, turn],
  ["openai-repair", GPT, repair],
  ["openai-json", GPT, choice],
  ["openai-opening", GPT, opening],
  ["plain-turn", "lab:qwen", turn],
  ["plain-repair", "lab:qwen", repair],
  ["plain-json", "lab:qwen", choice],
];

describe("the wire shape", () => {
  for (const [file, spec, request] of SHAPES) {
    it(`of ${file} is the golden one`, async () => {
      const body = await bodyOf(spec, request);
      const golden = readFileSync(new URL(`golden/${file}.json`, import.meta.url), "utf8");
      expect(body).toEqual(JSON.parse(golden));
    });
  }
});

it("is put into JSON once for each message, with the bytes that JSON.stringify has", () => {
  let times = 0;
  const message = { role: "user", toJSON: () => ({ role: "user", content: `"ä" ${++times}` }) };
  const sent = {
    model: "m",
    messages: [message, { role: "assistant" }],
    stream: true,
    top: undefined,
    stop: [],
  };
  const bytes = () => selectSentFields(sent, {}).body.toString();
  expect([bytes(), bytes()]).toEqual(Array(2).fill(JSON.stringify(sent).replace("2", "1")));
  expect(times).toBe(2);
});

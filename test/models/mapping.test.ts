import { describe, expect, it } from "vitest";
import {
  mapStop as anthropicStop,
  mapUsage as anthropicUsage,
} from "../../src/models/anthropic/anthropic-model.ts";
import { readFinish } from "../../src/models/calls/finish-reason.ts";
import { mapUsage as openaiUsage } from "../../src/models/openai/openai-model.ts";

describe("stop reasons", () => {
  it("of Anthropic mean end, length or a failure", () => {
    expect(anthropicStop("end_turn")).toEqual({ type: "stop", stop: "end" });
    expect(anthropicStop("stop_sequence")).toEqual({ type: "stop", stop: "end" });
    expect(anthropicStop("max_tokens")).toEqual({ type: "stop", stop: "length" });
    expect(anthropicStop("pause_turn")).toEqual({ type: "stop", stop: "length" });
    expect(anthropicStop("refusal")).toMatchObject({
      kind: "refused",
      message: "The model refused to answer.",
    });
    expect(anthropicStop("model_context_window_exceeded")).toMatchObject({
      kind: "context-too-long",
    });
  });

  it("of OpenAI and compatible servers mean end, length or a refusal", () => {
    expect(readFinish("stop", "")).toEqual({ type: "stop", stop: "end" });
    expect(readFinish("eos", "")).toEqual({ type: "stop", stop: "end" });
    expect(readFinish("length", "")).toEqual({ type: "stop", stop: "length" });
    expect(readFinish("content_filter", "")).toMatchObject({ kind: "refused" });
    expect(readFinish("stop", "I cannot.")).toMatchObject({
      kind: "refused",
      message: "The model refused: I cannot.",
    });
  });
});

describe("usage", () => {
  it("of Anthropic adds cached input to what it calls input", () => {
    const start = {
      input_tokens: 5,
      cache_read_input_tokens: 7,
      cache_creation_input_tokens: 2,
      output_tokens: 1,
    };
    expect(anthropicUsage(start)).toEqual({
      uncached: 5,
      cacheRead: 7,
      cacheWrite: 2,
      output: 1,
      reasoning: 0,
    });
    expect(anthropicUsage(start, { output_tokens: 9, input_tokens: 6 })).toMatchObject({
      uncached: 6,
      output: 9,
    });
  });

  it("of OpenAI takes cached input out of what it calls prompt", () => {
    const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 };
    expect(openaiUsage(usage)).toEqual({
      uncached: 10,
      cacheRead: 0,
      cacheWrite: 0,
      output: 4,
      reasoning: 0,
    });
    const cached = { ...usage, prompt_tokens_details: { cached_tokens: 7, cache_write_tokens: 2 } };
    expect(openaiUsage(cached)).toMatchObject({ uncached: 1, cacheRead: 7, cacheWrite: 2 });
  });

  it("never counts below zero when a server's numbers contradict each other", () => {
    const usage = {
      prompt_tokens: 3,
      completion_tokens: 1,
      total_tokens: 4,
      prompt_tokens_details: { cached_tokens: 9 },
    };
    expect(openaiUsage(usage)).toMatchObject({ uncached: 0, cacheRead: 3 });
  });

  it("is null where nothing was told", () => {
    expect(anthropicUsage(null)).toBeNull();
    expect(openaiUsage(undefined)).toBeNull();
  });
});

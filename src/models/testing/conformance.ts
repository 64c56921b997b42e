// The promises that each model must keep, as cases for any test runner.

import assert from "node:assert/strict";
import type { GenerateOptions, Model, ModelReply, ModelRequest } from "../contract/model.ts";

/** One promise of every model; `check` rejects if it is broken. */
export type ConformanceCase = {
  title: string;
  check: (model: Model) => Promise<void>;
};

/** For any test runner. Give each case a model that can answer at least two calls. */
export const MODEL_CONFORMANCE: readonly ConformanceCase[] = [
  { title: "names itself", check: checkNames },
  { title: "answers with text and a stop reason", check: checkText },
  { title: "streams exactly the text it answers", check: checkStream },
  { title: "counts tokens that add up, or tells nothing", check: checkTokens },
  { title: "answers without a listener", check: checkWithoutListener },
  { title: "does not change the request", check: checkRequestUntouched },
  { title: "answers two calls at once, each in full", check: checkTwoAtOnce },
  { title: "says cancelled when aborted before the call", check: checkEarlyAbort },
  { title: "says cancelled when aborted during the call", check: checkAbort },
  { title: "takes a repair exchange", check: checkExchange },
  { title: "resolves when asked for JSON", check: checkJson },
];

/** A request that every model must be able to answer, with your changes. */
export function conformanceRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    shared:
      "You sit on a board that decides one question. The question: should we hire the candidate?",
    individual: "You are Dr. Sarah Chen.",
    turns: [
      {
        role: "user",
        parts: ["The meeting is open.", "Prof. Rodriguez: I would like to hear from Dr. Chen."],
      },
      { role: "assistant", parts: ["The publication record is strong."] },
      { role: "user", parts: ["Prof. Rodriguez: Which papers do you mean?"] },
    ],
    instruction: "Dr. Chen, you have the floor.",
    maxOutputTokens: 1_000,
    cacheKey: "conformance/sarah-chen",
    chance: "00".repeat(32),
    ...changes,
  };
}

async function checkNames(model: Model): Promise<void> {
  for (const key of ["spec", "provider", "id"] as const) {
    assert.equal(typeof model[key], "string", `${key} is no text`);
    assert.notEqual(model[key], "", `${key} is empty`);
  }
  assert.equal(typeof model.capabilities.contentParts, "boolean", "capabilities are missing");
}

async function checkText(model: Model): Promise<void> {
  const answer = await requireAnswer(model);
  assert.notEqual(answer.text.trim(), "", "the answer has no text");
  assert.ok(["end", "length", "repeat"].includes(answer.stop), `stop is ${String(answer.stop)}`);
  assert.notEqual(answer.model, "", "the answer names no model");
}

async function checkStream(model: Model): Promise<void> {
  const pieces: string[] = [];
  const answer = await requireAnswer(model, { onText: (piece) => pieces.push(piece) });
  assert.equal(pieces.join(""), answer.text, "the streamed pieces are not the answer");
}

async function checkTokens(model: Model): Promise<void> {
  const { usage } = await requireAnswer(model);
  if (usage === null) return;
  for (const [name, count] of Object.entries(usage)) {
    assert.ok(Number.isInteger(count) && count >= 0, `usage.${name} is ${count}`);
  }
  assert.ok(usage.reasoning <= usage.output, "reasoning is more than output");
}

async function checkWithoutListener(model: Model): Promise<void> {
  await requireAnswer(model, { onText: undefined });
}

async function checkRequestUntouched(model: Model): Promise<void> {
  const request = deepFreeze(conformanceRequest());
  const before = JSON.stringify(request);
  await requireAnswer(model, {}, request);
  assert.equal(JSON.stringify(request), before, "the request was changed");
}

async function checkTwoAtOnce(model: Model): Promise<void> {
  const answerOnce = async () => {
    const heard: string[] = [];
    const { text } = await requireAnswer(model, { onText: (piece) => heard.push(piece) });
    return { heard, text };
  };
  for (const { heard, text } of await Promise.all([answerOnce(), answerOnce()]))
    assert.equal(heard.join(""), text, "the pieces of two calls were mixed");
}

async function checkEarlyAbort(model: Model): Promise<void> {
  const pieces: string[] = [];
  const signal = AbortSignal.abort();
  const reply = await model.generate(conformanceRequest(), {
    signal,
    onText: (piece) => pieces.push(piece),
  });
  assertCancelled(reply);
  assert.deepEqual(pieces, [], "text was streamed after the abort");
}

async function checkAbort(model: Model): Promise<void> {
  const controller = new AbortController();
  const reply = model.generate(conformanceRequest(), { signal: controller.signal });
  controller.abort();
  assertCancelled(await reply);
}

async function checkExchange(model: Model): Promise<void> {
  const exchange = { reply: "I vote PERHAPS.", problem: "PERHAPS is no option. Answer again." };
  await requireAnswer(model, {}, conformanceRequest({ exchange }));
}

async function checkJson(model: Model): Promise<void> {
  const schema = {
    type: "object",
    properties: { member: { type: "string" } },
    required: ["member"],
    additionalProperties: false,
  };
  const request = conformanceRequest({ json: { name: "choice", schema } });
  const reply = await model.generate(request, { signal: new AbortController().signal });
  assert.ok(reply.type === "answer" || reply.type === "failure", "no answer and no failure");
}

async function requireAnswer(
  model: Model,
  options: Partial<GenerateOptions> = {},
  request: ModelRequest = conformanceRequest(),
): Promise<Extract<ModelReply, { type: "answer" }>> {
  const reply = await model.generate(request, { signal: new AbortController().signal, ...options });
  if (reply.type === "failure")
    assert.fail(`expected an answer, got ${reply.kind}: ${reply.message}`);
  return reply;
}

function assertCancelled(reply: ModelReply): void {
  assert.equal(reply.type === "failure" ? reply.kind : reply.type, "cancelled");
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}

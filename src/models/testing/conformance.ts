import assert from "node:assert/strict";
import type { GenerateOptions, Model, ModelReply, ModelRequest } from "../contract/model.ts";

/** One promise of every model; `check` rejects if it is broken. */
export type ConformanceCase = {
  title: string;
  check: (model: Model) => Promise<void>;
};

/** For any test runner. Give each case a model that can answer at least two calls. */
export const MODEL_CONFORMANCE: readonly ConformanceCase[] = [
  { title: "names itself", check: namesItself },
  { title: "answers with text and a stop reason", check: answersWithText },
  { title: "streams exactly the text it answers", check: streamsItsAnswer },
  { title: "counts tokens that add up, or tells nothing", check: countsTokens },
  { title: "answers without a listener", check: answersUnheard },
  { title: "does not change the request", check: leavesRequest },
  { title: "answers two calls at once, each in full", check: answersTwoAtOnce },
  { title: "says cancelled when aborted before the call", check: obeysEarlyAbort },
  { title: "says cancelled when aborted during the call", check: obeysAbort },
  { title: "takes a repair exchange", check: takesExchange },
  { title: "resolves when asked for JSON", check: resolvesJson },
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

async function namesItself(model: Model): Promise<void> {
  for (const key of ["spec", "provider", "id"] as const) {
    assert.equal(typeof model[key], "string", `${key} is no text`);
    assert.notEqual(model[key], "", `${key} is empty`);
  }
  assert.equal(typeof model.capabilities.contentParts, "boolean", "capabilities are missing");
}

async function answersWithText(model: Model): Promise<void> {
  const answer = await answerOf(model);
  assert.notEqual(answer.text.trim(), "", "the answer has no text");
  assert.ok(["end", "length", "repeat"].includes(answer.stop), `stop is ${String(answer.stop)}`);
  assert.notEqual(answer.model, "", "the answer names no model");
}

async function streamsItsAnswer(model: Model): Promise<void> {
  const pieces: string[] = [];
  const answer = await answerOf(model, { onText: (piece) => pieces.push(piece) });
  assert.equal(pieces.join(""), answer.text, "the streamed pieces are not the answer");
}

async function countsTokens(model: Model): Promise<void> {
  const { usage } = await answerOf(model);
  if (usage === null) return;
  for (const [name, count] of Object.entries(usage)) {
    assert.ok(Number.isInteger(count) && count >= 0, `usage.${name} is ${count}`);
  }
  assert.ok(usage.reasoning <= usage.output, "reasoning is more than output");
}

async function answersUnheard(model: Model): Promise<void> {
  await answerOf(model, { onText: undefined });
}

async function leavesRequest(model: Model): Promise<void> {
  const request = deepFreeze(conformanceRequest());
  const before = JSON.stringify(request);
  await answerOf(model, {}, request);
  assert.equal(JSON.stringify(request), before, "the request was changed");
}

async function answersTwoAtOnce(model: Model): Promise<void> {
  const answered = async () => {
    const heard: string[] = [];
    const { text } = await answerOf(model, { onText: (piece) => heard.push(piece) });
    return { heard, text };
  };
  for (const { heard, text } of await Promise.all([answered(), answered()]))
    assert.equal(heard.join(""), text, "the pieces of two calls were mixed");
}

async function obeysEarlyAbort(model: Model): Promise<void> {
  const pieces: string[] = [];
  const signal = AbortSignal.abort();
  const reply = await model.generate(conformanceRequest(), {
    signal,
    onText: (piece) => pieces.push(piece),
  });
  assertCancelled(reply);
  assert.deepEqual(pieces, [], "text was streamed after the abort");
}

async function obeysAbort(model: Model): Promise<void> {
  const controller = new AbortController();
  const reply = model.generate(conformanceRequest(), { signal: controller.signal });
  controller.abort();
  assertCancelled(await reply);
}

async function takesExchange(model: Model): Promise<void> {
  const exchange = { reply: "I vote PERHAPS.", problem: "PERHAPS is no option. Answer again." };
  await answerOf(model, {}, conformanceRequest({ exchange }));
}

async function resolvesJson(model: Model): Promise<void> {
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

async function answerOf(
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

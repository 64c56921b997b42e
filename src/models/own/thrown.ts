// Guards models that a user wrote: what they throw or return becomes a reply, a failure or a clear
// error.

import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { mapHttpError, readError } from "../calls/map-http-error.ts";
import { createCancelled, createFailure } from "../contract/failure.ts";
import { Mask } from "../contract/mask.ts";
import type { Model, ModelFailure, ModelReply } from "../contract/model.ts";

/** By a server's status where the error has one, else a passing mistake that is tried again. */
export function toFailure(error: unknown): ModelFailure {
  const read = readError(error);
  if (read.status === undefined)
    return createFailure("malformed", `the model threw: ${NO_KEY.hideAllKeys(read.message)}`);
  const { kind, message, facts } = mapHttpError(read);
  return createFailure(kind, NO_KEY.hideAllKeys(message), facts);
}

const NO_KEY = new Mask([]);

/** Throws `model-invalid`. It may come from a program without types. */
export function requireModel(seat: string, make: () => Model): Model {
  const model: unknown = makeModel(seat, make);
  const parsed = modelSchema.safeParse(model);
  if (parsed.success) return model as Model;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".");
  throw createInvalidModel(
    seat,
    where ? `${where}: ${issue?.message}` : `createModel gave ${describeValue(model)}`,
  );
}

const modelSchema = z.looseObject({
  spec: z.string().min(1),
  provider: z.string().min(1),
  id: z.string(),
  capabilities: z.looseObject({}),
  generate: z.custom((value) => typeof value === "function", "is no function"),
});

function makeModel(seat: string, make: () => Model): unknown {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof BoardroomError) throw cause;
    throw createInvalidModel(
      seat,
      `createModel threw: ${NO_KEY.hideAllKeys(readError(cause).message)}`,
      cause,
    );
  }
}

/** An error that a model throws is the world's, told by its status. What is no reply is its author's fault: throws `model-invalid`. */
export async function callOwnModel(
  { spec }: Model,
  seat: string,
  { signal, passes }: { signal: AbortSignal; passes: (error: unknown) => boolean },
  call: () => Promise<ModelReply>,
): Promise<ModelReply> {
  let reply: unknown;
  try {
    reply = await call();
  } catch (error) {
    if (error instanceof BoardroomError || passes(error)) throw error;
    return signal.aborted ? createCancelled() : toFailure(error);
  }
  if (replySchema.safeParse(reply).success) return reply as ModelReply;
  throw createInvalidModel(
    seat,
    `${spec} gave ${describeValue(reply)}, which is not a text or a reply`,
  );
}

const replySchema = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("answer"),
    text: z.string(),
    stop: z.enum(["end", "length", "repeat"]),
    usage: z.looseObject({}).nullable(),
    model: z.string(),
    requestId: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal("failure"),
    kind: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    partialText: z.string(),
    retryAfterMs: z.number().optional(),
    requestId: z.string().optional(),
  }),
]);

function describeValue(value: unknown): string {
  if (typeof value === "object" && value !== null)
    return `an object with ${Object.keys(value).join(", ") || "nothing in it"}`;
  return value === null ? "null" : typeof value;
}

function createInvalidModel(seat: string, what: string, cause?: unknown): BoardroomError {
  return new BoardroomError(
    "model-invalid",
    {
      message: `the model of ${JSON.stringify(seat)} cannot be used: ${what}`,
      remedy:
        "functionModel makes one of a function; docs/how-to/write-a-model.md shows what a model returns.",
    },
    cause === undefined ? {} : { cause },
  );
}

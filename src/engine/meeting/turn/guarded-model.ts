import { z } from "zod";
import { BoardroomError } from "../../../errors.ts";
import { thrownFailure } from "../../../models/own/thrown.ts";
import { cancelled, withoutKey } from "../../../models/port/failure.ts";
import type { Model, ModelReply } from "../../../models/port/model.ts";
import { MeetingStop } from "../contract/stop.ts";

const REMEDY = "functionModel makes one of a function; docs/how-to/write-a-model.md tells what a model gives.";

/** Throws `model-invalid`. It may come from a program without types. */
export function requireModel(seat: string, make: () => Model): Model {
  const model: unknown = made(seat, make);
  const parsed = modelSchema.safeParse(model);
  if (parsed.success) return model as Model;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".");
  throw invalid(seat, where ? `${where}: ${issue?.message}` : `createModel gave ${shown(model)}`);
}

const modelSchema = z.looseObject({
  spec: z.string().min(1),
  provider: z.string().min(1),
  id: z.string(),
  capabilities: z.looseObject({}),
  generate: z.custom((value) => typeof value === "function", "is no function"),
});

function made(seat: string, make: () => Model): unknown {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof BoardroomError) throw cause;
    throw invalid(seat, `createModel threw: ${withoutKey(messageOf(cause), "")}`, cause);
  }
}

/** An error that a model throws is the world's, told by its status. What is no reply is its author's fault: throws `model-invalid`. */
export async function replyOf(
  { spec }: Pick<Model, "spec">,
  seat: string,
  { signal }: { readonly signal: AbortSignal },
  call: () => Promise<ModelReply>,
): Promise<ModelReply> {
  let reply: unknown;
  try {
    reply = await call();
  } catch (error) {
    if (error instanceof BoardroomError || error instanceof MeetingStop) throw error;
    return signal.aborted ? cancelled() : thrownFailure(error);
  }
  if (replySchema.safeParse(reply).success) return reply as ModelReply;
  throw invalid(seat, `${spec} gave ${shown(reply)}, which is neither a text nor a reply`);
}

const replySchema = z.discriminatedUnion("type", [
  z.looseObject({
    type: z.literal("answer"),
    text: z.string(),
    stop: z.enum(["end", "length", "repeat"]),
    usage: z.looseObject({}).nullable(),
    model: z.string(),
  }),
  z.looseObject({
    type: z.literal("failure"),
    kind: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    partialText: z.string(),
  }),
]);

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return typeof value === "object"
    ? `an object with ${Object.keys(value).join(", ") || "nothing in it"}`
    : typeof value;
}

function invalid(seat: string, what: string, cause?: unknown): BoardroomError {
  return new BoardroomError(
    "model-invalid",
    { message: `the model of ${JSON.stringify(seat)} cannot be used: ${what}`, remedy: REMEDY },
    cause === undefined ? {} : { cause },
  );
}

import { BoardroomError, type ErrorCode } from "../../errors.ts";
import { nextWait, type RetryPolicy } from "../../models/calls/retry.ts";
import { createPromptCheck } from "../../models/calls/whole-prompt.ts";
import type { Model, ModelAnswer, ModelRequest, Usage } from "../../models/port/model.ts";
import { sleep } from "../../models/port/sleep.ts";
import { type Io, print } from "../process/io.ts";

/** A call that began and told no usage counts as its dearest. */
export type CallUse = { readonly usage: Usage | null; readonly began: boolean };

type Asking = {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly policy: RetryPolicy;
  readonly charge: (call: CallUse) => void;
  readonly isOneAttempt: boolean;
  readonly told: { readonly code: ErrorCode; readonly failed: string };
};

/** Tries again after each failure that may pass, and says so. */
export async function askUntilAnswered(
  io: Io,
  { model, request, policy, charge, told, isOneAttempt }: Asking,
): Promise<ModelAnswer> {
  const signal = io.stopSignal();
  let waitedMs = 0;
  for (let attempt = 1; ; attempt++) {
    const given = await model.generate(request, { signal });
    const reply = createPromptCheck()({ model, speaker: "", request, reply: given });
    charge({ usage: reply.usage ?? null, began: reply.type === "answer" || reply.partialText !== "" });
    if (reply.type === "answer") return reply;
    const wait = isOneAttempt ? null : nextWait(reply, attempt, policy, 0, { waitedMs, spentMs: waitedMs });
    if (wait === null)
      throw new BoardroomError(told.code, {
        spec: model.spec,
        message: `${model.spec} ${told.failed}: ${reply.message}`,
        remedy: `It failed: ${reply.kind}. Nothing was written.`,
      });
    print(io.stderr, [
      `${model.spec} did not answer (${reply.kind}); asked again in ${Math.ceil(wait / 1000)} s`,
    ]);
    await sleep(wait, signal);
    waitedMs += wait;
  }
}

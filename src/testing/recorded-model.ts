// A model for tests that answers from the calls of a recorded meeting, so that a changed protocol
// or prompt is found. Part of `boardroom/testing`.

import { RECORDED } from "../engine/meeting/runtime.ts";
import {
  type FinishedCall,
  isFinishedCall,
  type MeetingEvent,
} from "../engine/transcript/events.ts";
import { BoardroomError } from "../errors.ts";
import { IN_PROCESS_CAPABILITIES } from "../models/contract/capabilities.ts";
import { createCancelled, createFailure, streamText } from "../models/contract/failure.ts";
import type { FailureKind, Model, ModelReply, ModelRequest } from "../models/contract/model.ts";
import { hashRequest } from "../models/contract/request-hash.ts";

export type RecordedOptions = {
  /** Seat whose calls are replayed; default every call, in the order of the file. */
  speaker?: string;
  /** Answers even where the request differs from the recorded one. */
  loose?: boolean;
};

/** The nth call gets the nth recorded reply. Rejects with `recording-mismatch` unless `loose`. */
export function createRecordedModel(
  events: Iterable<MeetingEvent>,
  options: RecordedOptions = {},
): Model {
  const { speaker, loose = false } = options;
  const calls = [...events].filter(
    (event): event is FinishedCall =>
      isFinishedCall(event) && (speaker === undefined || event.speaker === speaker),
  );
  const spec = calls[0]?.asked ?? "recorded";
  let asked = 0;
  return {
    spec,
    provider: RECORDED,
    id: spec,
    capabilities: IN_PROCESS_CAPABILITIES,
    deterministic: true,
    async generate(request, { signal, onText }) {
      if (signal.aborted) return createCancelled();
      const call = calls[asked++];
      if (call === undefined) return refuseFurtherCall(calls.length, asked, speaker);
      if (!loose) checkRequest(call, request, asked);
      return await streamText(toModelReply(call), { signal, onText });
    },
  };
}

function refuseFurtherCall(
  recorded: number,
  asked: number,
  speaker: string | undefined,
): ModelReply {
  const whose = speaker === undefined ? "" : ` of ${speaker}`;
  return createFailure(
    "bad-request",
    `The recording holds ${recorded} calls${whose}, and this is call ${asked}.`,
  );
}

function checkRequest(call: FinishedCall, request: ModelRequest, nth: number): void {
  const found = hashRequest(request);
  if (found === call.request) return;
  throw new BoardroomError("recording-mismatch", {
    message:
      `Call ${nth} of ${call.speaker}, recorded at path ${call.path}, was asked something else: ` +
      `request ${found.slice(0, 12)}, recorded ${call.request.slice(0, 12)}.`,
    remedy:
      "Use the scenario and settings of the recording, or pass `loose: true` to take its replies anyway.",
  });
}

function toModelReply(call: FinishedCall): ModelReply {
  if (call.type === "call.answered") {
    const { text, stop, usage, answered, requestId } = call;
    return { type: "answer", text, stop, usage, model: answered, requestId };
  }
  // A recorded wait means that the call was tried again.
  return createFailure(call.kind as FailureKind, call.message, {
    partialText: call.partial,
    retryable: call.retryInMs !== null,
    retryAfterMs: call.retryInMs ?? undefined,
    requestId: call.requestId,
  });
}

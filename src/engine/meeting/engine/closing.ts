import { BoardroomError } from "../../../errors.ts";
import { isRecord } from "../../../lists.ts";
import type { Draft, MeetingEvent, Outcome } from "../../transcript/events.ts";
import { inOrder } from "../../transcript/journal.ts";
import type { MeetingState } from "../../transcript/state.ts";
import type { Protocol } from "../contract/protocol.ts";
import type { TellInRecord } from "../contract/tell-in-record.ts";
import { closingReason } from "../money/limits.ts";
import { asHeard } from "./heard.ts";

type MeetingEnd = {
  readonly state: MeetingState;
  readonly protocol: Protocol;
  readonly tell: TellInRecord;
};

export function closingDraft(
  outcome: Outcome,
  path: string,
  { state, protocol, tell }: MeetingEnd,
): Draft<"meeting.closed"> {
  const reason = protocol.closing?.(state) ?? closingReason(state);
  const heard = asHeard(outcome, state);
  const told = tell.atClose(state, heard);
  return { type: "meeting.closed", path, at: state.now, reason, outcome: heard, ...told };
}

export function requireSameClosing(recorded: MeetingEvent, draft: Draft): void {
  const { seq: _, prev: __, ...found } = recorded;
  const difference = firstDifference(found, inOrder(draft), "");
  if (difference === null) return;
  throw new BoardroomError("transcript-mismatch", {
    message: difference,
    remedy: "The record was changed. Restore it from a copy.",
  });
}

function firstDifference(recorded: unknown, made: unknown, field: string): string | null {
  if (isRecord(recorded) && isRecord(made)) {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(made)])) {
      const within = field === "" ? name : `${field}.${name}`;
      const difference = firstDifference(recorded[name], made[name], within);
      if (difference !== null) return difference;
    }
    return null;
  }
  const [found, expected] = [JSON.stringify(recorded) ?? "absent", JSON.stringify(made) ?? "absent"];
  return found === expected ? null : `${field} is ${found}; recounted it is ${expected}`;
}

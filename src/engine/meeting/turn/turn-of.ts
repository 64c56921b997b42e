import type { z } from "zod";
import type { Message } from "../../scaffold/message.ts";
import type { Draft } from "../../transcript/events.ts";
import type { TurnEnding } from "../../transcript/folding/repairs.ts";
import type { Cue, Turn } from "../contract/floor.ts";

export function turnOf<Reply>(ending: TurnEnding, cue: Cue<Reply>): Turn<Reply> {
  switch (ending.type) {
    case "turn.passed":
      return { status: "passed" };
    case "turn.absent":
      return { status: "absent", reason: ending.reason };
    case "ballot.cast": {
      const message = ballotMessage(ending);
      return {
        status: "spoke",
        reply: cue.reply ? replyOf(ending, cue.reply, cue) : (message as Reply),
        message,
      };
    }
    case "message.spoken":
      return {
        status: "spoke",
        reply: cue.reply ? cue.reply.parse(ending.reply) : (ending as unknown as Reply),
        message: ending,
      };
    default:
      return ending satisfies never;
  }
}

function replyOf<Reply>(
  { parse, reply }: Draft<"ballot.cast">,
  schema: z.ZodType<Reply>,
  { verbatim }: Cue<Reply>,
): Reply {
  return parse === "failed" && verbatim ? verbatim.unread : schema.parse(reply);
}

function ballotMessage(ballot: Draft<"ballot.cast">): Message {
  const { speaker, at, verdict, abstains, reasoning, wouldChange, confidence, text: content = "" } = ballot;
  const silent = { to: null, artifacts: [], ready: false, withdrawn: false, content };
  return {
    id: `b${ballot.path}`,
    at,
    speaker,
    verdict,
    ...(abstains && { abstains }),
    reasoning,
    wouldChange,
    confidence,
    ...silent,
  };
}

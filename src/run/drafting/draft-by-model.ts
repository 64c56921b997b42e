import type { ApprovalFlags } from "../../home/money/approval.ts";
import { askModel } from "../../home/money/ask-model.ts";
import type { Io } from "../../home/process/io.ts";
import type { CallFlags } from "../../home/settings/models.ts";
import type { OuterSettings } from "../../home/settings/settings.ts";
import { type DraftedFrame, type DraftTask, draftedFrame, draftRequest } from "../asking/draft.ts";
import { warnOfKeys } from "../prepare/told-before.ts";

type ToDraft = {
  readonly spec: string;
  readonly task: DraftTask;
  readonly outer: OuterSettings;
  readonly flags: ApprovalFlags & CallFlags;
};

/** Tokens of the longest draft, and of a usual one. */
const MOST_OUTPUT = 6_000;
const USUAL = 1_500;

/** If the draft does not hold, the plain frame; null without approval. */
export async function draftByModel(
  io: Io,
  { spec, task, outer, flags }: ToDraft,
): Promise<DraftedFrame | null> {
  const { frame, documents } = task;
  warnOfKeys(io, { documents });
  const answered = await askModel(io, {
    ...{ spec, outer, flags, most: MOST_OUTPUT, expected: USUAL },
    request: draftRequest(task, MOST_OUTPUT),
    told: {
      as: "framer",
      does: "Framing",
      is: "framing",
      ask: "Have it framed? [y/N] ",
      nothing: "Nothing was framed.",
      without: "Remove --model: the plain frame costs nothing.",
      code: "draft-failed",
      failed: "has drafted nothing",
    },
  });
  if (answered === null) return null;
  const drafted = draftedFrame(answered.answer.text, task, spec);
  if (drafted) return drafted;
  const note = `${spec} drafted nothing that can be used. The plain frame is used instead.`;
  return { frame: { ...frame, notes: [...frame.notes, note] }, isForCandidates: false };
}

// The approval of many meetings at once: of a study, and of a board test.

import { chooseTier, describeUnknownPrice, roundUpApproval } from "../../engine/money/approval.ts";
import type { Io } from "../../home/process/io.ts";
import {
  type ApprovalFlags,
  requestApproval,
  UNNAMED_PERSON,
} from "../../home/spending/approvals.ts";
import type { StudyPlan } from "../opening/plan.ts";
import type { StudyApproval } from "./study-executor.ts";

type ApprovalOfMany = {
  /** "These meetings need your approval". */
  what: string;
  /** Said if the price is known. */
  price: string;
  /** Null if a price is unknown. */
  dollars: number | null;
  unpriced: StudyPlan["unpriced"];
  isFree?: boolean;
  /** Dollars that are never passed; default: the price, rounded up to a step of approval. */
  limit?: number | null;
  ask: string;
  nothing: string;
};

/** Null without approval; stderr says why. */
export async function approveCalls(
  io: Io,
  flags: ApprovalFlags,
  { what, price, dollars, unpriced, isFree = false, limit = null, ask, nothing }: ApprovalOfMany,
): Promise<StudyApproval | null> {
  const usual = dollars === null ? Number.POSITIVE_INFINITY : roundUpApproval(dollars);
  const tier = isFree ? "low" : chooseTier(dollars, unpriced.models.length > 0);
  const known = dollars === null ? describeUnknownPrice(unpriced.models, unpriced.tokens) : price;
  const answer = await requestApproval(
    io,
    { tier, says: `${what}: ${known}`, ask, nothing },
    flags,
  );
  if (answer === null) return null;
  return {
    by: flags.as ?? UNNAMED_PERSON,
    because: answer.because ?? flags.because,
    upTo: limit ?? usual,
  };
}

import { above } from "../../engine/meeting/contract/compare.ts";
import { type Consent, STANDARD_TO, type Tier } from "../../engine/meeting/money/approval.ts";
import { type Io, print } from "../process/io.ts";
import { calledWith } from "../process/next-command.ts";

/** If the flags name no one. */
export const SOMEBODY = "the person who ran it";

const WHY = `Above $${STANDARD_TO}: why is it needed? `;

export type ApprovalFlags = { readonly approve?: boolean; readonly because?: string; readonly as?: string };

type ApprovalAsked = {
  /** Of the price: low needs no approval, standard a yes, necessity a reason too. */
  readonly tier: Tier;
  /** What needs it, and why: "This meeting needs your approval: it is expected to cost $4.10". */
  readonly says: string;
  readonly ask: string;
  readonly nothing: string;
};

/** The only question about money, for every command, the server and agents. Null without approval; stderr says why. */
export async function approvalFor(
  io: Io,
  { tier, says, ask, nothing }: ApprovalAsked,
  flags: ApprovalFlags,
): Promise<{ because?: string } | null> {
  if (tier === "low") return {};
  print(io.stderr, [`${says}.`]);
  const answer = await answerOf(io, flags, tier === "necessity", ask);
  if (answer === null) print(io.stderr, howToApprove(io, tier === "necessity", nothing));
  return answer;
}

function howToApprove(io: Pick<Io, "argv">, needsReason: boolean, nothing: string): readonly string[] {
  const line = calledWith(io, "--approve", ...(needsReason ? ["--because", "..."] : []));
  const reason = needsReason ? ", and replace the dots with the reason" : "";
  return [`${nothing} To approve it${reason}:`, `Next: ${line}`];
}

async function answerOf(
  { ask }: Pick<Io, "ask">,
  { approve, because }: ApprovalFlags,
  needsReason: boolean,
  question: string,
): Promise<{ because?: string } | null> {
  const reason = because?.trim() ? { because: because.trim() } : {};
  if (approve && (!needsReason || reason.because)) return reason;
  if (approve || !ask || !isYes(await ask(question))) return null;
  if (!needsReason || reason.because) return reason;
  const why = (await ask(WHY))?.trim();
  return why ? { because: why } : null;
}

/** For the next step of a meeting's price, while it runs. An approval given ahead is good for one step. */
export function consentAt(io: Pick<Io, "ask">, ahead: ApprovalFlags | undefined): Consent {
  let given = ahead;
  return async (dollars, upTo) => {
    const needsReason = above(upTo, STANDARD_TO);
    if (given?.approve && (await answerOf({}, given, needsReason, "")) !== null) {
      given = undefined;
      return true;
    }
    const asked = `The next call may bring this meeting to $${dollars.toFixed(2)}. Continue, up to $${upTo}? [y/N] `;
    return (await answerOf(io, {}, needsReason, asked)) !== null;
  };
}

function isYes(text: string | null | undefined): boolean {
  return /^y(?:es)?$/i.test(text?.trim() ?? "");
}

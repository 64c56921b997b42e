import { STANDARD_TO, type Tier } from "../../engine/meeting/money/approval.ts";
import { type Io, print } from "../process/io.ts";
import { calledWith } from "../process/next-command.ts";

export const WHY = `Above $${STANDARD_TO}: why is it needed? `;

export type LeaveFlags = { readonly approve?: boolean; readonly because?: string; readonly as?: string };

type LeaveWords = {
  readonly ask: string;
  readonly nothing: string;
};

/** Dollars: under 1 nobody is asked; above 3 a yes needs a reason. Null without leave; stderr says why. */
export async function askLeave(
  io: Io,
  tier: Tier,
  flags: LeaveFlags,
  { ask, nothing }: LeaveWords,
): Promise<{ because?: string } | null> {
  if (tier === "low") return {};
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
  io: Io,
  flags: LeaveFlags,
  needsReason: boolean,
  question: string,
): Promise<{ because?: string } | null> {
  const { approve, because } = flags;
  const reason = because?.trim() ? { because: because.trim() } : {};
  if (approve) return needsReason && !reason.because ? null : reason;
  if (!io.ask || !isYes(await io.ask(question))) return null;
  if (!needsReason || reason.because) return reason;
  const why = (await io.ask(WHY))?.trim();
  return why ? { because: why } : null;
}

export function isYes(text: string | null | undefined): boolean {
  return /^y(?:es)?$/i.test(text?.trim() ?? "");
}

import { resolve } from "node:path";
import type { Approvals } from "../meeting/approval.ts";
import { appraise, needsApproval } from "../meeting/approval.ts";
import type { Ports } from "../meeting/ports.ts";
import type { Consent } from "../meeting/purse.ts";
import { openApprovals } from "./approvals-store.ts";
import { EXIT } from "./exit-codes.ts";
import { type Io, print } from "./io.ts";
import { openLedger } from "./ledger.ts";
import type { Prepared } from "./prepare.ts";
import type { OuterSettings } from "./settings.ts";

/** Folder under which transcripts, ledger and approvals stand together. */
export function transcriptsOf({ cwd }: Pick<Io, "cwd">, { environment, file }: OuterSettings): string {
  return resolve(cwd, environment.out ?? file.out ?? "transcripts");
}

/** Wall time, ISO 8601. */
export function wallClock({ now }: Pick<Io, "now">): () => string {
  return now ?? (() => new Date().toISOString());
}

/** What meetings spend from, and who is asked before a meeting becomes dearer than expected. */
export function moneyPorts(io: Io, outer: OuterSettings, isAgreed = false): Pick<Ports, "purse" | "consent"> {
  const folder = transcriptsOf(io, outer);
  return {
    purse: openLedger({ folder, budget: outer.budget, now: wallClock(io) }),
    consent: isAgreed ? () => Promise.resolve(true) : consentAt(io),
  };
}

function consentAt({ ask }: Io): Consent {
  return async (dollars) =>
    isYes(
      await ask?.(
        `This meeting was expected to stay below $1; the next call may bring it to $${dollars.toFixed(2)}. Go on? [y/N] `,
      ),
    );
}

export type LeaveFlags = { readonly approve?: boolean; readonly because?: string; readonly as?: string };

/** Who gave leave for which price. */
export type Given = { readonly by: string; readonly at: string; readonly estimatedCost: number | null };

/** Leave to open a meeting: given by whoever runs it, or already on file; else the exit code, and stderr says why. */
export async function leaveToRun(
  io: Io,
  { scenario, protocol, outer }: Prepared,
  asked: { readonly scenario: string; readonly flags: LeaveFlags },
): Promise<
  | { readonly approvals?: Approvals; readonly isApproved: boolean; readonly given?: Given }
  | { readonly exit: number }
> {
  const { flags } = asked;
  const appraisal = appraise(scenario, protocol, outer.models.prices);
  const needs = needsApproval(appraisal, undefined);
  if (needs.length === 0) return { isApproved: flags.approve === true };
  const store = openApprovals(transcriptsOf(io, outer));
  print(io.stderr, [`This meeting needs your approval: ${needs.join("; ")}.`]);
  const answer = await answerOf(io, flags, appraisal.tier === "necessity");
  if (answer === null) {
    const more = appraisal.tier === "necessity" ? " --because TEXT, the reason why it is needed" : "";
    print(io.stderr, [`Nothing was held. To approve it: boardroom run --approve${more}`]);
    return { exit: EXIT.waiting };
  }
  const by = flags.as ?? "whoever ran it";
  const at = wallClock(io)();
  const { title, question } = scenario;
  const { because: reason } = answer;
  const proposal = store.propose({
    ...appraisal,
    by,
    at,
    title,
    question,
    scenario: asked.scenario,
    flags: { ...flags },
  });
  store.decide(proposal.id, { decision: "approved", by, at, ...(reason !== undefined && { because: reason }) });
  const given = { by, at, estimatedCost: appraisal.estimate };
  return { approvals: store.approvals(proposal.id), isApproved: true, given };
}

async function answerOf(io: Io, flags: LeaveFlags, needsReason: boolean): Promise<{ because?: string } | null> {
  const { approve, because } = flags;
  const reason = because?.trim() ? { because: because.trim() } : {};
  if (approve) return needsReason && !reason.because ? null : reason;
  if (!io.ask || !isYes(await io.ask("Hold it? [y/N] "))) return null;
  if (!needsReason || reason.because) return reason;
  const why = (await io.ask("Above $3: why is it needed? "))?.trim();
  return why ? { because: why } : null;
}

function isYes(text: string | null | undefined): boolean {
  return /^y(?:es)?$/i.test(text?.trim() ?? "");
}

import { resolve } from "node:path";
import type { Approvals } from "../meeting/approval.ts";
import { appraise, needsApproval } from "../meeting/approval.ts";
import type { Ports } from "../meeting/ports.ts";
import type { Consent } from "../meeting/purse.ts";
import type { Seat } from "../scenario/scenario.ts";
import type { MeetingEvent } from "../transcript/events.ts";
import { openApprovals } from "./approvals-store.ts";
import { EXIT } from "./exit-codes.ts";
import { type Io, print } from "./io.ts";
import { openLedger } from "./ledger.ts";
import { withinMeeting } from "./meeting-budget.ts";
import type { Prepared } from "./prepare.ts";
import type { OuterSettings } from "./settings.ts";
import { WHOEVER } from "./who-and-what.ts";

/** Folder under which transcripts, ledger and approvals stand together. */
export function transcriptsOf({ cwd }: Pick<Io, "cwd">, { environment, file }: OuterSettings): string {
  return resolve(cwd, environment.out ?? file.out ?? "transcripts");
}

/** Wall time, ISO 8601. */
export function wallClock({ now }: Pick<Io, "now">): () => string {
  return now ?? (() => new Date().toISOString());
}

/**
 * What meetings spend from, and who is asked before a meeting becomes dearer than expected. `events`: those of a meeting
 * on record; a new one has the budget for one meeting among its limits.
 */
export function moneyPorts(
  io: Io,
  outer: OuterSettings,
  isAgreed = false,
  events?: readonly MeetingEvent[],
): Pick<Ports, "purse" | "consent"> {
  const folder = transcriptsOf(io, outer);
  const { meeting } = outer.budget;
  const ledger = openLedger({ folder, budget: outer.budget, now: wallClock(io) });
  return {
    purse: events && meeting !== undefined ? withinMeeting(ledger, meeting, events) : ledger,
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

/** What is to be held, and how it was asked for. */
type Asked = {
  /** The command and what it names, such as `boardroom run hiring`. */
  readonly command: string;
  /** As the proposal on file has it. */
  readonly scenario: string;
  readonly flags: LeaveFlags;
  /** Seats as a fork has them. */
  readonly seats?: readonly Seat[];
};

/** Leave to open a meeting: given by whoever runs it, or already on file; else the exit code, and stderr says why. */
export async function leaveToRun(
  io: Io,
  { scenario, protocol, outer }: Pick<Prepared, "scenario" | "protocol" | "outer">,
  asked: Asked,
): Promise<
  | { readonly approvals?: Approvals; readonly isApproved: boolean; readonly given?: Given }
  | { readonly exit: number }
> {
  const { flags } = asked;
  const appraisal = appraise(scenario, protocol, outer.models, asked.seats);
  const needs = needsApproval(appraisal, undefined);
  const by = flags.as ?? WHOEVER;
  const at = wallClock(io)();
  const given = { by, at, estimatedCost: appraisal.estimate };
  if (needs.length === 0) {
    return { isApproved: flags.approve === true, ...(!appraisal.isFree && { given }) };
  }
  const store = openApprovals(transcriptsOf(io, outer));
  print(io.stderr, [`This meeting needs your approval: ${needs.join("; ")}.`]);
  const answer = await answerOf(io, flags, appraisal.tier === "necessity");
  if (answer === null) {
    const more = appraisal.tier === "necessity" ? " --because TEXT, the reason why it is needed" : "";
    print(io.stderr, [`Nothing was held. To approve it: ${asked.command} ... --approve${more}`]);
    return { exit: EXIT.waiting };
  }
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

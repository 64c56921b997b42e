// Prepares a new or a recorded meeting with its approval, up to the point where `run.ts` runs it.
// The commands and the pages call it.

import { randomInt } from "node:crypto";
import { join, resolve } from "node:path";
import type { Meeting } from "../engine/meeting/open-meeting.ts";
import type { Approvals, ProposedBy } from "../engine/money/approval.ts";
import type { Raise } from "../engine/money/limits.ts";
import type { ModelPlan } from "../engine/money/plan.ts";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { type Journal, readTranscript, reopenJournal } from "../engine/transcript/journal.ts";
import { createUsageError, type Io } from "../home/process/io.ts";
import { readProtocolName } from "../home/records/outputs.ts";
import { prepareTranscript } from "../home/records/transcript-folder.ts";
import { loadCustomCode } from "../home/settings/own-code.ts";
import { requireRecordedProtocol } from "../home/settings/protocols.ts";
import { readSettings } from "../home/settings/settings.ts";
import type { ApprovalFlags } from "../home/spending/approvals.ts";
import { openApproved } from "../home/spending/approved-meetings.ts";
import {
  computeApprovedDollars,
  requestResumeApproval,
  requestRunApproval,
} from "../home/spending/money.ts";
import { toSlug } from "../scenario/files/paths.ts";
import { requireLargeEnoughWindows } from "./prepare/context-windows.ts";
import { type Prepared, prepare, requireSpeakers } from "./prepare/prepare.ts";
import { type ScenarioFlags, withPlaces } from "./prepare/scenario-flags.ts";
import type { ToRun } from "./run.ts";
import { type Audience, openSession } from "./session.ts";

export type NewMeetingFlags = ScenarioFlags & ApprovalFlags & { output?: string; wait?: boolean };

export type Approved = {
  prepared: Prepared;
  plans: readonly ModelPlan[];
  context?: readonly string[];
  approvals?: Approvals | undefined;
  proposedBy?: ProposedBy;
  ahead?: ApprovalFlags | undefined;
};

/** Prepares a meeting and asks for approval. Without approval the exit code; stderr says why. */
export async function prepareWithApproval(
  io: Io,
  nameOrPath: string | undefined,
  flags: NewMeetingFlags,
): Promise<Approved | { exit: number }> {
  const prepared = await prepare(io, nameOrPath, flags);
  const context = await requireLargeEnoughWindows(io, prepared);
  requireSpeakers(io, prepared);
  const scenario = String(nameOrPath);
  const approval = await requestRunApproval(io, prepared, { scenario, flags });
  if ("exit" in approval) return approval;
  return { prepared, context, ...approval };
}

export function prepareNewMeeting(
  io: Io,
  { prepared, plans, approvals, proposedBy, ahead }: Approved,
  flags: NewMeetingFlags,
  audience: Audience,
): ToRun {
  const { scenario, protocol, project } = prepared;
  const { values } = prepared.settings;
  const seed = values.seed ?? randomInt(1, 1_000_000);
  const transcript = prepareTranscript(io.cwd, {
    out: flags.output,
    name: join(values.out, `${scenario.name}-${toSlug(String(seed))}`),
  });
  const spending = { ahead, meeting: () => findMeetingId(transcript.journal) };
  return {
    session: openSession(io, { project, flags, transcript, spending, audience }),
    source: { is: "new", scenario, protocol, seed, approvals, proposedBy },
    opening: (open) => {
      const meeting = withPlaces(prepared, flags, open);
      noteApproval(io, meeting, computeApprovedDollars(scenario, plans));
      return meeting;
    },
  };
}

function findMeetingId({ events: [opened] }: Journal): string | undefined {
  return opened?.type === "meeting.opened" ? opened.meeting : undefined;
}

/** Remembers on this computer that the meeting may cost so much. */
export function noteApproval(io: Io, { state }: Meeting, upTo: number | null): void {
  if (upTo !== null) openApproved(io).add(state.meeting, upTo);
}

export type RecordedFlags = ApprovalFlags &
  Pick<NewMeetingFlags, "wait" | (`max${string}` & keyof NewMeetingFlags)> & {
    protocol?: string | undefined;
  };

type RecordedMeeting = ToRun & { after: number; torn: boolean };

export async function prepareRecordedMeeting(
  io: Io,
  folder: string,
  flags: RecordedFlags,
  audience: Audience,
): Promise<RecordedMeeting | { exit: number }> {
  const path = resolve(io.cwd, folder);
  const project = await readSettings(io);
  const code = await loadCustomCode(io, project, flags.protocol);
  const recorded = readTranscript(path).events;
  const protocol = requireRecordedProtocol(readProtocolName(recorded), code.protocols);
  requireWithin(project.budget.meeting, flags.maxDollars);
  const { scenario } = foldTranscript(recorded);
  const approval = await requestResumeApproval(
    io,
    { scenario, protocol, project, events: recorded },
    flags,
  );
  if ("exit" in approval) return approval;
  const { journal, torn } = reopenJournal(path);
  const { events } = journal;
  const spending = {
    events,
    ahead: flags,
    upTo: approval.upTo,
    meeting: () => findMeetingId(journal),
  };
  const transcript = { journal, folder };
  const session = openSession(io, { project: code.project, flags, transcript, spending, audience });
  const source = {
    is: "recorded",
    journal,
    protocol,
    raise: toRaise(flags),
  } as const;
  return { session, source, after: events.length, torn };
}

function toRaise({ maxMessages, maxMinutes, maxTokens, maxDollars }: RecordedFlags): Raise {
  return { messages: maxMessages, minutes: maxMinutes, tokens: maxTokens, dollars: maxDollars };
}

function requireWithin(most: number | undefined, dollars: number | undefined): void {
  if (most === undefined || dollars === undefined || dollars <= most) return;
  throw createUsageError(
    `--max-dollars ${dollars} is above budget.meeting in boardroom.yaml, $${most}`,
    `Use at most ${most}, or raise budget.meeting.`,
  );
}

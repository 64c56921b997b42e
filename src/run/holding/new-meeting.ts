import { randomInt } from "node:crypto";
import { type Meeting, openMeeting } from "../../engine/meeting/engine/open-meeting.ts";
import type { Approvals, ProposedBy } from "../../engine/meeting/money/approval.ts";
import type { ModelPlan } from "../../engine/meeting/money/plan.ts";
import type { Ports } from "../../engine/meeting/turn/runtime.ts";
import type { ApprovalFlags } from "../../home/money/approval.ts";
import { type Ahead, approvalToRun } from "../../home/money/money.ts";
import type { Io } from "../../home/process/io.ts";
import { pendingTranscript } from "../../home/records/transcript-folder.ts";
import type { CallFlags } from "../../home/settings/models.ts";
import { requireContext } from "../prepare/context-windows.ts";
import { withPlaces } from "../prepare/error-place.ts";
import { type Prepared, prepare } from "../prepare/prepare.ts";
import { requireSpeakers } from "../prepare/require-speakers.ts";
import type { ScenarioFlags } from "../prepare/scenario-flags.ts";
import { type MeetingSession, type MeetingSessionSetup, openSession } from "./open-session.ts";

export type HoldFlags = ScenarioFlags &
  CallFlags &
  ApprovalFlags & {
    readonly output?: string;
    readonly wait?: boolean;
    readonly notify?: string;
  };

export type Allowed = {
  readonly prepared: Prepared;
  readonly plans: readonly ModelPlan[];
  readonly context?: readonly string[];
  readonly approvals?: Approvals | undefined;
  readonly proposedBy?: ProposedBy;
  readonly ahead?: Ahead | undefined;
};

export async function allowed(
  io: Io,
  nameOrPath: string | undefined,
  flags: HoldFlags,
): Promise<Allowed | { readonly exit: number }> {
  const prepared = await prepare(io, nameOrPath, flags);
  const context = await requireContext(io, prepared);
  requireSpeakers(io, prepared.scenario, prepared.outer);
  const leave = await approvalToRun(io, prepared, {
    scenario: String(nameOrPath),
    out: flags.output,
    flags,
  });
  return "exit" in leave ? leave : { prepared, context, ...leave };
}

type NewMeeting = {
  readonly session: MeetingSession;
  readonly open: (ports: Ports) => Meeting;
};

/** No file is made before the first event. */
export function newMeeting(
  io: Io,
  { prepared, approvals, proposedBy, ahead }: Allowed,
  flags: HoldFlags,
  view?: MeetingSessionSetup["view"],
): NewMeeting {
  const { scenario, protocol, outer } = prepared;
  const { values } = prepared.settings;
  const seed = values.seed ?? randomInt(1, 1_000_000);
  const transcript = pendingTranscript(io, {
    out: flags.output,
    parent: values.out,
    scenario: scenario.name,
    seed: String(seed),
    durability: values.durability,
  });
  return {
    session: openSession(io, { outer, flags, transcript, spending: { out: flags.output, ahead }, view }),
    open: (ports) =>
      withPlaces(prepared, flags, () =>
        openMeeting({ ...ports, scenario, protocol, seed, approvals, proposedBy }),
      ),
  };
}

import { randomInt } from "node:crypto";
import type { Approvals, ProposedBy } from "../engine/meeting/money/approval.ts";
import type { ModelPlan } from "../engine/meeting/money/plan.ts";
import type { ApprovalFlags } from "../home/money/approval.ts";
import { type Ahead, approvalToRun } from "../home/money/money.ts";
import type { Io } from "../home/process/io.ts";
import { pendingTranscript } from "../home/records/transcript-folder.ts";
import type { CallFlags } from "../home/settings/models.ts";
import { requireContext } from "./prepare/context-windows.ts";
import { withPlaces } from "./prepare/error-place.ts";
import { type Prepared, prepare, requireSpeakers } from "./prepare/prepare.ts";
import type { ScenarioFlags } from "./prepare/scenario-flags.ts";
import type { ToRun } from "./run.ts";
import { type Audience, openSession } from "./session.ts";

export type NewMeetingFlags = ScenarioFlags &
  CallFlags &
  ApprovalFlags & {
    readonly output?: string;
    readonly wait?: boolean;
    readonly notify?: string;
  };

export type Approved = {
  readonly prepared: Prepared;
  readonly plans: readonly ModelPlan[];
  readonly context?: readonly string[];
  readonly approvals?: Approvals | undefined;
  readonly proposedBy?: ProposedBy;
  readonly ahead?: Ahead | undefined;
};

/** Prepares a meeting and asks for approval. Without approval the exit code; stderr says why. */
export async function approved(
  io: Io,
  nameOrPath: string | undefined,
  flags: NewMeetingFlags,
): Promise<Approved | { readonly exit: number }> {
  const prepared = await prepare(io, nameOrPath, flags);
  const context = await requireContext(io, prepared);
  requireSpeakers(io, prepared.scenario, prepared.outer);
  const scenario = String(nameOrPath);
  const approval = await approvalToRun(io, prepared, { scenario, out: flags.output, flags });
  return "exit" in approval ? approval : { prepared, context, ...approval };
}

export function newMeeting(
  io: Io,
  { prepared, approvals, proposedBy, ahead }: Approved,
  flags: NewMeetingFlags,
  audience: Audience,
): ToRun {
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
  const spending = { out: flags.output, ahead };
  return {
    session: openSession(io, { outer, flags, transcript, spending, audience }),
    matter: { is: "new", scenario, protocol, seed, approvals, proposedBy },
    opening: (open) => withPlaces(prepared, flags, open),
  };
}

import { resolve } from "node:path";
import type { Raise } from "../engine/meeting/money/limits.ts";
import { readTranscript, reopenJournal } from "../engine/transcript/journal.ts";
import type { ApprovalFlags } from "../home/money/approval.ts";
import type { Io } from "../home/process/io.ts";
import { usage } from "../home/process/usage.ts";
import { protocolIn } from "../home/records/outputs.ts";
import type { CallFlags } from "../home/settings/models.ts";
import { withOwnCode } from "../home/settings/own-code.ts";
import { recordedProtocol } from "../home/settings/protocols.ts";
import { readSettings } from "../home/settings/settings.ts";
import type { Settings } from "../scenario/files/settings.ts";
import type { ToRun } from "./run.ts";
import { type Audience, openSession } from "./session.ts";

export type RecordedFlags = CallFlags &
  ApprovalFlags & {
    readonly protocol?: string | undefined;
    readonly durability?: Settings["durability"];
    readonly maxMessages?: number;
    readonly maxMinutes?: number;
    readonly maxTokens?: number;
    readonly maxDollars?: number;
    readonly wait?: boolean;
    readonly notify?: string;
  };

type RecordedMeeting = ToRun & { readonly after: number; readonly torn: boolean };

export async function recordedMeeting(
  io: Io,
  folder: string,
  flags: RecordedFlags,
  audience: Audience,
): Promise<RecordedMeeting> {
  const path = resolve(io.cwd, folder);
  const outer = await readSettings(io);
  const code = await withOwnCode(io, outer, flags.protocol);
  const protocol = recordedProtocol(protocolIn(readTranscript(path).events), code.protocols);
  requireWithin(outer.budget.meeting, flags.maxDollars);
  const { journal, torn } = reopenJournal(path, flags.durability ?? outer.stated.durability ?? "normal");
  const { events } = journal;
  const spending = { out: folder, events, ahead: flags };
  const transcript = { journal, folder };
  const session = openSession(io, { outer: code.outer, flags, transcript, spending, audience });
  const matter = { is: "recorded", journal, protocol, raise: raiseIn(flags) } as const;
  return { session, matter, after: events.length, torn };
}

function raiseIn({ maxMessages, maxMinutes, maxTokens, maxDollars }: RecordedFlags): Raise {
  return { messages: maxMessages, minutes: maxMinutes, tokens: maxTokens, dollars: maxDollars };
}

function requireWithin(most: number | undefined, dollars: number | undefined): void {
  if (most === undefined || dollars === undefined || dollars <= most) return;
  throw usage(
    `--max-dollars ${dollars} is above budget.meeting in boardroom.yaml, $${most}`,
    `Use at most ${most}, or raise budget.meeting.`,
  );
}

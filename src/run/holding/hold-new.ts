import type { Ports } from "../../engine/meeting/turn/runtime.ts";
import { type Io, print } from "../../home/process/io.ts";
import type { CodesFlag } from "../../home/seats/hand-out.ts";
import { keysIn, planNote } from "../prepare/told-before.ts";
import { type EndFlags, holdMeeting } from "./hold-meeting.ts";
import { type Allowed, allowed, type HoldFlags, newMeeting } from "./new-meeting.ts";
import type { ShowFlags } from "./show-meeting.ts";

export type RunFlags = HoldFlags & ShowFlags & CodesFlag & EndFlags;

export async function run(io: Io, nameOrPath: string | undefined, flags: RunFlags): Promise<number> {
  const asked = await allowed(io, nameOrPath, flags);
  return "exit" in asked ? asked.exit : hold(io, asked, flags);
}

export async function hold(io: Io, asked: Allowed, flags: RunFlags): Promise<number> {
  const { prepared, plans, context = [] } = asked;
  const { session, open } = newMeeting(io, asked, flags);
  const announced = (ports: Ports) => {
    const meeting = open(ports);
    const warnings = keysIn(prepared.scenario).map((warning) => `warning: ${warning}`);
    print(io.stderr, [...warnings, ...planNote(plans), ...context]);
    return meeting;
  };
  return holdMeeting(io, session, announced, { settings: prepared.settings.values, flags });
}

import { systemClocks } from "../../engine/meeting/contract/clocks.ts";
import type { Io } from "../../home/process/io.ts";
import { isOurs, PROTOCOLS, tellingOf } from "../../home/settings/protocols.ts";
import type { ThemeName } from "../../home/settings/settings.ts";
import { sleep } from "../../models/port/sleep.ts";
import type { NewMeetingFlags } from "../../run/meetings.ts";
import { bringDocument } from "../../run/people.ts";
import type { ProcedureOf } from "../../showing/entries.ts";
import type { Pace } from "../../showing/watching/pacing.ts";
import type { Terminal } from "../tui/open-terminal.ts";
import { openSession, type Session, type SessionSetup } from "../tui/session.ts";

export type WatchFlags = NewMeetingFlags & {
  readonly pace: Pace;
  readonly paused?: boolean;
  readonly from?: "start" | "end" | number;
  readonly as?: string;
  readonly theme?: ThemeName;
};

export function openView(
  io: Io,
  { screen, suspend }: Terminal,
  shown: Pick<SessionSetup, "source" | "start">,
): Session {
  return openSession({
    screen,
    suspend,
    ...shown,
    clock: systemClocks.clock,
    sleep,
    bring: (file) => bringDocument(io, file),
  });
}

export const procedureOf: ProcedureOf = (recorded) =>
  isOurs(recorded)
    ? PROTOCOLS.find(({ name, version }) => `${name}@${version}` === recorded)
    : tellingOf(recorded);

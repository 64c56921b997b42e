import { systemClocks } from "../../engine/meeting/contract/clocks.ts";
import type { Io } from "../../home/process/io.ts";
import { type Recorded, writeOutputs } from "../../home/records/outputs.ts";
import { isOurs, PROTOCOLS, tellingOf } from "../../home/settings/protocols.ts";
import type { ThemeName } from "../../home/settings/settings.ts";
import { sleep } from "../../models/port/sleep.ts";
import type { HoldFlags } from "../../run/holding/new-meeting.ts";
import { bringDocument } from "../../run/holding/people.ts";
import type { Pace } from "../../showing/watching/pacing.ts";
import type { ProcedureOf } from "../../showing/watching/procedure.ts";
import type { Terminal } from "../tui/open-terminal.ts";
import { openSession, type Session, type SessionSetup } from "../tui/session.ts";

export type WatchFlags = HoldFlags & {
  readonly pace: Pace;
  readonly paused?: boolean;
  readonly from?: "start" | "end" | number;
  readonly as?: string;
  readonly theme?: ThemeName;
};

type Export = () => { readonly folder: string; readonly named: string; readonly recorded: Recorded } | null;

export function openView(
  io: Io,
  { screen, suspend }: Terminal,
  shown: Pick<SessionSetup, "source" | "start">,
  exported: Export,
): Session {
  return openSession({
    screen,
    suspend,
    ...shown,
    clock: systemClocks.clock,
    sleep,
    bring: (file) => bringDocument(io, file),
    exportTable: async () => {
      const to = exported();
      if (to === null) return "Nothing is recorded yet.";
      await writeOutputs(to.folder, to.recorded);
      return `Written to ${to.named}: verdicts.csv, verdicts.json, transcript.md`;
    },
  });
}

export const procedureOf: ProcedureOf = (recorded) =>
  isOurs(recorded)
    ? PROTOCOLS.find(({ name, version }) => `${name}@${version}` === recorded)
    : tellingOf(recorded);

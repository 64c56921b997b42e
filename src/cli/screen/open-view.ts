import { systemClocks } from "../../meeting/contract/clocks.ts";
import type { Pace } from "../../meeting/engine/pacing.ts";
import { sleep } from "../../models/port/sleep.ts";
import type { ThemeName } from "../../tui/paint/theme.ts";
import { openSession, type Session, type SessionSetup } from "../../tui/session.ts";
import type { ProcedureOf } from "../../watching/procedure.ts";
import type { HoldFlags } from "../holding/new-meeting.ts";
import { bringDocument } from "../holding/people.ts";
import { type Recorded, writeOutputs } from "../records/outputs.ts";
import { isOurs, PROTOCOLS, tellingOf } from "../settings/protocols.ts";
import type { Io } from "../terminal/io.ts";
import type { Terminal } from "../terminal/open-terminal.ts";

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
      if (to === null) return "Nothing is on record yet.";
      await writeOutputs(to.folder, to.recorded);
      return `Written to ${to.named}: verdicts.csv, verdicts.json, transcript.md`;
    },
  });
}

export const procedureOf: ProcedureOf = (recorded) =>
  isOurs(recorded)
    ? PROTOCOLS.find(({ name, version }) => `${name}@${version}` === recorded)
    : tellingOf(recorded);

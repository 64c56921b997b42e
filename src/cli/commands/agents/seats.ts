import { resolve } from "node:path";
import type { Command } from "commander";
import { readTranscript } from "../../../engine/transcript/journal.ts";
import { wallClock } from "../../../home/money/money.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { terminalWidth } from "../../../home/process/style.ts";
import { usage } from "../../../home/process/usage.ts";
import { codeLines, outsideSeats } from "../../../home/seats/hand-out.ts";
import { agentSeats, renewSeat, reserveSeats } from "../../../home/seats/seat-store.ts";
import { aligned } from "../../../text/aligned.ts";

type SeatsFlags = { readonly renew?: string };

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcript>", "transcript folder")
    .option("--renew <seat>", "make a new one-time code; the token given before no longer counts")
    .addHelpText("after", HELP)
    .action((folder: string, flags: SeatsFlags) => finish(seats(io, folder, flags)));
}

const HELP = `
A code takes its seat once: the first token of it that is used is the seat. Both are kept as digests alone: a code or a
token that is lost is made anew here. Seats that have no code yet are given one.

Examples:
  boardroom seats transcripts/hiring-7
  boardroom seats transcripts/hiring-7 --renew sarah-chen`;

function seats(io: Io, folder: string, { renew }: SeatsFlags): number {
  const path = resolve(io.cwd, folder);
  const outside = outsideSeats(readTranscript(path).events);
  if (outside.length === 0)
    throw usage(
      "no seat of this meeting is kept for an agent",
      "Start the meeting with --member SEAT=agent:NAME, or give an agent a seat with boardroom fork.",
    );
  const at = wallClock(io)();
  print(io.stdout, reserveSeats(path, outside, at).flatMap(codeLines));
  if (renew !== undefined) print(io.stdout, codeLines(renewSeat(path, renew, at)));
  const rows = agentSeats(path).map(({ seat, person, standing, client }) => [
    seat,
    person,
    standing === "taken" ? `taken by ${client}` : standing,
  ]);
  print(io.stdout, aligned([["SEAT", "AGENT", "STANDING"], ...rows], terminalWidth(io)));
  return EXIT.decided;
}

import type { Command } from "commander";
import type { Io } from "../../home/process/io.ts";
import { checkClaims } from "./verify.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<folder>", "transcript folder, folder with state/ and artifacts/, or the state folder itself")
    .addHelpText("after", HELP)
    .action((folder: string) => finish(checkClaims(io, folder)));
}

const HELP = `
The same as boardroom verify of a folder without events.jsonl. Exit code 0: everything holds. 1: something does not.

Examples:
  boardroom validate-claims transcripts/architecture-review-7
  boardroom validate-claims ~/experiments/run-3/state`;

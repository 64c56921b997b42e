import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import type { Folders, ProtocolCommand } from "../../../engine/meeting/contract/protocol.ts";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { sanitiseLine } from "../../../text/sanitise.ts";

const INVALID = 1;

export function commandOf({ argument, help, run }: ProtocolCommand) {
  return {
    define: (command: Command, io: Io, finish: (exitCode: number) => void): Command =>
      command
        .argument(argument.name, argument.about)
        .addHelpText("after", help)
        .action((folder: string) => {
          const { lines, holds } = run(folder, foldersFrom(io.cwd));
          print(io.stdout, lines.map(sanitiseLine));
          finish(holds ? EXIT.decided : INVALID);
        }),
  };
}

function foldersFrom(cwd: string): Folders {
  return {
    resolve: (path) => resolve(cwd, path),
    exists: existsSync,
    read(path) {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return null;
      }
    },
  };
}

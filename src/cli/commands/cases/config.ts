import type { Command } from "commander";
import { EXIT } from "../../../home/process/exit-codes.ts";
import { type Io, print } from "../../../home/process/io.ts";
import { terminalWidth } from "../../../home/process/style.ts";
import { readSettings } from "../../../home/settings/settings.ts";
import { outerSettingLines } from "../../../run/prepare/setting-lines.ts";

export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command.addHelpText("after", HELP).action(async () => {
    const outer = await readSettings(io);
    print(io.stdout, outerSettingLines(outer, terminalWidth(io)));
    print(
      io.stderr,
      outer.files.length === 0
        ? ["No file states anything: neither boardroom.yaml here nor your own in ~/.config/boardroom."]
        : outer.files.map(({ shown }) => `Read: ${shown}`),
    );
    finish(EXIT.decided);
  });
}

const HELP = `
The environment is stronger than boardroom.yaml in this folder, and that stronger than your own
~/.config/boardroom/boardroom.yaml; flags and a scenario are stronger than all three. boardroom list settings says
the same.

Examples:
  boardroom config
  boardroom config --config ./team.yaml`;

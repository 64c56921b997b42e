import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Argument, type Command } from "commander";
import { BoardroomError } from "../../errors.ts";
import { personaTemplate, scenarioTemplate, type TemplateFile } from "../../scenario/template.ts";
import { EXIT } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { exists } from "../write-file.ts";

const KINDS = ["scenario", "persona"] as const;

/** `boardroom new`: a commented starting point that passes `check` as it is. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .addArgument(new Argument("<what>", "what to start").choices(KINDS))
    .argument("<name>", "lower-case letters, digits and hyphens, such as office-move")
    .addHelpText("after", HELP)
    .action(async (what: (typeof KINDS)[number], name: string) => {
      const files = what === "scenario" ? scenarioTemplate(name) : [personaTemplate(name)];
      await refuseExisting(io, files);
      for (const file of files) await writeNew(io, file);
      const next =
        what === "scenario" ? `boardroom check ${name}` : `name ${name} under members: in a scenario`;
      io.stdout.write(`Next: ${next}\n`);
      finish(EXIT.decided);
    });
}

const HELP = `
Writes below ./scenarios or ./personas, and never over a file that is there.

Examples:
  boardroom new scenario office-move
  boardroom new persona head-of-operations`;

/** Before anything is written, so that either all of it is or nothing. */
async function refuseExisting({ cwd }: Io, files: readonly TemplateFile[]): Promise<void> {
  for (const { path } of files) if (await exists(join(cwd, path))) throw standsAlready(path);
}

async function writeNew({ cwd, stdout }: Io, { path, text }: TemplateFile): Promise<void> {
  const target = join(cwd, path);
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, { flag: "wx" });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") throw standsAlready(path);
    const message = `cannot be written (${code})`;
    throw new BoardroomError("usage", { place: { file: path }, message }, { cause });
  }
  stdout.write(`Created ${path}\n`);
}

function standsAlready(path: string): BoardroomError {
  return new BoardroomError("usage", {
    place: { file: path },
    message: "exists already",
    remedy: "Nothing is ever overwritten: choose another name, or edit that file.",
  });
}

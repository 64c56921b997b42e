import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { BoardroomError } from "../../../errors.ts";
import { serverOf } from "../../../web/server.ts";
import { ADDRESS, listen, requireFreePort } from "../../serving/listen.ts";
import { shelfOf } from "../../serving/shelf.ts";
import { EXIT } from "../../terminal/exit-codes.ts";
import { type Io, print } from "../../terminal/io.ts";
import { openFile } from "../../terminal/open-file.ts";

type Flags = { readonly port: number; readonly open?: boolean };

/** `boardroom serve`: the meetings of a folder as pages, live. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("[folder]", "folder of transcripts", "transcripts")
    .option("--port <number>", "port to listen on; 0: any that is free", portValue, 4747)
    .option("--open", "open the pages in the browser")
    .addHelpText("after", HELP)
    .action(async (folder: string, flags: Flags) => {
      await serve(io, folder, flags);
      finish(EXIT.decided);
    });
}

const HELP = `
Prints an address and shows the meetings of the folder there until it is stopped: a list, each meeting as it grows, and
its report. It only shows: hold, answer and act with the other commands, and the pages follow. It listens on this
machine alone (${ADDRESS}), and lets nobody in without the random part of the address, which is new at every start.
From another machine: ssh -L 4747:localhost:4747 HOST.

Examples:
  boardroom serve --open
  boardroom serve corpora/ami --port 0`;

async function serve(io: Io, folder: string, { port: asked, open }: Flags): Promise<void> {
  const path = resolve(io.cwd, folder);
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory())
    throw new BoardroomError("transcript-not-found", {
      place: { file: folder },
      message: "there is no such folder",
      remedy: "Name a folder that holds transcripts; boardroom run makes the folder transcripts.",
    });
  const port = await requireFreePort(asked);
  const token = randomBytes(32).toString("base64url");
  const address = `http://${ADDRESS}:${port}/${token}/`;
  const hosts = [`${ADDRESS}:${port}`, `localhost:${port}`];
  await listen(serverOf({ hosts, token }, shelfOf(folder, path)), port, io.stopSignal(), () => {
    print(io.stdout, [address]);
    if (open) openFile(address);
  });
}

function portValue(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a port from 0 to 65535.");
}

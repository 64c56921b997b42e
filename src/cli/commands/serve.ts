// `boardroom serve`: shows and runs meetings in the browser, on this computer only.

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { SharedBudget } from "../../engine/money/budget.ts";
import { CHAIR } from "../../engine/people/process-agents.ts";
import { BoardroomError } from "../../errors.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { type Io, print } from "../../home/process/io.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { limitBudget } from "../../home/spending/money.ts";
import { MOST_RUNNING } from "../../run/running-limit.ts";
import { DEFAULT_SETTINGS } from "../../scenario/loading/assemble-scenario.ts";
import { createMeetingIndex } from "../../screens/web/meeting-index.ts";
import { createRunningMeetings } from "../../screens/web/running-meetings.ts";
import { createHandler } from "../../screens/web/server.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { readDollars, readFilledText, readPort, readWholeNumber } from "../terminal/flag-values.ts";
import { ADDRESS, listen, requireFreePort } from "../terminal/listen.ts";
import { openAddress } from "../terminal/open-file.ts";

const HELP = `
Prints an address and shows the meetings of the folder there: a list, each meeting live, and its report. From the pages you
can ask a question with documents, rank candidates, take a seat, and run, pause and answer meetings. The folder may be empty. These meetings stop with the server and can be resumed. If --budget is used up, they are suspended. It listens only on this
machine (${ADDRESS}), and every page needs the random part of the address, which changes at every start. From another machine:
ssh -L 4747:localhost:4747 HOST.

Examples:
  boardroom serve --open
  boardroom serve --as ngo --budget 5
  boardroom serve transcripts --read-only
  boardroom serve archive --port 0`;

const FLAGS = {
  atOnce: [
    "--at-once <n>",
    "Meetings that run at the same time",
    readWholeNumber,
    { preset: MOST_RUNNING },
  ],
  budget: [
    "--budget <dollars>",
    "Most dollars of all meetings that pages start or resume",
    readDollars,
  ],
  port: ["--port <number>", "Port to listen on; 0 for any free port", readPort, { preset: 4747 }],
  as: ["--as <name>", "Your name, if members are people", readFilledText],
  readOnly: ["--read-only", "Show meetings only: pages cannot start or change them"],
  open: ["--open", "Open the pages in the browser"],
} as const;

type ServeFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["[folder]", "Folder of transcripts [default: out in your settings]"]],
  flags: FLAGS,
  excludes: { readOnly: ["as", "budget", "atOnce"] },
  help: HELP,
  async run(io, [named], flags) {
    const folder = named ?? (await readSettings(io)).stated.out ?? DEFAULT_SETTINGS.out;
    // A folder that is not named is made by its first meeting.
    const path = resolve(io.cwd, folder);
    if (named !== undefined || flags.readOnly || existsSync(path))
      await requireFolder(folder, path);
    await serve(io, folder, flags);
    return EXIT.decided;
  },
});

async function serve(io: Io, shown: string, flags: ServeFlags): Promise<void> {
  const path = resolve(io.cwd, shown);
  const port = await requireFreePort(flags.port);
  const token = randomBytes(32).toString("base64url");
  const address = `http://${ADDRESS}:${port}/${token}/`;
  const hosts = [`${ADDRESS}:${port}`, `localhost:${port}`];
  const signal = io.stopSignal();
  const inside = {
    ...io,
    ask: undefined,
    stdout: NOWHERE,
    stderr: NOWHERE,
    stopSignal: () => signal,
    budget: createServerBudget(flags.budget),
  };
  const folder = { path, shown };
  const person = flags.as ?? CHAIR.id;
  const runningMeetings = flags.readOnly
    ? null
    : createRunningMeetings(inside, folder, flags.atOnce);
  let page: { remove(): void } | undefined;
  const index = createMeetingIndex({ io: inside, folder, person, runningMeetings });
  await listen(createHandler({ hosts, token }, index, runningMeetings), { port }, signal, () => {
    print(io.stdout, [address]);
    if (flags.open) page = openAddress(io, address);
  });
  page?.remove();
  await runningMeetings?.stopped();
}

function createServerBudget(most: number | undefined): SharedBudget | undefined {
  if (most === undefined) return undefined;
  return limitBudget(undefined, { whose: "the budget of this server", most, spent: 0 });
}

const NOWHERE = { write: () => true };

async function requireFolder(shown: string, path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory())
    throw new BoardroomError("transcript-not-found", {
      place: { file: shown },
      message: "folder not found",
      remedy: 'Name a folder with transcripts. "boardroom run" creates the folder transcripts.',
    });
  await readdir(path).catch((cause: NodeJS.ErrnoException) => {
    throw new BoardroomError(
      "transcript-not-found",
      { place: { file: shown }, message: `the folder cannot be read (${cause.code})` },
      { cause },
    );
  });
}

import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { BoardroomError } from "../../errors.ts";
import { requireWholeOpening } from "../../meeting/opening.ts";
import { rerunMeeting } from "../../meeting/rerun.ts";
import { verdictsJson } from "../../reports/json.ts";
import type { MeetingEvent } from "../../transcript/events.ts";
import { readTranscript, type Transcript } from "../../transcript/journal.ts";
import { JOURNAL_FILE } from "../../transcript/journal-file.ts";
import { damaged } from "../../transcript/read.ts";
import { verifyCitations, verifyDocuments, verifyHead } from "../../transcript/verify.ts";
import { EXIT } from "../exit-codes.ts";
import { type Io, print } from "../io.ts";
import { tableOf } from "../outputs.ts";
import { recordedProtocol } from "../protocols.ts";
import { readSettings } from "../settings.ts";

type Flags = { readonly head?: string; readonly rerun?: boolean };

/** `boardroom verify`: whether a transcript is what was written, and in which line it first is not. */
export function define(command: Command, io: Io, finish: (exitCode: number) => void): Command {
  return command
    .argument("<transcript>", "transcript folder")
    .option("--head <hash>", "head hash kept elsewhere, 12 characters of it or more")
    .option("--rerun", "also run the protocol over the record and compare every event")
    .addHelpText("after", HELP)
    .action(async (folder: string, flags: Flags) => finish(await verify(io, folder, flags)));
}

const HELP = `
Checks every line's form and its hash of the line before, holds documents and citations against each
other again, and makes the verdict table anew. The hash chain shows damage and careless edits; whoever
rewrites all hashes is found by a head hash kept elsewhere, and by --rerun. No model is called.

Examples:
  boardroom verify transcripts/hiring-7
  boardroom verify transcripts/hiring-7 --rerun
  boardroom verify transcripts/hiring-7 --head 4c1f0a9be2d7`;

async function verify(io: Io, folder: string, { head, rerun }: Flags): Promise<number> {
  const path = resolve(io.cwd, folder);
  const transcript = readTranscript(path);
  const { events, hashes, torn } = transcript;
  const lines = { events, hashes, file: join(path, JOURNAL_FILE) };
  print(io.stdout, [
    told("lines", `${events.length}, each of format 1 and with the hash of the line before`),
    ...(torn ? [told("last line", `${events.length + 1} is torn and left out; resume drops it`)] : []),
    told("head hash", transcript.head),
  ]);
  if (head !== undefined) {
    verifyHead(lines, head);
    print(io.stdout, [told("head given", "is that of the last line")]);
  }
  requireWholeOpening(events);
  print(io.stdout, [
    told("documents", `${verifyDocuments(lines)}, each with its digest`),
    told("citations", `${verifyCitations(lines)} held against the documents again`),
    told("verdicts", await verifyTable(path, transcript)),
  ]);
  if (rerun) print(io.stdout, [told("rerun", await verifyRerun(io, lines))]);
  print(io.stdout, ["Nothing differs."]);
  return EXIT.decided;
}

function told(name: string, text: string): string {
  return `${name.padEnd(12)}${text}`;
}

/** `verdicts.json` must be what the events come to; a meeting that has not ended has none. */
async function verifyTable(path: string, { events, head }: Transcript): Promise<string> {
  const file = join(path, "verdicts.json");
  const written = await readFile(file, "utf8").catch(() => null);
  if (written === null) return "there is no verdicts.json to compare with";
  const made = verdictsJson([tableOf({ events, head })]);
  if (written === made) return "verdicts.json is what the events come to";
  const [found, expected] = [written.split("\n"), made.split("\n")];
  const index = found.findIndex((line, at) => line !== expected[at]);
  const line = index === -1 ? found.length : index + 1;
  throw new BoardroomError("transcript-damaged", {
    place: { file, line },
    message: `found ${quoted(found[line - 1])}, and the events come to ${quoted(expected[line - 1])}`,
    remedy: "One of the two was changed. If the rest of verify is right, delete verdicts.json and resume.",
  });
}

function quoted(line: string | undefined): string {
  return line === undefined ? "nothing" : JSON.stringify(line.trim().slice(0, 100));
}

type Lines = Parameters<typeof verifyHead>[0];

async function verifyRerun(io: Io, { events, file }: Lines): Promise<string> {
  const { protocol: recorded } = events[0] as MeetingEvent<"meeting.opened">;
  const { models } = await readSettings(io);
  const rerun = await rerunMeeting({ events, protocol: recordedProtocol(recorded), prices: models.prices });
  if (rerun.isSame) return `${recorded} makes the same ${rerun.compared} events from the recorded replies`;
  throw damaged({ file, line: rerun.line }, rerun.message);
}

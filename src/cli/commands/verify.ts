// `boardroom verify`: checks the record of a meeting and its files, or the claims that a
// protocol of rounds has filed in a folder.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { requireWholeOpening } from "../../engine/meeting/opening.ts";
import type { Folders, Protocol } from "../../engine/protocol/protocol.ts";
import { readTranscript, type Transcript } from "../../engine/transcript/journal.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { lockTranscript } from "../../engine/transcript/lock.ts";
import { createDamagedError } from "../../engine/transcript/read.ts";
import {
  type RecordedLines,
  verifyCitations,
  verifyDocuments,
} from "../../engine/transcript/verify.ts";
import { BoardroomError } from "../../errors.ts";
import { readUtf8 } from "../../files.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import { createUsageError, type Io, print } from "../../home/process/io.ts";
import { findTranscript } from "../../home/records/find-transcripts.ts";
import {
  compareFiles,
  FILES_VERSION,
  type Recorded,
  readProtocolName,
  writeOutputs,
} from "../../home/records/outputs.ts";
import { loadRecordedProtocol } from "../../home/settings/own-code.ts";
import { dropMissing } from "../../lists.ts";
import { hasClaims, validateClaims } from "../../protocols/rounds/validate-claims.ts";
import { findRanking, RANKING_FILES, type RankingRecord } from "../../screens/report-file.ts";
import { requireOutcome } from "../../showing/records.ts";
import { formatCommand } from "../../text/command-line.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { selectFlags } from "../terminal/flags.ts";

const HELP = `
Checks the format and hash of every line, compares documents and citations, recounts the outcome by the rules of the
protocol, and writes every file next to the log again for comparison. A changed file is shown with its first different line
(exit code 5). A file of another version is not comparable (exit code 3); --write replaces it. Files that do not come from
the log are listed. The hash chain shows damage and careless edits. A person can recalculate all hashes: only a transcript
hash kept elsewhere shows that. Of a ranking, every meeting is checked, and candidates.md. No model is called.

A folder without events.jsonl is read as claims and decisions of a deliberation: claims.jsonl, verifications.jsonl,
decisions.jsonl and, if present, lead_history.jsonl, in the folder or in state/. Boardroom looks for evidence next to the
state folder. Exit code 0: all claims are valid. 1: some are not, and each finding names its line or record. Of a meeting, name its state folder.

Examples:
  boardroom verify transcripts/hiring-34
  boardroom verify transcripts/hiring-34 --write
  boardroom verify transcripts/hiring-34 --head 4c1f0a9be2d7
  boardroom verify ~/experiments/run-3/state
  boardroom verify transcripts/architecture-review-7/state`;

const FLAGS = {
  head: ["--head <hash>", "Transcript hash kept elsewhere, 12 characters or more"],
  write: ["--write", "Write the files next to events.jsonl again"],
  ...selectFlags("ownProtocol"),
} as const;

type VerifyFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [
    ["<transcript>", "Folder, name or id of a meeting, a ranking, or a folder of claims"],
  ],
  flags: FLAGS,
  help: HELP,
  async run(io, [named], flags) {
    const folder = await findTranscript(io, named);
    const ranking = await findRanking(resolve(io.cwd, folder));
    if (ranking) return verifyRanking(io, folder, ranking, flags);
    const hasRecord = existsSync(join(resolve(io.cwd, folder), JOURNAL_FILE));
    if (hasRecord || !hasClaims(folder, createFolders(io.cwd))) return verify(io, folder, flags);
    const stray = (["head", "protocol", "write"] as const).find(
      (name) => flags[name] !== undefined,
    );
    if (stray !== undefined)
      throw createUsageError(
        `--${stray} needs a transcript, and ${folder} has no events.jsonl`,
        `Remove --${stray}.`,
      );
    return checkClaims(io, folder);
  },
});

/** Verifies each closed meeting of a ranking, and the result that was written from them. */
async function verifyRanking(
  io: Io,
  folder: string,
  { closed, markdown }: RankingRecord,
  flags: VerifyFlags,
): Promise<number> {
  if (flags.head !== undefined)
    throw createUsageError(
      "--head is for one meeting, and this is a ranking",
      "Name one of its meetings.",
    );
  for (const { path } of closed) {
    let report = "";
    const quiet = { ...io, stdout: { write: (text: string) => (report += text) } };
    const exitCode = await verify(quiet, join(folder, path), flags);
    print(io.stdout, [`${path}  ${exitCode === EXIT.decided ? "nothing differs" : report}`]);
  }
  const [name = ""] = RANKING_FILES;
  const file = join(folder, name);
  if (!existsSync(resolve(io.cwd, file))) return EXIT.decided;
  if (readUtf8(resolve(io.cwd, file)) !== markdown)
    throw new BoardroomError("transcript-damaged", {
      place: { file },
      message: "differs from what the meetings give",
      remedy: `Write it again: ${formatCommand(["resume", folder])}`,
    });
  print(io.stdout, [`${name}  equal to what the meetings give`, "Nothing differs."]);
  return EXIT.decided;
}

const INVALID = 1;

function checkClaims(io: Io, folder: string): number {
  const { lines, holds } = validateClaims(folder, createFolders(io.cwd));
  print(io.stdout, lines.map(sanitizeLine));
  return holds ? EXIT.decided : INVALID;
}

function createFolders(cwd: string): Folders {
  return {
    resolve: (path) => resolve(cwd, path),
    exists: existsSync,
    read(path) {
      try {
        return readUtf8(path);
      } catch {
        return null;
      }
    },
  };
}

async function verify(
  io: Io,
  folder: string,
  { head, write, protocol }: VerifyFlags,
): Promise<number> {
  const path = resolve(io.cwd, folder);
  const transcript = readTranscript(path);
  const { events, hashes, torn } = transcript;
  const lines = { events, hashes, file: join(path, JOURNAL_FILE) };
  print(
    io.stdout,
    dropMissing([
      formatRow("lines", `${events.length}, the hash chain is intact`),
      torn &&
        formatRow("last line", `${events.length + 1} is incomplete and skipped; resume drops it`),
      formatRow("hash", transcript.head),
    ]),
  );
  if (head !== undefined) {
    verifyHead(lines, head);
    print(io.stdout, [formatRow("head given", "is that of the last line")]);
  }
  requireWholeOpening(events);
  print(io.stdout, [formatRow("documents", `${verifyDocuments(lines)}, unchanged`)]);
  print(io.stdout, [
    formatRow("citations", `${verifyCitations(lines)} compared with the documents`),
  ]);
  print(io.stdout, [formatRow("outcome", await checkOutcome(transcript, lines.file))]);
  const own = await loadRecordedProtocol(io, events, protocol);
  if (write) await writeAgain(io, folder, transcript, own);
  const exitCode = await verifyFiles(io, folder, path, { transcript, own });
  print(io.stdout, [
    exitCode === EXIT.decided ? "Nothing differs." : "Nothing that can be compared differs.",
  ]);
  return exitCode;
}

function verifyHead({ hashes, file }: RecordedLines, expected: string): void {
  const asked = expected.toLowerCase();
  if (!/^[0-9a-f]{12,64}$/.test(asked)) {
    throw createUsageError(
      `invalid value ${JSON.stringify(expected)} for --head`,
      "Use 12 to 64 digits of the transcript hash, as printed under the verdict table.",
    );
  }
  const line = hashes.findIndex((hash) => hash.startsWith(asked)) + 1;
  if (line === hashes.length) return;
  if (line > 0) {
    const added = hashes.length - line;
    const message = `line ${line} has the hash given, and ${added} ${added === 1 ? "line has" : "lines have"} been added after it`;
    throw createDamagedError({ file, line: line + 1 }, message);
  }
  throw new BoardroomError("transcript-damaged", {
    place: { file },
    message: `no line has the hash ${expected}`,
    remedy:
      "The record was rewritten, or the hash is of another meeting. Compare with a copy of the record.",
  });
}

function formatRow(name: string, text: string): string {
  return `${name.padEnd(12)}${text}`;
}

/** No hash protects the last line: it must be what the protocol comes to over the others. */
async function checkOutcome(transcript: Transcript, file: string): Promise<string> {
  const why = await requireOutcome(transcript, file);
  return why === null
    ? `recounted from the record by ${readProtocolName(transcript.events)}`
    : `not recounted: ${why}`;
}

type ReadMeeting = { transcript: Transcript; own: Protocol | undefined };

async function verifyFiles(
  io: Io,
  folder: string,
  path: string,
  { transcript, own }: ReadMeeting,
): Promise<number> {
  if (own === undefined) {
    print(io.stdout, [
      formatRow(
        "files",
        `not compared: they need the code of ${readProtocolName(transcript.events)}; name it with --protocol`,
      ),
    ]);
    return EXIT.undecided;
  }
  const { same, altered, notComparable, version, missing, others } = await compareFiles(
    path,
    transcript,
    own,
  );
  const isClosed = transcript.events.at(-1)?.type === "meeting.closed";
  const again = formatCommand(["verify", folder, "--write"]);
  const absent = same.length + altered.length + notComparable.length === 0;
  const made = `${same.length} written again from the record, all equal`;
  const none = isClosed
    ? `none is written; ${again} writes them`
    : "none yet: the meeting has not ended";
  print(io.stdout, [
    formatRow("files", absent ? none : made),
    ...formatList("not there", isClosed && !absent ? missing : []),
    ...formatList("of others", others, "not made from the record, and not compared"),
    ...formatList(
      "other kind",
      notComparable,
      `not comparable: written in form ${version}, and this is form ${FILES_VERSION}; ${again} writes them again`,
    ),
  ]);
  if (altered.length === 0) return notComparable.length === 0 ? EXIT.decided : EXIT.undecided;
  const remedy = `One of the two was changed. If the rest of verify is right: ${again}`;
  throw new BoardroomError(
    "transcript-damaged",
    altered.map((problem, index) =>
      index === altered.length - 1 ? { ...problem, remedy } : problem,
    ),
  );
}

function formatList(name: string, files: readonly string[], what?: string): readonly string[] {
  if (files.length === 0) return [];
  return [formatRow(name, `${files.join(", ")}${what === undefined ? "" : `: ${what}`}`)];
}

async function writeAgain(
  io: Io,
  folder: string,
  recorded: Recorded,
  own: Protocol | undefined,
): Promise<void> {
  if (recorded.events.at(-1)?.type !== "meeting.closed") {
    throw createUsageError(
      "the meeting is not closed, so it has no files yet",
      `Continue it first: ${formatCommand(["resume", folder])}`,
      folder,
    );
  }
  if (own === undefined)
    throw createUsageError(
      `the files need the code of ${readProtocolName(recorded.events)}`,
      "Name it: --protocol ./mine.mjs",
      folder,
    );
  const path = resolve(io.cwd, folder);
  const lock = lockTranscript(path);
  try {
    const names = writeOutputs(path, recorded, own);
    print(io.stdout, [formatRow("written", names.join(", "))]);
  } finally {
    lock.release();
  }
}

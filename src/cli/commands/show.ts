// `boardroom show`: prints the debate, the verdicts, the events or a prompt of recorded meetings.

import { join, resolve } from "node:path";
import { foldTranscript } from "../../engine/transcript/fold.ts";
import { readTranscript } from "../../engine/transcript/journal.ts";
import { JOURNAL_FILE } from "../../engine/transcript/journal-file.ts";
import { sortByPath } from "../../engine/transcript/path.ts";
import { readUtf8, writeWhole } from "../../files.ts";
import { EXIT } from "../../home/process/exit-codes.ts";
import {
  chooseTextStyle,
  createUsageError,
  draw,
  type Io,
  print,
  printJson,
  printRecord,
  printText,
} from "../../home/process/io.ts";
import { findTranscripts, readEach } from "../../home/records/find-transcripts.ts";
import { buildTable } from "../../home/records/outputs.ts";
import { findCall, recoverRequest } from "../../home/records/prompts.ts";
import { loadCustomCode, loadRecordedProtocol } from "../../home/settings/own-code.ts";
import { readSettings } from "../../home/settings/settings.ts";
import { listIndividualLayers } from "../../models/contract/layout.ts";
import type { ModelRequest } from "../../models/contract/model.ts";
import { createSentBody } from "../../models/registry/capabilities-for.ts";
import { findRanking, type RankingRecord } from "../../screens/report-file.ts";
import { crossMarkdown, crossTable } from "../../showing/compare/several.ts";
import { plainPalette, type TextOptions } from "../../showing/palette.ts";
import { printTerminal } from "../../showing/print-terminal.ts";
import { readRecord } from "../../showing/records.ts";
import { markdownTable, textTable, verdictsCsv, verdictsJson } from "../../showing/renderers.ts";
import { describeLine, describeUncited, findUncitedLines } from "../../showing/uncited.ts";
import type { VerdictTable } from "../../showing/verdict-schema.ts";
import { readAsSeen } from "../../showing/watching/seat-view.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";
import { wrap } from "../../text/wrap.ts";
import { defineCommand, type FlagsOf } from "../terminal/command.ts";
import { readWholeNumber } from "../terminal/flag-values.ts";
import { NAMES, selectFlags } from "../terminal/flags.ts";
import { createPrinter } from "../terminal/run-in-terminal.ts";

const FORMATS = ["text", "md", "csv", "json", "jsonl"] as const;
type Format = (typeof FORMATS)[number];

const HELP = `
One transcript gives its debate and verdict table. A ranking gives its order, requirements and reasons; with --quiet, no reasons. Several give one table with a row for each, the strongest first, and a
separate table for each question. As csv it has stacked rows, as json a list. A damaged transcript is named on stderr and
skipped (exit code 5). No model is called.

--prompt 16 is the turn printed as [16]. If the member was not asked in that turn, the error lists the turns in
which it was. The rebuilt request is compared with the digest in the transcript. With --json it is the body for the provider,
as boardroom.yaml has it now and without the key.

Examples:
  boardroom show transcripts/hiring-34
  boardroom show transcripts/hiring-34 --explain
  boardroom show transcripts/hiring-34 --uncited
  boardroom show transcripts/hiring-candidates-7
  boardroom show transcripts/hiring-34 transcripts/hiring-8
  boardroom show 'transcripts/hiring-*' --format csv -o candidates.csv
  boardroom show transcripts/hiring-34 --format json | jq '.meetings[0].outcome'
  boardroom show transcripts/hiring-34 --json | jq -c 'select(.type == "message.spoken")'
  boardroom show transcripts/hiring-34 --prompt 16
  boardroom show transcripts/hiring-34 --prompt opening --speaker sarah-chen --json`;

const FLAGS = {
  explain: ["--explain", "Also print how each speaker was chosen"],
  format: ["--format <format>", "text, verdicts as md, csv or json, or events as jsonl", FORMATS],
  json: ["--json", "The same as --format jsonl; with --prompt: the request body as JSON"],
  quiet: ["--quiet", "Print the verdict table only"],
  uncited: ["--uncited", "Print the lines of the documents that no member cited"],
  prompt: [
    "--prompt <turn>",
    "Print a member's prompt: a turn, an id of the record, opening, called or closing",
  ],
  speaker: [
    "--speaker <member>",
    "With --prompt: id of the member [default: the speaker of that turn]",
  ],
  call: ["--call <n>", "With --prompt: which call of that turn [default: 1]", readWholeNumber],
  ...selectFlags("ownProtocol", "outputFile", "force"),
} as const;

type ShowFlags = FlagsOf<typeof FLAGS>;

export const command = defineCommand({
  arguments: [["<transcripts...>", NAMES]],
  flags: FLAGS,
  needs: { speaker: ["prompt"], call: ["prompt"], force: ["output"] },
  excludes: {
    uncited: ["explain", "format", "json", "quiet", "prompt", "output"],
    prompt: ["explain", "quiet", "format", "output"],
    json: ["format", "quiet", "explain"],
    quiet: ["format", "explain"],
    output: ["explain"],
  },
  help: HELP,
  run: (io, [asked], flags) => show(io, asked, flags),
});

async function show(io: Io, asked: readonly string[], flags: ShowFlags): Promise<number> {
  const { prompt, speaker: _, call: __, ...shown } = flags;
  const { format, json, output, quiet } = shown;
  if (prompt !== undefined)
    return showPrompt(io, requireOne(asked, "--prompt"), { ...flags, prompt });
  const folders = await findTranscripts(io, asked);
  const [folder = ""] = folders;
  const ranking = folders.length === 1 ? await findRanking(resolve(io.cwd, folder)) : null;
  if (ranking) return showRanking(io, ranking, flags);
  if (flags.uncited) return showUncited(io, requireOne(folders, "--uncited"));
  const isEvents = json === true || format === "jsonl";
  const isText = !isEvents && !quiet && (format ?? "text") === "text";
  const isDebate = isText && folders.length === 1 && output === undefined;
  if (flags.explain && !isDebate)
    throw createUsageError("--explain is for the debate of one meeting", "Remove --explain.");
  if (isEvents) {
    const lines = await readWholeLines(io, requireOne(folders, "--json"));
    if (output === undefined) printRecord(io, lines);
    else await writeText(io, output, lines, flags.force);
    return EXIT.decided;
  }
  return isDebate ? showDebate(io, folder, flags) : showVerdicts(io, folders, shown);
}

/** The result of a ranking with its reasons, or the verdicts of its meetings. */
async function showRanking(
  io: Io,
  { closed, tables, result, reasons, markdown }: RankingRecord,
  { format = "text", output, force, quiet, ...flags }: ShowFlags,
): Promise<number> {
  const stray = (["explain", "uncited", "json"] as const).find((name) => flags[name]);
  if (stray !== undefined || format === "jsonl")
    throw createUsageError(
      `--${stray ?? "format jsonl"} is for one meeting, and this is a ranking`,
      `Name one of its meetings: ${["meetings", ...closed.map(({ path }) => path)].at(-1)}`,
    );
  const style = chooseFileStyle(io, output);
  const article = quiet ? result : [...result, ...reasons];
  const text =
    format === "text"
      ? `${printTerminal(article, style).join("\n")}\n`
      : format === "md"
        ? markdown
        : formatVerdicts(format, tables, style);
  await showOrWrite(io, text, output, force);
  return EXIT.decided;
}

/** A file is to be read anywhere. */
function chooseFileStyle(io: Io, output: string | undefined): TextOptions {
  const style = chooseTextStyle(io);
  return output === undefined ? style : { ...style, width: 100, palette: plainPalette };
}

async function showOrWrite(
  io: Io,
  text: string,
  output: string | undefined,
  force: boolean | undefined,
): Promise<void> {
  if (output === undefined) draw(io.stdout, [text.replace(/\n$/, "")]);
  else await writeText(io, output, text, force);
}

function requireOne(folders: readonly string[], flag: string): string {
  const [folder = "", ...more] = folders;
  if (more.length === 0) return folder;
  throw createUsageError(`${flag} takes one transcript, found ${folders.length}`, "Name one.");
}

/** Prints the debate and the table of one meeting. */
export async function showDebate(
  io: Io,
  folder: string,
  flags: ShowFlags,
  as?: string,
): Promise<number> {
  const recorded = await readAsSeen(resolve(io.cwd, folder), as);
  const own = await loadRecordedProtocol(io, recorded.events, flags.protocol);
  const printer = createPrinter(io, chooseTextStyle(io), flags, { own });
  for (const event of sortByPath(recorded.events)) printer.event(event);
  printer.end(recorded);
  return EXIT.decided;
}

async function showUncited(io: Io, folder: string): Promise<number> {
  const { events } = await readRecord(resolve(io.cwd, folder));
  const { width } = chooseTextStyle(io);
  const lines = findUncitedLines([foldTranscript(events)]);
  const text = [describeUncited(lines), ...lines.uncited.map(describeLine)];
  draw(
    io.stdout,
    text.flatMap((each) => wrap(sanitizeLine(each), width)),
  );
  return EXIT.decided;
}

/** As written, so that the hashes still hold; without a torn last line. */
async function readWholeLines({ cwd }: Io, folder: string): Promise<string> {
  const path = resolve(cwd, folder);
  await readRecord(path);
  const text = readUtf8(join(path, JOURNAL_FILE));
  return text.slice(0, text.lastIndexOf("\n") + 1);
}

async function showVerdicts(
  io: Io,
  folders: readonly string[],
  { format = "text", output, force, protocol }: ShowFlags,
): Promise<number> {
  const style = chooseFileStyle(io, output);
  const { sound, exitCode } = await readEach(io, folders, async (folder) => {
    const recorded = await readAsSeen(resolve(io.cwd, folder));
    return buildTable(recorded, await loadRecordedProtocol(io, recorded.events, protocol));
  });
  const text = formatVerdicts(format, sound, style);
  await showOrWrite(io, text, output, force);
  return exitCode;
}

async function writeText(
  io: Io,
  file: string,
  text: string,
  force: boolean | undefined,
): Promise<void> {
  writeWhole(resolve(io.cwd, file), text, { isReplaced: force });
  print(io.stderr, [`Written: ${file}`]);
}

function formatVerdicts(
  format: Format,
  tables: readonly VerdictTable[],
  style: TextOptions,
): string {
  const [first, ...more] = tables;
  const one = more.length === 0 ? first : undefined;
  if (format === "csv") return verdictsCsv(tables);
  if (format === "json") return verdictsJson(tables);
  if (format === "md") return one ? markdownTable(one) : crossMarkdown(tables);
  return `${one ? textTable(one, style) : crossTable(tables, style)}\n`;
}

type PromptAsked = ShowFlags & { prompt: string };

async function showPrompt(io: Io, folder: string, asked: PromptAsked): Promise<number> {
  const { prompt: at, speaker, call: number = 1, json, protocol } = asked;
  const { events } = readTranscript(resolve(io.cwd, folder));
  const call = findCall(events, { at, speaker, call: number });
  const { project, protocols } = await loadCustomCode(io, await readSettings(io), protocol);
  const { models } = project;
  const { request, isRecorded } = await recoverRequest(events, call, models, protocols);
  if (json) printJson(io.stdout, createSentBody(call.asked, request, models) ?? request, 2);
  else printText(io.stdout, `${formatPrompt(request).join("\n")}\n`);
  if (!isRecorded) print(io.stderr, [UNLIKE]);
  return isRecorded ? EXIT.decided : EXIT.damaged;
}

const UNLIKE =
  "boardroom: the rebuilt request differs from the one sent: its digest is not the recorded one";

function formatPrompt(request: ModelRequest): readonly string[] {
  const { shared, turns, instruction, exchange, json } = request;
  const own = listIndividualLayers(request).join("\n\n");
  const lines = [...formatSection("system, shared by all members", shared)];
  const add = (title: string, text: string) => lines.push(...formatSection(title, text));
  if (own !== "") add("system, this member's own", own);
  for (const { role, parts } of turns) add(role, parts.join("\n\n"));
  add("user, the instruction: seen by this call only", instruction);
  if (exchange) {
    add("assistant, the reply that failed: seen by this call only", exchange.reply);
    add("user, what was wrong with it: seen by this call only", exchange.problem);
  }
  if (json) add(`JSON asked for: ${json.name}`, JSON.stringify(json.schema, null, 2));
  return lines;
}

function formatSection(title: string, text: string): readonly string[] {
  return [`--- ${title} ---`, sanitize(text), ""];
}

/**
 * Reads a record to show it, writes the files next to `events.jsonl`, and makes a document of an
 * earlier meeting.
 */

import { join } from "node:path";
import { findFinalVerdict } from "../engine/meeting/decide.ts";
import type { Meeting } from "../engine/meeting/open-meeting.ts";
import { recountOutcome } from "../engine/meeting/recount.ts";
import type { Description, Protocol, ProtocolFile } from "../engine/protocol/protocol.ts";
import type { MeetingEvent } from "../engine/transcript/events.ts";
import { foldTranscript } from "../engine/transcript/fold.ts";
import { readTranscript, type Transcript } from "../engine/transcript/journal.ts";
import { JOURNAL_FILE } from "../engine/transcript/journal-file.ts";
import { createDamagedError } from "../engine/transcript/read.ts";
import { getMember, type MeetingState } from "../engine/transcript/state.ts";
import { nameOutcome } from "../engine/words/figures.ts";
import { BoardroomError } from "../errors.ts";
import { isOutside, writeWhole } from "../files.ts";
import { dropMissing } from "../lists.ts";
import { PROTOCOLS } from "../protocols/built-in.ts";
import {
  makeDocument,
  normaliseText,
  toDocumentName,
} from "../scenario/documents/document-text.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import type { Article } from "../text/article.ts";
import { listLines } from "../text/article-lines.ts";
import { formatCommand } from "../text/command-line.ts";
import { printMarkdown } from "../text/markdown.ts";
import { collapseSpace } from "../text/plain.ts";
import { listIncidents } from "./incidents.ts";
import { verdictsCsv, verdictsJson } from "./renderers.ts";
import { transcriptMarkdown } from "./transcript-markdown.ts";
import type { VerdictTable } from "./verdict-schema.ts";
import { verdictTable } from "./verdict-table.ts";

/** Reads a transcript to show what it decided. A closed one whose last line does not follow from the others is refused. */
export async function readRecord(folder: string): Promise<Transcript> {
  const transcript = readTranscript(folder);
  await requireOutcome(transcript, join(folder, JOURNAL_FILE));
  return transcript;
}

/** Recounts the outcome of a closed record by its protocol. Returns why it cannot, or null. */
export async function requireOutcome(
  transcript: Pick<Transcript, "events" | "head">,
  file: string,
): Promise<string | null> {
  const [opened] = transcript.events;
  const last = transcript.events.at(-1);
  if (last?.type !== "meeting.closed" || opened?.type !== "meeting.opened")
    return "the meeting is not closed";
  const protocol = PROTOCOLS.find(({ name, version }) => `${name}@${version}` === opened.protocol);
  if (!protocol) return `${opened.protocol} is not part of this version of boardroom`;
  if (!protocol.options.safeParse(opened.scenario.options).success)
    return "the meeting used code that is not part of boardroom, such as a selector";
  try {
    await recountOutcome(transcript, protocol);
  } catch (error) {
    const why =
      error instanceof BoardroomError
        ? error.problems.map(({ message }) => message).join("; ")
        : error;
    throw createDamagedError(
      { file, line: last.seq },
      `the last line does not follow from the record: ${why}`,
    );
  }
  return null;
}

export type Recorded = { events: readonly MeetingEvent[]; head: string };

export function buildRecordTable(
  { events, head }: Recorded,
  { tell, count }: Description,
): VerdictTable {
  const state = foldTranscript(events);
  return verdictTable(state, {
    headHash: head,
    incidents: listIncidents(events),
    columns: tell?.(state).columns?.(),
    count,
  });
}

/** `name` is a path within the transcript's folder, with `/` between folders. */
export type OutputFile = { name: string; text: string };

/** The files next to `events.jsonl`, without `written.json`. */
export function meetingFiles(recorded: Recorded, protocol: Description): readonly OutputFile[] {
  const state = foldTranscript(recorded.events);
  const table = buildRecordTable(recorded, protocol);
  return [
    ...listOwnFiles(state, protocol),
    {
      name: "transcript.md",
      text: transcriptMarkdown(recorded.events, state, table, protocol),
    },
    { name: "verdicts.json", text: verdictsJson([table]) },
    { name: "verdicts.csv", text: verdictsCsv([table]) },
  ];
}

/** The files that a protocol writes. */
export function listOwnFiles(state: MeetingState, { tell }: Description): readonly OutputFile[] {
  const files = tell?.(state).files?.() ?? [];
  return files.map(({ name, content }) => ({ name, text: printContent(content) }));
}

function printContent(content: ProtocolFile["content"]): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return printMarkdown(content);
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Raise this whenever the bytes of a file that is written from a record change. */
export const FILES_VERSION = 11;

export const WRITTEN_FILE = "written.json";

/** `written.json`: what the folder's files were written from. */
export function createWrittenFile(head: string, files: readonly OutputFile[]): OutputFile {
  const written = { version: FILES_VERSION, head, files: files.map(({ name }) => name) };
  return { name: WRITTEN_FILE, text: `${JSON.stringify(written, null, 2)}\n` };
}

/** Older files of the same meeting are replaced. Resolves with the names, without that of `written.json`. */
export function writeMeetingFiles(
  folder: string,
  recorded: Recorded,
  protocol: Description,
): readonly string[] {
  const files = meetingFiles(recorded, protocol);
  writeNextTo(folder, [...files, createWrittenFile(recorded.head, files)]);
  return files.map(({ name }) => name);
}

/**
 * Writes the verdict table, the transcript and the protocol's own files of a closed meeting. Uses
 * the journal's folder by default, and resolves with the names.
 *
 * @example
 * ```ts
 * const names = await saveMeeting(meeting, board, "transcripts/mine");
 * ```
 */
export async function saveMeeting(
  { journal }: Pick<Meeting, "journal">,
  protocol: Protocol,
  folder: string | undefined = journal.folder,
): Promise<readonly string[]> {
  if (folder === undefined) {
    throw new BoardroomError("usage", {
      message: "the meeting's journal is in memory, so there is no folder to write to",
      remedy: "Open the meeting with journal: createJournal(folder), or name a folder.",
    });
  }
  return writeMeetingFiles(folder, journal, protocol);
}

export function isSameQuestion(one: string, other: string): boolean {
  return collapseSpace(one).toLowerCase() === collapseSpace(other).toLowerCase();
}

/** An earlier meeting as a document, cited by the head hash of its transcript. `own`: its protocol's part. */
export function createPriorDocument(
  state: MeetingState,
  {
    head,
    question,
    own,
    turnedOut,
  }: {
    head: string;
    question: string;
    own: Article;
    /** The later result, as a person recorded it. */
    turnedOut: string | null;
  },
): Document {
  const { scenario, outcome, protocol } = state;
  const lines = dropMissing([
    `# Earlier meeting: ${collapseSpace(scenario.title)}`,
    "",
    `Held at ${state.startedAt} by ${protocol.split("@")[0]}; transcript head ${head}.`,
    state.simulated && "Simulated: no language model used.",
    "",
    !isSameQuestion(scenario.question, question) &&
      "It was asked another question than this meeting.",
    `- Question: ${collapseSpace(scenario.question)}`,
    `- Outcome: ${outcome === null ? "not concluded" : collapseSpace(`${nameOutcome(outcome, scenario)}; ${outcome.reason}`)}`,
    turnedOut !== null && `- Later result: ${collapseSpace(turnedOut)}`,
    "",
    "## Who stood where",
    "",
    ...scenario.members.map(
      ({ id, persona }) => `- ${collapseSpace(persona.name)}: ${describeStand(state, id)}`,
    ),
    ...listLines(own).flatMap(({ text, isHeading }) =>
      isHeading ? ["", `## ${text}`, ""] : [text],
    ),
  ]);
  return makeDocument({
    name: toDocumentName(`prior-${scenario.name}-${head.slice(0, 8)}.md`),
    title: `Earlier meeting ${head.slice(0, 12)}`,
    subject: false,
    text: normaliseText(lines.join("\n")),
  });
}

function describeStand(state: MeetingState, id: string): string {
  const { verdict, reasoning, confidence } = findFinalVerdict(getMember(state, id));
  const sure = confidence === null ? "" : `, confidence ${confidence}`;
  return `${verdict ?? "no verdict"}${sure}${reasoning === null ? "" : `. ${collapseSpace(reasoning)}`}`;
}

/** Over older files of these names. */
function writeNextTo(folder: string, files: readonly OutputFile[]): void {
  const remedy = (firstStep: string) =>
    `The record is kept. ${firstStep}, then: ${formatCommand(["verify", folder, "--write"])}`;
  for (const { name, text } of files) {
    const file = join(folder, name);
    if (isOutside(folder, file)) {
      throw new BoardroomError("internal", {
        message: `the protocol's output ${JSON.stringify(name)} is outside the transcript folder`,
      });
    }
    writeWhole(file, text, { isReplaced: true, remedy });
  }
}

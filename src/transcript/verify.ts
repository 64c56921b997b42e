import { createHash } from "node:crypto";
import { BoardroomError } from "../errors.ts";
import type { Citable } from "../scenario/citations.ts";
import { checkCitations } from "./check-citations.ts";
import type { MeetingEvent } from "./events.ts";
import { effectPath } from "./path.ts";
import { damaged } from "./read.ts";

/** A transcript's lines as they were read, and the file they stand in. */
export type Lines = {
  readonly events: readonly MeetingEvent[];
  /** SHA-256 of each line. */
  readonly hashes: readonly string[];
  readonly file: string;
};

/** Each document's text must be the one its digest was made from. Returns how many there are. */
export function verifyDocuments({ events, file }: Lines): number {
  const documents = events.filter(
    (event): event is MeetingEvent<"document.added"> => event.type === "document.added",
  );
  for (const { seq, name, text, sha256 } of documents) {
    if (createHash("sha256").update(text, "utf8").digest("hex") === sha256) continue;
    throw damaged({ file, line: seq }, `the text of ${name} does not have the digest recorded with it`);
  }
  return documents.length;
}

/** Holds every citation and quotation against the recorded documents again. Returns how many there are. */
export function verifyCitations({ events, file }: Lines): number {
  const known: { readonly path: string; readonly document: Citable }[] = [];
  let checked = 0;
  for (const event of events) {
    if (event.type === "document.added") known.push({ path: event.path, document: event });
    if (event.type !== "message.spoken" || event.reply !== undefined) continue;
    const documents = known.filter(({ path }) => isSeenFrom(event.path, path)).map(({ document }) => document);
    const again = checkCitations(event.content, event.artifacts, documents);
    const index = differsAt(event.citations, again);
    if (index !== -1) {
      const say = (found: string | undefined) => found ?? "nothing";
      const message = `citation ${index + 1} is recorded as ${say(event.citations[index]?.found)}; held against the documents it is ${say(again[index]?.found)}`;
      throw damaged({ file, line: event.seq }, message);
    }
    checked += again.length;
    for (const artifact of event.artifacts) {
      if (artifact.kind === "exhibit")
        known.push({ path: event.path, document: { name: artifact.id, text: artifact.body } });
    }
  }
  return checked;
}

/** Index of the first of two lists that differs, or -1. */
function differsAt(recorded: readonly object[], again: readonly object[]): number {
  const longest = Math.max(recorded.length, again.length);
  for (let index = 0; index < longest; index++) {
    if (JSON.stringify(recorded[index]) !== JSON.stringify(again[index])) return index;
  }
  return -1;
}

/** False for what stands in another branch of a parallel group that both are in: paths part at a branch's number. */
function isSeenFrom(path: string, other: string): boolean {
  const [own, others] = [path, other].map((each) => effectPath(each).split("/"));
  const parts = own!.findIndex((part, index) => part !== others![index]);
  return parts === -1 || parts >= others!.length || parts % 2 === 0;
}

/** The hash kept elsewhere must be that of the last line; 12 characters of it or more suffice. */
export function verifyHead({ hashes, file }: Lines, expected: string): void {
  const asked = expected.toLowerCase();
  if (!/^[0-9a-f]{12,64}$/.test(asked)) {
    throw new BoardroomError("usage", {
      message: `--head takes a hash of 12 to 64 hexadecimal digits, found ${JSON.stringify(expected)}`,
      remedy: "It is printed with the verdict table, and stands in verdicts.json as headHash.",
    });
  }
  const line = hashes.findIndex((hash) => hash.startsWith(asked)) + 1;
  if (line === hashes.length) return;
  if (line > 0) {
    const added = hashes.length - line;
    const message = `line ${line} has the hash given, and ${added} ${added === 1 ? "line has" : "lines have"} been added after it`;
    throw damaged({ file, line: line + 1 }, message);
  }
  throw damaged(
    { file, line: hashes.length },
    `no line has the hash ${expected}: the transcript is not the one it was taken from`,
  );
}

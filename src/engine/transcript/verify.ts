/**
 * Computes again what a record claims: the digests of its documents, the results of its quotation
 * checks, and the passages that changed verdicts. `boardroom verify` calls it; read.ts has checked
 * the hashes before.
 */

import {
  type CheckedQuote,
  type Citable,
  holdsPassage,
} from "../../scenario/documents/citations.ts";
import type { PrivateDocument } from "../../scenario/schema/document.ts";
import { hashSha256 as digest } from "../../text/sha256.ts";
import { listTexts } from "../scaffold/message.ts";
import {
  checkCitations,
  checkReasons,
  listAnswer,
  listStatements,
  selectEvidence,
} from "./citations.ts";
import type { CheckedCitation, MeetingEvent } from "./events.ts";
import { toMessageId, toStepPath } from "./path.ts";
import { createDamagedError } from "./read.ts";

export type RecordedLines = {
  events: readonly MeetingEvent[];
  hashes: readonly string[];
  file: string;
};

export function verifyDocuments({ events, file }: RecordedLines): number {
  const documents = events.filter(
    (event): event is MeetingEvent<"document.added"> => event.type === "document.added",
  );
  for (const { seq, name, text, sha256 } of documents) {
    if (digest(text) === sha256) continue;
    throw createDamagedError(
      { file, line: seq },
      `the text of ${name} does not have the digest recorded with it`,
    );
  }
  return documents.length;
}

export function verifyCitations({ events, file }: RecordedLines): number {
  const known: { path: string; document: Citable }[] = [];
  const spoken: { path: string; text: string }[] = [];
  const evidence: PrivateDocument[] = [];
  const quoted: { path: string; citation: CheckedCitation }[] = [];
  let checked = 0;
  const moveProblem = createMoveCheck();
  for (const event of events) {
    const unmoved = moveProblem(event);
    if (unmoved !== null) throw createDamagedError({ file, line: event.seq }, unmoved);
    if (event.type === "document.added") {
      if (event.shownTo) evidence.push({ ...event, shownTo: event.shownTo });
      else known.push({ path: event.path, document: event });
    }
    for (const text of listSpokenTexts(event)) spoken.push({ path: event.path, text });
    if (event.type !== "message.spoken" && event.type !== "ballot.cast") continue;
    const { path } = event;
    const open = known
      .filter((each) => isVisibleFrom(path, each.path))
      .map(({ document }) => document);
    const aloud =
      evidence.length === 0 ? [] : quoted.filter((each) => isVisibleFrom(path, each.path));
    const own = selectEvidence(
      evidence,
      event.speaker,
      aloud.map(({ citation }) => citation),
    );
    const documents = [...open, ...own];
    const isBefore = (each: { path: string }) =>
      each.path !== path && isVisibleFrom(path, each.path);
    const sources = {
      documents,
      statements: () => spoken.filter(isBefore).map(({ text }) => text),
    };
    const compare = (
      kind: string,
      recorded: readonly CheckedCitation[],
      again: readonly CheckedQuote[],
    ) => {
      checked += again.length;
      const index = findFirstDifference(recorded, again);
      if (index === -1) return;
      const say = (found: string | undefined) => found ?? "nothing";
      const message = `${kind} ${index + 1} is recorded as ${say(recorded[index]?.found)}; compared with the documents it is ${say(again[index]?.found)}`;
      throw createDamagedError({ file, line: event.seq }, message);
    };
    if (event.quotations)
      compare("quotation in the reasoning", event.quotations, checkReasons(event, sources) ?? []);
    for (const citation of event.type === "ballot.cast" || event.audience === "record"
      ? []
      : listCitations(event))
      quoted.push({ path, citation });
    if (event.type === "ballot.cast" || event.reply !== undefined) continue;
    compare("citation", event.citations, checkCitations(event.content, event.artifacts, sources));
    for (const artifact of event.artifacts) {
      if (artifact.kind === "exhibit")
        known.push({ path: event.path, document: { name: artifact.id, text: artifact.body } });
    }
  }
  return checked;
}

function listCitations({
  citations,
  quotations = [],
}: MeetingEvent<"message.spoken">): CheckedCitation[] {
  return [...citations, ...quotations];
}

function listSpokenTexts(event: MeetingEvent): readonly string[] {
  if (event.type === "message.spoken")
    return event.audience === "record" ? [] : listStatements(event);
  if (event.type === "ballot.cast") return listAnswer({ ...event, kind: event.ballot });
  if (event.type === "notice.given") return [event.text];
  return event.type === "person.acted" && "text" in event.does ? [event.does.text] : [];
}

function findFirstDifference(recorded: readonly object[], again: readonly object[]): number {
  const longest = Math.max(recorded.length, again.length);
  for (let index = 0; index < longest; index++) {
    if (JSON.stringify(recorded[index]) !== JSON.stringify(again[index])) return index;
  }
  return -1;
}

/** Paths part at a branch's number, so other branches of the same group are not seen. */
function isVisibleFrom(path: string, other: string): boolean {
  const others = toStepPath(other).split("/");
  const parts = toStepPath(path)
    .split("/")
    .findIndex((part, index) => part !== others[index]);
  return parts === -1 || parts >= others.length || parts % 2 === 0;
}

function createMoveCheck(): (event: MeetingEvent) => string | null {
  const statements = new Map<string, { by: string; texts: readonly string[] }>();
  return (event) => {
    const problem =
      "movedBy" in event && event.movedBy ? findMoveProblem(event.speaker, event.movedBy) : null;
    if (event.type === "message.spoken")
      statements.set(event.id, { by: event.speaker, texts: listTexts(event) });
    if (event.type === "person.acted" && "text" in event.does)
      statements.set(`${toMessageId(event.path)}-${event.order}`, {
        by: event.person,
        texts: [event.does.text],
      });
    return problem;
  };

  function findMoveProblem(
    speaker: string,
    { message, passage }: { message: string; passage: string },
  ): string | null {
    const heard = statements.get(message);
    if (!heard || heard.by === speaker)
      return `${message} is recorded as having moved ${speaker}; no message contains it`;
    if (holdsPassage(passage, heard.texts)) return null;
    return `${message} is recorded as having moved ${speaker} by words that it does not hold`;
  }
}

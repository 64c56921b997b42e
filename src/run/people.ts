// Waits for people during a meeting: here at the terminal, or elsewhere through the inbox. The
// engine calls it when a member is a person.

import { basename, resolve } from "node:path";
import type { AskPerson } from "../engine/meeting/runtime.ts";
import { isSamePerson } from "../engine/people/inbox.ts";
import type { HumanAnswer, HumanRequest } from "../engine/protocol/floor.ts";
import { type Io, print } from "../home/process/io.ts";
import { watchFolder } from "../home/records/transcript-folder.ts";
import { type FileInbox, INBOX_FILE } from "../home/seats/inbox.ts";
import { readDocument } from "../scenario/documents/documents.ts";
import type { Document } from "../scenario/schema/scenario.ts";
import { formatCommand } from "../text/command-line.ts";

export type PromptPerson = (
  io: Io,
  person: string,
  request: HumanRequest,
  signal: AbortSignal,
) => Promise<HumanAnswer | null>;

type PeopleSetup = {
  io: Io;
  inbox: FileInbox;
  as?: string | undefined;
  outside: Outside;
  wait: boolean;
  prompt: (
    person: string,
    request: HumanRequest,
    signal: AbortSignal,
  ) => Promise<HumanAnswer | null>;
};

export type Outside = {
  isOutside: (person: string) => boolean;
  hasLeft: (person: string) => boolean;
  place: () => string | null;
};

/** Asks one person at a time here; others answer through the inbox. Without a terminal the meeting waits. */
export function createAskPerson({ io, inbox, as, outside, wait, prompt }: PeopleSetup): AskPerson {
  let last: Promise<unknown> = Promise.resolve();
  return (person, request, signal, path) => {
    const asked = { inbox, person, request, path, signal, outside };
    if (outside.isOutside(person)) return awaitOutsider(asked);
    if (!io.ask) return wait ? waitForAnswer(asked) : Promise.resolve(null);
    const elsewhere = new AbortController();
    const done = AbortSignal.any([signal, elsewhere.signal]);
    const watched = waitForAnswer({ ...asked, signal: done });
    if (as !== undefined && !isSamePerson(as, person)) {
      print(io.stderr, [
        `Waiting for ${person}. To answer: ${formatCommand(["act", "TRANSCRIPT", "--as", person])}`,
      ]);
      return watched;
    }
    const typed = last.then(() => (done.aborted ? null : prompt(person, request, done)));
    last = typed.catch(() => null);
    return Promise.race([typed, watched]).finally(() => elsewhere.abort());
  };
}

type AskedPerson = {
  inbox: FileInbox;
  person: string;
  request: HumanRequest;
  path: string;
  signal: AbortSignal;
  outside: Outside;
};

async function awaitOutsider(asked: AskedPerson): Promise<HumanAnswer | null> {
  const left = new AbortController();
  const { outside, person, inbox, path } = asked;
  const hasLeft = () => {
    if (outside.hasLeft(person)) left.abort();
    return left.signal.aborted;
  };
  if (!hasLeft()) await waitForAnswer({ ...asked, until: hasLeft });
  return left.signal.aborted && !inbox.holdsAnswer(person, path)
    ? { absent: "left the meeting" }
    : null;
}

/** Resolves with null once the inbox holds an answer or the deadline has passed. */
async function waitForAnswer({
  inbox,
  person,
  request,
  path,
  signal,
  outside,
  until: isOver = () => false,
}: AskedPerson & { until?: () => boolean }): Promise<null> {
  const { deadline } = request;
  const until = typeof deadline === "string" ? Date.parse(deadline) : Number.POSITIVE_INFINITY;
  const changes = watchFolder(outside.place());
  try {
    while (!signal.aborted && !inbox.holdsAnswer(person, path) && Date.now() < until && !isOver())
      await changes.next(signal, until - Date.now());
  } finally {
    changes.close();
  }
  return null;
}

export function bringDocument({ cwd }: Io, file: string): Promise<Document> {
  return readDocument({ path: resolve(cwd, file), shown: basename(file) });
}

export function describeRefusal(why: string): string {
  return `Not taken from the inbox: ${why} (kept in ${INBOX_FILE})`;
}

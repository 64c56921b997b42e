import { basename, resolve } from "node:path";
import type { HumanRequest } from "../../meeting/contract/floor.ts";
import type { FileInbox } from "../../meeting/people/file-inbox.ts";
import { isSamePerson } from "../../meeting/people/inbox.ts";
import type { AskPerson } from "../../meeting/turn/runtime.ts";
import { sleep } from "../../models/port/sleep.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import type { HeldBack } from "../terminal/hold-back.ts";
import { type Io, print } from "../terminal/io.ts";
import { promptPerson } from "./ask-person-here.ts";

type Setup = {
  readonly io: Io;
  readonly inbox: FileInbox;
  /** Who sits at this terminal; left out, everybody who is asked. */
  readonly as?: string | undefined;
  /** Keeps what the meeting prints until the person has written. */
  readonly whilePrompting?: HeldBack["whilePrompting"];
};

/** Milliseconds between two looks into the inbox. */
const LOOK_MS = 250;

/**
 * Asks people at this terminal, one at a time, and lets those who sit elsewhere answer through the inbox. Where there
 * is no terminal nobody is asked, and the meeting waits.
 */
export function peopleAt({ io, inbox, as, whilePrompting = (ask) => ask() }: Setup): AskPerson {
  let last: Promise<unknown> = Promise.resolve();
  return (person, request, signal, path) => {
    if (!io.ask) return Promise.resolve(null);
    const isHere = as === undefined || isSamePerson(as, person);
    const elsewhere = new AbortController();
    const done = AbortSignal.any([signal, elsewhere.signal]);
    const watched = lookOut({ inbox, person, request, path, signal: done });
    if (!isHere) {
      print(io.stderr, [`Waiting for ${person}, who answers with: boardroom answer`]);
      return watched;
    }
    const typed = last.then(() =>
      done.aborted ? null : whilePrompting(() => promptPerson(io, person, request, done)),
    );
    last = typed.catch(() => null);
    return Promise.race([typed, watched]).finally(() => elsewhere.abort());
  };
}

type Watched = {
  readonly inbox: FileInbox;
  readonly person: string;
  readonly request: HumanRequest;
  readonly path: string;
  readonly signal: AbortSignal;
};

/** Asks nobody here: resolves with null as soon as the inbox holds an answer, or the deadline has passed. */
export async function lookOut({ inbox, person, request, path, signal }: Watched): Promise<null> {
  const { deadline } = request;
  const until = typeof deadline === "string" ? Date.parse(deadline) : Number.POSITIVE_INFINITY;
  while (!signal.aborted && !inbox.holdsAnswer(person, path) && Date.now() < until)
    await sleep(LOOK_MS, signal);
  return null;
}

/** Reads a document that somebody wants to lay on the table. */
export function bringDocument({ cwd }: Pick<Io, "cwd">, file: string): Promise<Document> {
  return readDocument({ path: resolve(cwd, file), shown: basename(file) });
}

/** Of what was left in the inbox and is no act or answer of this meeting. */
export function rejectionInWords(file: string, why: string): string {
  return `Not taken from the inbox: ${why} (kept as inbox/${basename(file)}.rejected)`;
}

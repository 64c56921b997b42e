import { mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { HumanAnswer, HumanRequest } from "../../meeting/contract/floor.ts";
import { type FileInbox, INBOX_FOLDER } from "../../meeting/people/file-inbox.ts";
import { isSamePerson } from "../../meeting/people/inbox.ts";
import type { AskPerson } from "../../meeting/turn/runtime.ts";
import { readDocument } from "../../scenario/documents/documents.ts";
import type { Document } from "../../scenario/schema/scenario.ts";
import { changesIn } from "../records/until-change.ts";
import type { HeldBack } from "../terminal/hold-back.ts";
import { type Io, print } from "../terminal/io.ts";
import { promptPerson } from "./ask-person-here.ts";

type PeopleSetup = {
  readonly io: Io;
  readonly inbox: FileInbox;
  /** Who sits at this terminal; left out, everybody who is asked. */
  readonly as?: string | undefined;
  /** Whose seat is kept for an agent, who answers from elsewhere and may have left. */
  readonly outside?: Outside | undefined;
  /** Waits for people elsewhere though nobody is at this terminal. */
  readonly wait?: boolean | undefined;
  /** Keeps what the meeting prints until the person has written. */
  readonly whilePrompting?: HeldBack["whilePrompting"];
};

/** Agents from outside at the table. */
export type Outside = {
  readonly isOutside: (person: string) => boolean;
  /** Whoever has left for good is not waited for. */
  readonly hasLeft: (person: string) => boolean;
  /** The folder in which answers are left; null while there is none. */
  readonly place: () => string | null;
};

/**
 * Asks people at this terminal, one at a time, and lets those who sit elsewhere answer through the inbox. Where there
 * is no terminal nobody is asked, and the meeting waits.
 */
export function peopleAt({
  io,
  inbox,
  as,
  outside,
  wait,
  whilePrompting = (ask) => ask(),
}: PeopleSetup): AskPerson {
  let last: Promise<unknown> = Promise.resolve();
  return (person, request, signal, path) => {
    if (outside?.isOutside(person)) return fromOutside({ inbox, person, request, path, signal, outside });
    if (!io.ask)
      return wait ? lookOut({ inbox, person, request, path, signal, outside }) : Promise.resolve(null);
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

type AskedPerson = {
  readonly inbox: FileInbox;
  readonly person: string;
  readonly request: HumanRequest;
  readonly path: string;
  readonly signal: AbortSignal;
  readonly outside?: Outside | undefined;
};

/** An agent answers from elsewhere, whoever is at this terminal; of one who has left, that is the answer. */
export async function fromOutside(
  asked: AskedPerson & { readonly outside: Outside },
): Promise<HumanAnswer | null> {
  const left = new AbortController();
  const { outside, person, inbox, path } = asked;
  const hasLeft = () => {
    if (outside.hasLeft(person)) left.abort();
    return left.signal.aborted;
  };
  if (!hasLeft()) await lookOut({ ...asked, until: hasLeft });
  return left.signal.aborted && !inbox.holdsAnswer(person, path) ? { absent: "left the meeting" } : null;
}

/** Asks nobody here: resolves with null as soon as the inbox holds an answer, or the deadline has passed. */
export async function lookOut({
  inbox,
  person,
  request,
  path,
  signal,
  outside,
  until: isOver = () => false,
}: AskedPerson & { readonly until?: () => boolean }): Promise<null> {
  const { deadline } = request;
  const until = typeof deadline === "string" ? Date.parse(deadline) : Number.POSITIVE_INFINITY;
  const changes = changesIn(inboxOf(outside?.place() ?? null));
  try {
    while (!signal.aborted && !inbox.holdsAnswer(person, path) && Date.now() < until && !isOver())
      await changes.next(signal, until - Date.now());
  } finally {
    changes.close();
  }
  return null;
}

/** Where answers are left, made so that it can be watched; nowhere where there is no transcript yet. */
function inboxOf(place: string | null): string | null {
  if (place === null) return null;
  const folder = join(place, INBOX_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Reads a document that somebody wants to lay on the table. */
export function bringDocument({ cwd }: Pick<Io, "cwd">, file: string): Promise<Document> {
  return readDocument({ path: resolve(cwd, file), shown: basename(file) });
}

/** Of what was left in the inbox and is no act or answer of this meeting. */
export function rejectionInWords(file: string, why: string): string {
  return `Not taken from the inbox: ${why} (kept as inbox/${basename(file)}.rejected)`;
}

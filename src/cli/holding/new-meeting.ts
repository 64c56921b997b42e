import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { type FileInbox, type FileInboxSetup, fileInbox } from "../../meeting/people/file-inbox.ts";
import type { Scenario } from "../../scenario/schema/scenario.ts";
import type { Prepared } from "../preparing/prepare.ts";
import { type PendingTranscript, pendingTranscript } from "../records/transcript-folder.ts";
import type { Io } from "../terminal/io.ts";

/** What a meeting that has been prepared starts from, whether it is printed or watched. */
export type NewMeeting = {
  readonly scenario: Scenario;
  /** Drawn where nobody chose one. */
  readonly seed: string | number;
  readonly transcript: PendingTranscript;
  /** The transcript's folder as an absolute path; null before the first event. */
  readonly place: () => string | null;
  readonly inbox: FileInbox;
};

/** Settles what a new meeting starts from. No file is made before its first event. */
export function newMeeting(
  io: Pick<Io, "cwd">,
  prepared: Prepared,
  { out, onRejected }: Pick<FileInboxSetup, "onRejected"> & { readonly out?: string | undefined },
): NewMeeting {
  const { scenario, settings } = prepared;
  const { values } = settings;
  const seed = values.seed ?? randomInt(1, 1_000_000);
  const transcript = pendingTranscript(io, {
    out,
    parent: values.out,
    scenario: scenario.name,
    seed: String(seed),
    durability: values.durability,
  });
  const place = () => (transcript.folder === null ? null : resolve(io.cwd, transcript.folder));
  const inbox = fileInbox({ folder: place, journal: transcript.journal, onRejected });
  return { scenario, seed, transcript, place, inbox };
}

/**
 * The versions of the record's format and of the protocols. A record of another version is refused
 * here, before anything in it is read.
 */

import { BoardroomError, type Place } from "../../errors.ts";
import { isRecord } from "../../lists.ts";

/** Raise it whenever a line is read or written in another way, or a prompt or a reply has other rules. */
export const FORMAT_VERSION = 1;

/**
 * Raise one whenever a recorded meeting of this protocol would have other steps (a path, the type of its event, a speaker),
 * another outcome or another reason. New words of prompts and reminders need no new version: a record keeps its own.
 */
export const PROTOCOL_VERSIONS = {
  board: 18,
  chamber: 20,
  judges: 17,
  jury: 21,
  rounds: 21,
} as const;

/** A record is read only in today's form. Its first line names the version of Boardroom that wrote it. */
export function refuseOtherVersions(firstLine: unknown, place: Place): void {
  if (!isRecord(firstLine)) return;
  const { format, program, protocol } = firstLine;
  const isOtherFormat = typeof format === "number" && format !== FORMAT_VERSION;
  if (!isOtherFormat && !isOtherProtocol(protocol)) return;
  const writer = typeof program === "string" ? `version ${program}` : "another version";
  throw new BoardroomError("transcript-version", {
    place,
    message: `this record was written by ${writer} of Boardroom, in a form that this version does not read`,
    remedy:
      "Nothing was changed. Use the version that wrote it, or run the meeting again: boardroom run.",
  });
}

function isOtherProtocol(recorded: unknown): boolean {
  if (typeof recorded !== "string") return false;
  const [name, version] = recorded.split("@");
  return Object.entries(PROTOCOL_VERSIONS).some(
    ([builtIn, present]) => builtIn === name && String(present) !== version,
  );
}

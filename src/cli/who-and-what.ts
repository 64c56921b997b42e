import { resolve } from "node:path";
import { BoardroomError } from "../errors.ts";
import { priorMeeting } from "../reports/prior-meeting.ts";
import { suggestion } from "../scenario/nearest.ts";
import type { Document, Seat } from "../scenario/scenario.ts";
import { foldTranscript } from "../transcript/fold.ts";
import { readTranscript } from "../transcript/journal.ts";
import { findTranscripts } from "./find-transcripts.ts";
import type { Io } from "./io.ts";

/** The members without those who are left out; a name that nobody has is refused. */
export function withoutMembers(members: readonly Seat[], left: readonly string[] = []): readonly Seat[] {
  const ids = members.map(({ id }) => id);
  const unknown = left.filter((id) => !ids.includes(id));
  if (unknown.length > 0) {
    throw new BoardroomError(
      "unknown-member",
      unknown.map((id) => ({
        message: `--exclude names ${id}, who does not sit on this board`,
        remedy: suggestion(id, ids, "Members"),
      })),
    );
  }
  const kept = members.filter(({ id }) => !left.includes(id));
  if (kept.length > 0) return kept;
  throw new BoardroomError("usage", {
    message: "--exclude leaves nobody",
    remedy: "Keep at least one member.",
  });
}

/** Earlier meetings as documents for the next one, each cited by the head hash of its transcript. */
export async function priorDocuments(io: Pick<Io, "cwd">, asked: readonly string[] = []): Promise<Document[]> {
  const folders = await findTranscripts(io, asked);
  return folders.map((folder) => {
    const { events, head } = readTranscript(resolve(io.cwd, folder));
    return priorMeeting(foldTranscript(events), head);
  });
}

import { foldTranscript } from "../../engine/transcript/folding/fold.ts";
import { lastSaid } from "../../showing/watching/last-said.ts";
import type { ReadingDesk, ReadMeeting } from "./desk.ts";
import { rowsOf, type TranscriptRow } from "./rows.ts";
import type { Sight } from "./sight.ts";

export function rowsSeen(meeting: ReadMeeting, sight: Sight, desk: ReadingDesk): readonly TranscriptRow[] {
  if (sight.is === "whole") return rowsOf(meeting, desk);
  const state = foldTranscript(meeting.events);
  const said = lastSaid(state, sight.seat ?? NOBODY, Number.MAX_SAFE_INTEGER);
  return said.map(({ id, name, to, verdict, content }, index) => ({
    ...{ seq: index + 1, turn: null, kind: "message.spoken", text: content, id, name },
    ...(to !== null && { to }),
    ...(verdict !== null && { verdict }),
  }));
}

/** No seat is called so: what is for some alone is not shown. */
const NOBODY = "";

import type { Protocol, StatusLine } from "../meeting/define-protocol.ts";
import type { MeetingState } from "../transcript/state.ts";

/** What a protocol says of itself on a screen. */
export type Procedure = Pick<Protocol, "status" | "narrate">;

/** The procedure that a transcript names, `board@2`; undefined where its words are not known. */
export type ProcedureOf = (recorded: string) => Procedure | undefined;

/** Where a meeting stands by its protocol, read once for each number of events; null where the protocol does not say. */
export function createStanding(
  procedureOf: ProcedureOf | undefined,
): (meeting: MeetingState | null, events: number) => readonly StatusLine[] | null {
  let read: { readonly meeting: MeetingState; readonly events: number } | null = null;
  let lines: readonly StatusLine[] | null = null;
  return (meeting, events) => {
    if (!meeting) return null;
    if (read?.meeting === meeting && read.events === events) return lines;
    read = { meeting, events };
    lines = procedureOf?.(meeting.protocol)?.status?.(meeting) ?? null;
    return lines;
  };
}

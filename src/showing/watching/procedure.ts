import type { Protocol, StatusLine } from "../../engine/meeting/contract/protocol.ts";
import type { MeetingState } from "../../engine/transcript/state.ts";

export type Procedure = Pick<Protocol, "status" | "narrate" | "reads" | "countsBallots" | "fixedOrder"> & {
  readonly columns?: Protocol["columns"];
};

export type ProcedureOf = (recorded: string) => Procedure | undefined;

export type ShownProcedure = {
  readonly standing: readonly StatusLine[] | null;
  readonly roles: ReadonlyMap<string, string>;
  /** Why no one can be given the floor out of turn; null if a person can give it. */
  readonly fixedOrder: string | null;
};

export const NO_STANDING: ShownProcedure = {
  standing: null,
  roles: new Map(),
  fixedOrder: null,
};

export function createStanding(
  procedureOf: ProcedureOf | undefined,
): (meeting: MeetingState | null, events: number) => ShownProcedure {
  let read: {
    readonly meeting: MeetingState;
    readonly events: number;
    readonly standing: ShownProcedure;
  } | null = null;
  return (meeting, events) => {
    if (!meeting) return NO_STANDING;
    if (read?.meeting === meeting && read.events === events) return read.standing;
    const procedure = procedureOf?.(meeting.protocol);
    const standing = procedure ? standingOf(procedure, meeting) : NO_STANDING;
    read = { meeting, events, standing };
    return standing;
  };
}

function standingOf(procedure: Procedure, meeting: MeetingState): ShownProcedure {
  const role = procedure.columns?.find(({ name }) => name === "role");
  return {
    standing: procedure.status?.(meeting) ?? null,
    fixedOrder: procedure.fixedOrder ?? null,
    roles: new Map(
      [...meeting.members.values()].flatMap((member) => {
        const value = role?.value(member, meeting) ?? null;
        return value === null ? [] : [[member.seat.id, String(value)] as const];
      }),
    ),
  };
}

import { ownOf } from "../../../lists.ts";
import type { Json, Outcome, RecordedColumn } from "../../transcript/events.ts";
import type { MeetingState, MemberState } from "../../transcript/state.ts";
import type { Description, Protocol, Vote } from "./protocol.ts";

/** Gives every reader the words of a protocol that is not built in, without its code. */
export type DescribeInRecord = {
  readonly ofFact: (
    fact: { readonly name: string; readonly data: Json; readonly path: string },
    state: MeetingState,
  ) => { readonly told?: string | null };
  readonly atClose: (
    state: MeetingState,
    outcome: Outcome,
  ) => { readonly columns?: RecordedColumn[]; readonly opening?: Outcome };
};

export function describeInRecord({ builtIn, narrate, columns, count }: Protocol): DescribeInRecord {
  if (builtIn) return { ofFact: () => ({}), atClose: () => ({}) };
  return {
    ofFact(fact, state) {
      const told = narrate?.(fact, { ...state, facts: [...state.facts, fact] });
      return told === undefined ? {} : { told };
    },
    atClose(before, outcome) {
      const state = { ...before, outcome };
      const recorded = columns
        .filter(({ applies }) => applies?.(state) ?? true)
        .map(({ name, title, value }) => ({ name, title, values: valuesOf(value, state) }));
      const votes = count ? openingVotes(state) : null;
      const opening = votes && count?.(votes, state);
      return { ...(recorded.length > 0 && { columns: recorded }), ...(opening && { opening }) };
    },
  };
}

function valuesOf(value: Description["columns"][number]["value"], state: MeetingState) {
  const members = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  return Object.fromEntries(members.map((member) => [member.seat.id, value(member, state)]));
}

export function describedByRecord({ columns, openingOutcome }: MeetingState): Description {
  return {
    columns: columns.map(({ name, title, values }) => ({
      name,
      title,
      value: ({ seat }) => ownOf(values, seat.id) ?? null,
    })),
    narrate: ({ told }) => told,
    ...(openingOutcome && { count: () => openingOutcome }),
  };
}

export function openingVotes(state: MeetingState): readonly Vote[] | null {
  const seated = [...state.members.values()].filter(({ seat }) => seat.kind === "member");
  const opening = seated.map(({ ballots }) => ballots.find(({ kind }) => kind === "opening"));
  if (opening.every((ballot) => ballot === undefined)) return null;
  const awaits = ({ status }: MemberState, index: number) =>
    status === "active" && opening[index] === undefined;
  if (state.outcome === null && seated.some(awaits)) return null;
  return seated.map(({ seat }, index) => ({
    verdict: opening[index]?.verdict ?? null,
    abstains: opening[index]?.abstains === true,
    weight: seat.weight,
  }));
}

import type { MeetingState, OwnMember, OwnState } from "../state.ts";
import { memberOf } from "./open-state.ts";

/** Arrays that one fold only ever lengthens: where they stood is a number. */
const GROWING = ["documents", "entries", "speakers", "notices", "facts", "warnings"] as const;
const GROWING_OF_MEMBER = ["verdicts", "ballots", "positions", "citations", "shown"] as const;

type Growing = (typeof GROWING)[number];
type GrowingOfMember = (typeof GROWING_OF_MEMBER)[number];
type Rest = Omit<OwnState, Growing | "members">;
type RestOfMember = Omit<OwnMember, GrowingOfMember>;

/** Where a state stood, in space that does not grow with the meeting. */
export type StateMark = {
  readonly rest: Rest;
  readonly lengths: Readonly<Record<Growing, number>>;
  readonly members: ReadonlyMap<string, MemberMark>;
};

type MemberMark = {
  readonly rest: RestOfMember;
  readonly lengths: Readonly<Record<GrowingOfMember, number>>;
  /** New reasoning replaces the old in place, in the last verdict alone. */
  readonly verdict: OwnMember["verdicts"][number] | undefined;
};

export function markState(state: OwnState): StateMark {
  const { members, documents, entries, speakers, notices, facts, warnings, ...rest } = state;
  return {
    rest: copyRest(rest),
    lengths: lengthsOf({ documents, entries, speakers, notices, facts, warnings }),
    members: new Map([...members].map(([id, member]) => [id, markMember(member)])),
  };
}

/** Brings a state to a mark; `along` has come at least so far over the same events, and lends what is missing. */
export function moveState(state: OwnState, mark: StateMark, along: MeetingState): void {
  Object.assign(state, copyRest(mark.rest));
  for (const key of GROWING) resize<unknown>(state[key], along[key], mark.lengths[key]);
  for (const [id, { rest, lengths, verdict }] of mark.members) {
    const member = memberOf(state, id);
    const lender = along.members.get(id)!;
    Object.assign(member, copyRestOfMember(rest));
    for (const key of GROWING_OF_MEMBER) resize<unknown>(member[key], lender[key], lengths[key]);
    if (verdict) member.verdicts[lengths.verdicts - 1] = { ...verdict };
  }
}

function markMember(member: OwnMember): MemberMark {
  const { verdicts, ballots, positions, citations, shown, ...rest } = member;
  const last = verdicts.at(-1);
  return {
    rest: copyRestOfMember(rest),
    lengths: lengthsOf({ verdicts, ballots, positions, citations, shown }),
    verdict: last && { ...last },
  };
}

/** What is written to in place is copied; what is replaced whole is kept. */
function copyRest(rest: Rest): Rest {
  const { counts, unmended, awaited, spending } = rest;
  return {
    ...rest,
    counts: { ...counts },
    unmended: [...unmended],
    awaited: [...awaited],
    spending: { ...spending },
  };
}

function copyRestOfMember(rest: RestOfMember): RestOfMember {
  return { ...rest, spending: { ...rest.spending } };
}

function lengthsOf<Key extends string>(
  arrays: Readonly<Record<Key, readonly unknown[]>>,
): Readonly<Record<Key, number>> {
  const pairs = Object.entries<readonly unknown[]>(arrays).map(([key, { length }]) => [key, length]);
  return Object.fromEntries(pairs) as Readonly<Record<Key, number>>;
}

function resize<Item>(own: Item[], along: readonly Item[], length: number): void {
  if (own.length > length) own.length = length;
  for (let index = own.length; index < length; index++) own.push(along[index]!);
}

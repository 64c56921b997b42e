/**
 * What a selector gets and gives: the situation of the meeting, and a weight for each candidate.
 * Weights of selectors from outside are checked here before anyone is drawn.
 */

import { BoardroomError } from "../../errors.ts";
import { iterateBackwards, lookUpKey } from "../../lists.ts";
import type { Message } from "../scaffold/message.ts";
import { getMember, type MeetingState } from "../transcript/state.ts";

/** Says how likely each candidate is to speak next; it does not draw. */
export type Selector = {
  /** A scenario's name for it; your own must not reuse a built-in name. */
  name: string;
  /** Short reason in words, for the record. */
  why: string;
  /** One finite number a candidate, 0 or more, in the candidates' order; 0 is never chosen. A pure function. */
  weigh(situation: Situation): readonly number[];
};

export type Candidate = {
  seat: string;
  /** Turns had so far: messages and passes. */
  turns: number;
  /** 0 is silent; 1 by default. */
  talkativeness: number;
};

/** Candidates are in seat order, never in order of names. */
export type Situation = {
  /** Active members, without the last speaker unless it is the only one. */
  candidates: readonly Candidate[];
  /** Every member, eligible or not. */
  seats: readonly string[];
  /** Latest last; members only. */
  speakers: readonly string[];
  addressed: string | null;
  requested: string | null;
};

/** What a selector reads, from the state of a meeting. `talkativeness` is by member id, 1 by default. */
export function createSituation(
  state: MeetingState,
  talkativeness: Readonly<Record<string, number>> = {},
): Situation {
  const seats = state.scenario.members.map((seat) => seat.id);
  const active = seats.filter((seat) => getMember(state, seat).status === "active");
  const speakers = listRecentMembers(state);
  const others = active.filter((seat) => seat !== speakers.at(-1));
  const beside = others.filter((seat) => seat !== findDuetPartner(state));
  const near = [beside, others, active].find(({ length }) => length > 0) ?? [];
  const getTalkativeness = (seat: string) => lookUpKey(talkativeness, seat) ?? 1;
  // A silent member does not keep the others from being asked again.
  const talking = near.filter((seat) => getTalkativeness(seat) > 0);
  const fewest = Math.min(...talking.map((seat) => countPasses(state, seat)));
  const eligible = near.filter((seat) => countPasses(state, seat) <= fewest);
  const { requestedSpeaker } = state;
  return {
    candidates: eligible.map((seat) => {
      const member = getMember(state, seat);
      const talks = getTalkativeness(seat);
      return {
        seat,
        turns: member.messages + member.passes,
        talkativeness: isRepeating(state, seat) ? talks / 2 : talks,
      };
    }),
    seats,
    speakers,
    addressed: findAddressed(state, eligible),
    requested:
      requestedSpeaker !== null && active.includes(requestedSpeaker) ? requestedSpeaker : null,
  };
}

/** The member's last message repeats another. */
export function isRepeating({ entries }: MeetingState, seat: string): boolean {
  for (const entry of iterateBackwards(entries))
    if (entry.kind === "message" && entry.message.speaker === seat)
      return entry.flags.includes("repeats");
  return false;
}

/** Answers in a row between the same two, before another member has the floor. */
const ANSWERS_IN_A_ROW = 2;

/** The member that the last speaker addresses, after the two have answered each other twice in a row. Null otherwise. */
function findDuetPartner(state: MeetingState): string | null {
  let later: Message | null = null;
  let partner: string | null = null;
  let answers = 0;
  for (const entry of iterateBackwards(state.entries)) {
    if (entry.kind === "pass") return null;
    if (entry.kind !== "message") continue;
    const { speaker, to } = entry.message as Message;
    if (later !== null && (later.to !== speaker || to !== later.speaker)) return null;
    partner ??= to;
    if (later !== null) answers += 1;
    if (answers === ANSWERS_IN_A_ROW) return partner;
    later = entry.message as Message;
  }
  return null;
}

/** Passes since the last message. Those with the fewest are asked first. */
function countPasses({ entries }: MeetingState, seat: string): number {
  let passes = 0;
  for (const entry of iterateBackwards(entries)) {
    if (entry.kind === "message") break;
    if (entry.kind === "pass" && entry.speaker === seat) passes += 1;
  }
  return passes;
}

/** Only another message uses addressing up, or a pass of the one who is addressed. */
function findAddressed(state: MeetingState, eligible: readonly string[]): string | null {
  for (const entry of iterateBackwards(state.entries)) {
    if (entry.kind !== "message") continue;
    const { to } = entry.message;
    return to !== null && eligible.includes(to) && countPasses(state, to) === 0 ? to : null;
  }
  return null;
}

function listRecentMembers(state: MeetingState): string[] {
  const recent: string[] = [];
  for (const seat of iterateBackwards(state.speakers)) {
    if (recent.length === 2) break;
    if (state.members.get(seat)?.seat.kind === "member") recent.unshift(seat);
  }
  return recent;
}

export function weighCandidates(selector: Selector, situation: Situation): readonly number[] {
  const weights = callSelector(selector, situation);
  const { candidates } = situation;
  const asMany = countNoun(candidates, "candidate");
  if (!Array.isArray(weights))
    throw createSelectorError(selector, `gave ${describeValue(weights)} for ${asMany}`);
  if (weights.length !== candidates.length) {
    throw createSelectorError(selector, `gave ${countNoun(weights, "weight")} for ${asMany}`);
  }
  for (const [index, { seat }] of candidates.entries()) {
    const weight: unknown = weights[index];
    if (Number.isFinite(weight) && (weight as number) >= 0) continue;
    throw createSelectorError(
      selector,
      `gave ${describeValue(weight)} for "${seat}", one of ${asMany}`,
    );
  }
  return weights;
}

/** It may come from a program without types. */
function callSelector(selector: Selector, situation: Situation): unknown {
  try {
    return selector.weigh(situation);
  } catch (cause) {
    // A selector may be made of another, which has been named already.
    if (cause instanceof BoardroomError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new BoardroomError(
      "selector-invalid",
      { message: `Selector "${selector.name}" threw: ${message}`, remedy: TRY_IT },
      { cause },
    );
  }
}

const TRY_IT = "docs/how-to/write-a-selector.md shows what a selector returns.";

function createSelectorError({ name }: Selector, gave: string): BoardroomError {
  const message = `Selector "${name}" ${gave}; give one finite number, 0 or more, for each.`;
  return new BoardroomError("selector-invalid", { message, remedy: TRY_IT });
}

function countNoun({ length }: readonly unknown[], noun: string): string {
  return `${length} ${noun}${length === 1 ? "" : "s"}`;
}

function describeValue(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

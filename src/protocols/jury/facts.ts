/**
 * The facts that the jury protocol records, and the sentences that people read about them.
 */

import { z } from "zod";
import { defineFact } from "../../engine/protocol/facts.ts";
import { namePosition } from "../../engine/scaffold/message.ts";
import { getMemberName, type MeetingState } from "../../engine/transcript/state.ts";
import { NONE, type Scenario, type Side } from "../../scenario/schema/scenario.ts";
import { capitalize, toPlainId } from "../../text/plain.ts";

const names = z.array(z.string());
const instant = z.iso.datetime();

/** created, gathering, running; then completed, aborted_no_quorum or cancelled. Only ever forward. */
export const stateEntered = defineFact("standing.entered", {
  fields: z.object({
    standing: z.enum([
      "created",
      "gathering",
      "running",
      "completed",
      "aborted_no_quorum",
      "cancelled",
    ]),
  }),
});
export type SessionState = ReturnType<typeof stateEntered.readAll>[number]["standing"];

const topicOnAgenda = z.object({
  id: z.string(),
  topic: z.string(),
  description: z.string().nullable(),
  estimatedMinutes: z.number().nullable(),
});
export type Topic = z.infer<typeof topicOnAgenda>;

const agendaItem = z.object({ id: z.string(), title: z.string(), topic: z.string() });
export type AgendaItem = z.infer<typeof agendaItem>;

export const meetingCalled = defineFact("meeting.called", {
  fields: z.object({
    agenda: z.array(topicOnAgenda),
    items: z.array(agendaItem),
    phases: names,
    invited: names,
    quorum: z.int(),
  }),
});

export const phaseEntered = defineFact("phase.entered", {
  fields: z.object({ index: z.int(), name: z.string(), of: z.int(), at: instant }),
  describe: ({ index, of, name }) => `phase ${index + 1} of ${of}: ${formatPhase(name)}`,
});

export const phaseEnded = defineFact("phase.ended", {
  fields: z.object({
    index: z.int(),
    name: z.string(),
    startedAt: instant,
    endedAt: instant,
    endedBy: z.enum(["criteria", "timeout", "cancel"]),
    spoken: names,
    /** Time of the roll call; absent in phases with talk. */
    ready: names.optional(),
    /** Passed or absent when called, and never spoke. */
    skipped: names,
    unspoken: names,
  }),
  describe: ({ name, endedBy, ready, spoken }) => {
    const how = ready ? `${ready.length} ready` : `${spoken.length} spoke`;
    return `${formatPhase(name)} ends by ${endedBy}: ${how}`;
  },
});

export const phaseSkipped = defineFact("phase.skipped", {
  fields: z.object({ index: z.int(), name: z.string(), at: instant, why: z.string() }),
  describe: ({ name, why }) => `${formatPhase(name)} is not held: ${why}`,
});

export const turnTimedOut = defineFact("turn.timed-out", {
  fields: z.object({
    member: z.string(),
    phase: z.string(),
    seconds: z.number(),
    allowed: z.number(),
  }),
  describe: ({ member, seconds, allowed }, state) =>
    `${getMemberName(state, member)} took ${seconds} seconds of ${allowed}`,
});

export const quorumChecked = defineFact("quorum.checked", {
  fields: z.object({ required: z.int(), present: names, met: z.boolean() }),
  describe: ({ present, required, met }) =>
    `${present.length} ready, ${required} required: ${met ? "a quorum" : "no quorum"}`,
});

export const quorumLost = defineFact("quorum.lost", {
  fields: z.object({ required: z.int(), present: names, phase: z.string() }),
  describe: ({ present, required }) => `quorum lost: ${present.length} of ${required}`,
});

export const proposalsDrafted = defineFact("proposals.drafted", {
  fields: z.object({
    by: z.enum(["agenda", "foreperson"]),
    proposals: z.record(z.string(), z.string()),
  }),
});

const position = z.object({
  member: z.string(),
  choice: z.string().nullable(),
  reason: z.string().nullable(),
});
export type JurorPosition = z.infer<typeof position>;

const resolution = z.object({
  item: z.string(),
  title: z.string(),
  topic: z.string(),
  proposal: z.string(),
  choice: z.string().nullable(),
  votes: z.record(z.string(), z.int()),
  /** All views if nothing was settled, else those that differ. */
  positions: z.array(position),
});
export type Resolution = z.infer<typeof resolution>;

export const decisionsRecorded = defineFact("decisions.recorded", {
  fields: z.object({
    agreements: z.array(resolution),
    unresolved: z.array(resolution),
    sheets: z.int(),
  }),
  describe: ({ agreements, unresolved }) =>
    `${agreements.length} agreed, ${unresolved.length} unresolved`,
});

const ballotCount = z.object({
  /** 0 is the first, secret one; the others follow talk. */
  ballot: z.int().min(0),
  for: z.int(),
  against: z.int(),
  neutral: z.int(),
  none: z.int(),
  present: z.int(),
  needed: z.int(),
  changed: z.int(),
  verdict: z.enum(["for", "against"]).nullable(),
});
export type BallotCount = z.infer<typeof ballotCount>;
export const ballotCounted = defineFact("ballot.counted", {
  fields: ballotCount,
  describe: describeCount,
});

/** `Gathering` of `GATHERING`. A name that is not in capitals stays. */
export function formatPhase(name: string): string {
  return name === name.toUpperCase() ? capitalize(toPlainId(name)) : name;
}

export function nameOptions({ verdicts }: Scenario, side: Side): string {
  const names = verdicts.filter((option) => option.side === side).map(({ id }) => toPlainId(id));
  return names.join(" or ");
}

/** `6 guilty, 6 not guilty of 12`. */
export function describeSides(
  scenario: Scenario,
  { for: pro, against, present }: Pick<BallotCount, Side | "present">,
): string {
  return `${pro} ${nameOptions(scenario, "for")}, ${against} ${nameOptions(scenario, "against")} of ${present}`;
}

/** `ballot 2: 7 guilty (names), 5 not guilty (names); 1 changed`. */
export function describeCount(count: BallotCount, state: MeetingState): string {
  const voters = [...state.members.values()].flatMap(({ seat, ballots }) => {
    const cast = ballots.filter(({ kind }) => kind !== "called")[count.ballot];
    return cast ? [{ name: seat.persona.name, verdict: namePosition(cast) }] : [];
  });
  const listVoters = (verdict: string | null, called: string) => {
    const names = voters.filter((voter) => voter.verdict === verdict).map(({ name }) => name);
    return names.length === 0 ? [] : [`${names.length} ${called} (${names.join(", ")})`];
  };
  const sides = [
    ...state.scenario.verdicts.flatMap(({ id }) => listVoters(id, toPlainId(id))),
    ...listVoters(NONE, "without a verdict"),
    ...listVoters(null, "without a valid vote"),
  ];
  const votes = count.changed === 0 ? "none" : count.changed;
  const changed = count.ballot === 0 ? "" : `; ${votes} changed`;
  return `${nameBallot(count)}: ${sides.join(", ")}${changed}`;
}

/** `maxBallots` does not count the ballot before any talk. */
export function nameBallot({ ballot }: BallotCount): string {
  return ballot === 0 ? "opening vote" : `ballot ${ballot}`;
}

export const FACTS_IN_WORDS = [
  phaseEntered,
  phaseEnded,
  phaseSkipped,
  quorumChecked,
  quorumLost,
  turnTimedOut,
  decisionsRecorded,
  ballotCounted,
];

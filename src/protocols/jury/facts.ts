import { z } from "zod";
import { factKind } from "../../meeting/contract/facts.ts";

const names = z.array(z.string());
const instant = z.iso.datetime();

/** created, gathering, running; then completed, aborted_no_quorum or cancelled. Only ever forward. */
export const standingEntered = factKind(
  "standing.entered",
  z.strictObject({
    standing: z.enum(["created", "gathering", "running", "completed", "aborted_no_quorum", "cancelled"]),
  }),
);
export type SessionStanding = ReturnType<typeof standingEntered.all>[number]["standing"];

export const meetingCalled = factKind(
  "meeting.called",
  z.strictObject({
    agenda: z.array(
      z.strictObject({
        id: z.string(),
        topic: z.string(),
        description: z.string().nullable(),
        estimatedMinutes: z.number().nullable(),
        speaker: z.string(),
      }),
    ),
    items: z.array(z.strictObject({ id: z.string(), title: z.string(), topic: z.string() })),
    phases: names,
    invited: names,
    quorum: z.int(),
  }),
);

export const phaseEntered = factKind(
  "phase.entered",
  z.strictObject({ index: z.int(), name: z.string(), of: z.int(), at: instant }),
);

export const phaseEnded = factKind(
  "phase.ended",
  z.strictObject({
    index: z.int(),
    name: z.string(),
    startedAt: instant,
    endedAt: instant,
    endedBy: z.enum(["criteria", "timeout", "cancel"]),
    /** Members with a message; a turn that overran counts. */
    spoken: names,
    /** Members who were ready when the roll was called; left out of phases in which there is talk. */
    ready: names.optional(),
    /** Members who passed or were absent when called, and never spoke. */
    skipped: names,
    /** Members whom the end came before. */
    unspoken: names,
  }),
);

/** A phase that was not held, and why. */
export const phaseSkipped = factKind(
  "phase.skipped",
  z.strictObject({ index: z.int(), name: z.string(), at: instant, why: z.string() }),
);

export const turnTimedOut = factKind(
  "turn.timed-out",
  z.strictObject({ member: z.string(), phase: z.string(), seconds: z.number(), allowed: z.number() }),
);

export const floorRefused = factKind(
  "floor.refused",
  z.strictObject({ member: z.string(), phase: z.string(), why: z.enum(["not_your_turn", "already_spoken"]) }),
);

export const quorumChecked = factKind(
  "quorum.checked",
  z.strictObject({ required: z.int(), present: names, met: z.boolean() }),
);

export const quorumLost = factKind(
  "quorum.lost",
  z.strictObject({ required: z.int(), present: names, phase: z.string() }),
);

/** The conclusions that the decision sheets are about, one an item. */
export const proposalsDrafted = factKind(
  "proposals.drafted",
  z.strictObject({ by: z.enum(["agenda", "foreperson"]), proposals: z.record(z.string(), z.string()) }),
);

const position = z.strictObject({
  member: z.string(),
  choice: z.string().nullable(),
  detail: z.string().nullable(),
  reason: z.string().nullable(),
});
export type JurorPosition = z.infer<typeof position>;

const resolution = z.strictObject({
  item: z.string(),
  title: z.string(),
  topic: z.string(),
  proposal: z.string(),
  /** What was settled; null where nothing was. */
  choice: z.string().nullable(),
  /** What goes with the choice, such as a new name, as most of its side put it. */
  detail: z.string().nullable(),
  votes: z.record(z.string(), z.int()),
  /** Everybody's position where nothing was settled; else that of those who differ. */
  positions: z.array(position),
  /** Why what the sheets settled is open all the same; absent where nothing stood in its way. */
  why: z.string().optional(),
});
export type Resolution = z.infer<typeof resolution>;

export const decisionsRecorded = factKind(
  "decisions.recorded",
  z.strictObject({ agreements: z.array(resolution), unresolved: z.array(resolution), sheets: z.int() }),
);

export const ballotCounted = factKind(
  "ballot.counted",
  z.strictObject({
    /** 0 is the first, secret one; the others follow talk. */
    ballot: z.int().min(0),
    for: z.int(),
    against: z.int(),
    neutral: z.int(),
    none: z.int(),
    present: z.int(),
    needed: z.int(),
    /** Jurors who voted otherwise than on the ballot before. */
    changed: z.int(),
    verdict: z.enum(["for", "against"]).nullable(),
  }),
);
export type BallotCount = ReturnType<typeof ballotCounted.all>[number];

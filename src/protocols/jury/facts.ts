import { z } from "zod";
import { factKind } from "../../engine/meeting/contract/facts.ts";

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
    spoken: names,
    /** When the roll was called; left out of phases in which there is talk. */
    ready: names.optional(),
    /** Passed or absent when called, and never spoke. */
    skipped: names,
    unspoken: names,
  }),
);

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
  choice: z.string().nullable(),
  /** What goes with the choice, such as a new name, as most of its side put it. */
  detail: z.string().nullable(),
  votes: z.record(z.string(), z.int()),
  /** Everybody's where nothing was settled; else of those who differ. */
  positions: z.array(position),
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
    changed: z.int(),
    verdict: z.enum(["for", "against"]).nullable(),
  }),
);
export type BallotCount = ReturnType<typeof ballotCounted.all>[number];

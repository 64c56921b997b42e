import { z } from "zod";
import { CALL_EVENTS } from "./call-events.ts";
import type { DescribedEvent, EventDescription, EventVoice, Listener } from "./event.ts";
import type { EventOf } from "./event-fields.ts";
import { MEETING_EVENTS } from "./meeting-events.ts";
import { PEOPLE_EVENTS } from "./people-events.ts";
import { TURN_EVENTS } from "./turn-events.ts";

export {
  type Audience,
  actSchema,
  type BallotKind,
  type CheckedCitation,
  checkedCitationSchema,
  FORMAT_VERSION,
  type Json,
  type LimitName,
  type Outcome,
  outcomeSchema,
  type PersonAct,
  type RaisableLimit,
  type RecordedColumn,
  RULES_VERSION,
} from "./event-fields.ts";

const events = { ...MEETING_EVENTS, ...PEOPLE_EVENTS, ...CALL_EVENTS, ...TURN_EVENTS };
type Events = typeof events;
export type EventType = keyof Events;

/** Every kind of event, by its type. */
export const EVENTS: Readonly<Record<EventType, EventDescription<z.ZodRawShape, boolean, never>>> = events;

export type Draft<Type extends EventType = EventType> = {
  [Each in Type]: { readonly type: Each } & EventOf<Events[Each]["fields"]>;
}[Type];

export type MeetingEvent<Type extends EventType = EventType> = Draft<Type> & {
  readonly seq: number;
  /** SHA-256, hex, of the line before, without its newline; 64 zeros on the first. */
  readonly prev: string;
};

/** Events that end a step. */
export type TerminalType = {
  [Each in EventType]: Events[Each]["ends"] extends true | undefined ? Each : never;
}[EventType];

/** How a member's step with the floor ends. */
export type TurnEnding = Draft<"message.spoken" | "turn.passed" | "turn.absent" | "ballot.cast">;

export function isTerminal(event: MeetingEvent): event is MeetingEvent<TerminalType> {
  return EVENTS[event.type].ends === true;
}

export function isVisibleTo(event: MeetingEvent, listener: Listener): boolean {
  const { seenBy } = EVENTS[event.type];
  return seenBy === "all" || seenBy(event as never, listener);
}

/** Null if there is nothing to say. */
export function tell(event: Draft, voice: EventVoice): DescribedEvent | null {
  return EVENTS[event.type].words?.(event as never, voice) ?? null;
}

export function isShownAlone(event: MeetingEvent): boolean {
  const { isShown = true } = EVENTS[event.type];
  return typeof isShown === "function" ? isShown(event as never) : isShown;
}

export type FinishedCall = MeetingEvent<"call.answered" | "call.failed">;

export function isFinishedCall<Event extends Draft>(
  event: Event,
): event is Extract<Event, { readonly type: "call.answered" | "call.failed" }> {
  return event.type === "call.answered" || event.type === "call.failed";
}

const line = {
  seq: z.int().min(1),
  /** Meeting time. */
  at: z.iso.datetime(),
  /** Of the step this event belongs to; `17.2` is the second model call inside `17`. */
  path: z.string(),
};

const eventSchemas = Object.entries(events).map(([type, { fields }]) =>
  z.object({ ...line, type: z.literal(type), ...fields, prev: z.string().length(64) }),
);

export const eventSchema = z.discriminatedUnion(
  "type",
  eventSchemas as unknown as [z.ZodObject, ...z.ZodObject[]],
) as unknown as z.ZodType<MeetingEvent>;

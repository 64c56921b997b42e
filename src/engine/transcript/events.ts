/**
 * All kinds of events in one table, with the questions that other rooms ask about any event: who
 * sees it, how it reads, whether it ends a step. It also orders the fields of an event and compares
 * two events.
 */

import { z } from "zod";
import { computeOnce, isRecord } from "../../lists.ts";
import { CALL_EVENTS } from "./call-events.ts";
import type { DescribedEvent, EventDescription, EventVoice, Listener } from "./event.ts";
import { digest, type EventOf } from "./event-fields.ts";
import { MEETING_EVENTS } from "./meeting-events.ts";
import { PEOPLE_EVENTS } from "./people-events.ts";
import { TURN_EVENTS } from "./turn-events.ts";

export * from "./event-fields.ts";

const events = { ...MEETING_EVENTS, ...PEOPLE_EVENTS, ...CALL_EVENTS, ...TURN_EVENTS };
type Events = typeof events;
export type EventType = keyof Events;

/** Every kind of event, by its type. */
export const EVENTS: Readonly<Record<EventType, EventDescription<z.ZodRawShape, boolean, never>>> =
  events;

export type Draft<Type extends EventType = EventType> = {
  [Each in Type]: { type: Each } & EventOf<Events[Each]["fields"]>;
}[Type];

export type MeetingEvent<Type extends EventType = EventType> = Draft<Type> & {
  seq: number;
  /** SHA-256, hex, of the line before, without its newline; 64 zeros on the first. */
  prev: string;
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
  const { showTo } = EVENTS[event.type];
  return showTo === "all" || showTo(event as never, listener);
}

/** Null if there is nothing to say. */
export function describeEvent(event: Draft, voice: EventVoice): DescribedEvent | null {
  return EVENTS[event.type].describe?.(event as never, voice) ?? null;
}

export function isShownAlone(event: MeetingEvent): boolean {
  const { isShown = true } = EVENTS[event.type];
  return typeof isShown === "function" ? isShown(event as never) : isShown;
}

export type FinishedCall = MeetingEvent<"call.answered" | "call.failed">;

export function isFinishedCall<Event extends Draft>(
  event: Event,
): event is Extract<Event, { type: "call.answered" | "call.failed" }> {
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
  z.strictObject({ ...line, type: z.literal(type), ...fields, prev: digest }),
);

export const eventSchema = z.discriminatedUnion(
  "type",
  eventSchemas as unknown as [z.ZodObject, ...z.ZodObject[]],
) as unknown as z.ZodType<MeetingEvent>;

type Order = (value: unknown) => unknown;

/** Puts a fitting value's fields in the schema's order and drops unknown ones. Checks nothing, so it is about twenty times as fast as parsing. */
export function createOrder(schema: z.ZodType): Order {
  if (schema instanceof z.ZodObject) return createObjectOrder(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) return createUnionOrder(schema);
  if (schema instanceof z.ZodArray) return createArrayOrder(schema);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return createNullableOrder(schema);
  return keepOrder;
}

const keepOrder: Order = (value) => value;

type Fields = { [name: string]: unknown };

function createObjectOrder({ shape }: z.ZodObject): Order {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    order: createOrder(field as z.ZodType),
  }));
  return (value) => {
    const ordered: Record<string, unknown> = {};
    for (const { name, order } of fields) {
      const field = (value as Fields)[name];
      if (field !== undefined) ordered[name] = order(field);
    }
    return ordered;
  };
}

function createUnionOrder({ def }: z.ZodDiscriminatedUnion): Order {
  const { discriminator } = def;
  const orders = new Map<unknown, Order>();
  for (const option of def.options as readonly z.ZodObject[]) {
    const tag = option.shape[discriminator] as z.ZodLiteral;
    for (const name of tag.values) orders.set(name, createOrder(option));
  }
  return (value) => (orders.get((value as Fields)[discriminator]) ?? keepOrder)(value);
}

function createArrayOrder({ element }: z.ZodArray): Order {
  const order = createOrder(element as z.ZodType);
  return order === keepOrder ? keepOrder : (value) => (value as readonly unknown[]).map(order);
}

function createNullableOrder(schema: z.ZodNullable | z.ZodOptional): Order {
  const order = createOrder(schema.unwrap() as z.ZodType);
  return order === keepOrder ? keepOrder : (value) => (value === null ? null : order(value));
}

const getEventOrder = computeOnce(() => createOrder(eventSchema));

/** The reader's field order, so that equal events have equal bytes. */
export const orderFields: Order = (event) => getEventOrder()(event);

type Difference = { field: string; recorded: string; made: string };

/** The first field in which two events differ, apart from their place in the file. */
export function findDifference(recorded: unknown, made: unknown, field = ""): Difference | null {
  if (isRecord(recorded) && isRecord(made)) {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(made)])) {
      if (field === "" && (name === "seq" || name === "prev")) continue;
      const within = field === "" ? name : `${field}.${name}`;
      const difference = findDifference(recorded[name], made[name], within);
      if (difference !== null) return difference;
    }
    return null;
  }
  const [found, expected] = [
    JSON.stringify(recorded) ?? "absent",
    JSON.stringify(made) ?? "absent",
  ];
  return found === expected ? null : { field, recorded: found, made: expected };
}
